"""What the caller knows about two shapes, however it is given."""

from __future__ import annotations

import os
from typing import Iterable, List, Mapping, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._core import InputError, PreparedShape
from .shapes import Path, is_path

PairsLike = Union[Path, Mapping[int, int], Iterable[Tuple[int, int]], ArrayLike]
TableLike = Union[Path, ArrayLike]


def _pairs(given: PairsLike, name: str, n: int, m: int) -> List[Tuple[int, int]]:
    if is_path(given):
        return _core.read_pairs(os.fspath(given), n, m)  # type: ignore[arg-type]
    if isinstance(given, Mapping):
        given = list(given.items())
    what = f"{name} is a list of pairs (i, j): positions in the two lists of keypoints, from 0"
    try:
        pairs = np.asarray(given if isinstance(given, np.ndarray) else list(given))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise InputError(what) from None
    if pairs.size == 0:
        return []
    if pairs.ndim != 2 or pairs.shape[1] != 2 or not np.issubdtype(pairs.dtype, np.integer):
        raise InputError(what)
    for i, j in pairs:
        if not (0 <= i < n and 0 <= j < m):
            raise InputError(f"{name}: the pair {i} {j} is not among the {n} and {m} keypoints, counted from 0")
    return [(int(i), int(j)) for i, j in pairs]


def _table(given: TableLike, name: str) -> np.ndarray:
    if is_path(given):
        return _core.read_matrix(os.fspath(given))  # type: ignore[arg-type]
    try:
        table = np.asarray(given, dtype=float)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name} is a table of numbers: {error}") from None
    if table.ndim == 1 and name != "cost":
        table = table[:, None]
    if np.iscomplexobj(given) or table.size == 0:
        raise InputError(f"{name} is a table of real numbers, and not empty")
    if table.ndim != 2:
        raise InputError(f"{name} is a table: rows and columns, not {table.ndim} dimensions")
    return table


def as_knowledge(
    x: PreparedShape,
    y: PreparedShape,
    known: Optional[PairsLike],
    forbid: Optional[PairsLike],
    cost: Optional[TableLike],
    features_x: Optional[TableLike],
    features_y: Optional[TableLike],
) -> _core.Knowledge:
    n, m = len(x.keypoints), len(y.keypoints)
    knowledge = _core.Knowledge()
    if known is not None:
        partners = [-1] * n
        for i, j in _pairs(known, "known", n, m):
            if partners[i] not in (-1, j):
                raise InputError(f"known pairs contradict each other: keypoint {i} of X has two partners")
            partners[i] = j
        knowledge.known = partners
    if forbid is not None:
        knowledge.forbidden = _pairs(forbid, "forbid", n, m)
    if cost is not None:
        knowledge.cost = _table(cost, "cost")
    if (features_x is None) != (features_y is None):
        raise InputError("features of one shape cannot be compared: give both features_x and features_y")
    if features_x is not None and features_y is not None:
        knowledge.features_x = _table(features_x, "features_x")
        knowledge.features_y = _table(features_y, "features_y")
    return knowledge
