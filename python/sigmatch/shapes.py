"""Shapes and keypoints, however they are given."""

from __future__ import annotations

import os
from typing import List, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._core import InputError, Shape

Path = Union[str, "os.PathLike[str]"]
ShapeLike = Union[Shape, Path, Tuple[ArrayLike, ArrayLike], NDArray[np.float64]]
KeypointsLike = Union[Path, Sequence[int], NDArray[np.int64]]


def is_path(thing: object) -> bool:
    return isinstance(thing, (str, os.PathLike))


def as_shape(shape: ShapeLike) -> Shape:
    """A Shape of a Shape, a file name, (vertices, faces) or an array of points."""
    if isinstance(shape, Shape):
        return shape
    if is_path(shape):
        return read_shape(shape)
    if isinstance(shape, tuple) and len(shape) == 2:
        return Shape(*shape)
    if isinstance(shape, np.ndarray):
        return Shape(shape)
    raise InputError(
        "a shape is a file name, a pair (vertices, faces), an array of points, or a sigmatch.Shape; "
        f"not {type(shape).__name__}"
    )


def path_of(shape: ShapeLike) -> str:
    """The name of the file; empty if the shape comes from none."""
    return os.fspath(shape) if is_path(shape) else ""


def as_keypoints(keypoints: KeypointsLike, shape: Shape, shape_path: str = "") -> List[int]:
    """Vertex ids of a file name or of anything that numpy takes for a list of whole numbers.

    shape_path: the file of the shape, which may say whether it is in LPS or RAS.
    """
    if is_path(keypoints):
        return _core.read_landmarks(os.fspath(keypoints), shape, 0, shape_path).tolist()
    ids = np.asarray(keypoints)
    if ids.ndim != 1 or (ids.size > 0 and not np.issubdtype(ids.dtype, np.integer)):
        raise InputError("keypoints are a list of vertex ids: whole numbers from 0")
    return [int(i) for i in ids]


def read_shape(path: Path) -> Shape:
    """Read a shape: OFF, OBJ, PLY, STL, VTP, glTF, XYZ or CSV, by the extension of the name.

    Vertices keep their order. A shape without faces is a cloud of points.
    """
    return _core.read_shape(os.fspath(path))


def write_shape(path: Path, shape: ShapeLike) -> None:
    """Write a shape as OFF, OBJ or PLY, by the extension of the name."""
    _core.write_shape(os.fspath(path), as_shape(shape))


def read_keypoints(path: Path, shape: ShapeLike, index_base: int = 0) -> NDArray[np.int64]:
    """Read the keypoints of a shape: vertex ids or positions, one per line, or a landmark file (.mrk.json,
    .fcsv, .csv, .tps, .nts). Give the name of the shape's file if it says SPACE=RAS.

    index_base: the number of the first vertex in a file of ids, 0 or 1.
    """
    return _core.read_landmarks(os.fspath(path), as_shape(shape), index_base, path_of(shape))


def findings(shape: ShapeLike) -> List[str]:
    """The flaws of a mesh and what is done about them, a line each; empty for a sound one."""
    return _core.findings(as_shape(shape))


def farthest_points(shape: ShapeLike, count: int) -> NDArray[np.int64]:
    """`count` vertices spread over the shape: keypoints for when there are none."""
    return _core.farthest_points(as_shape(shape), count)
