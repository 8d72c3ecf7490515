"""What a match is told by."""

from __future__ import annotations

import html
import json
import os
import warnings
from functools import cached_property
from typing import Any, Dict, List, NamedTuple, Optional

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._core import InputError
from .shapes import Path


class Reconstructions(NamedTuple):
    """Both shapes as the match bends them: the vertices of X in the pose of Y, and those of Y in that of X."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]


class DenseMap(NamedTuple):
    """A point of the target for each vertex of the source: corners of a triangle (vertex ids) and weights.

    Corners -1 and weights 0 for a vertex whose coordinates are not finite.
    """

    corners: NDArray[np.int32]
    weights: NDArray[np.float64]

    def carry(self, values: NDArray[Any]) -> NDArray[np.float64]:
        """What the target's vertices have (positions, colours, any functions), for the source's vertices."""
        picked = np.asarray(values)[self.corners]
        carried = np.einsum("vk,vk...->v...", self.weights, picked)
        carried[self.corners[:, 0] < 0] = np.nan
        return carried


class DenseMaps(NamedTuple):
    """The dense map in both directions."""

    x_to_y: DenseMap
    y_to_x: DenseMap


class Alternative(NamedTuple):
    """Another match: `mirrored` if it differs from the best as left from right."""

    match: NDArray[np.int64]
    objective: float
    mirrored: bool


class ChosenKeypoints(NamedTuple):
    """Where keypoints were put on shapes that had none.

    Attributes:
        moved: for each keypoint of Y, how far it moved from where it was chosen at first, divided by the diameter.
        misfit: how badly all of the surface fits, without unit.
        margin: by what share the misfit of the best other placement, limbs exchanged or the body turned, is larger; inf
            if none is known.
        ambiguous: the margin is too small to be sure which placement is right.
        other_match_vertices: the other placement, pairs of vertices; m by 2.
    """

    moved: NDArray[np.float64]
    misfit: float
    margin: float
    ambiguous: bool
    other_match_vertices: NDArray[np.int64]


class Result:
    """A match with its proof.

    Attributes:
        status: 'optimal' (proven to the gap asked for), 'time_limit', 'interrupted', 'fixed' or 'heuristic'.
        match: for each keypoint of X the position in keypoints_y of its partner; -1: none.
        matches: the pairs (i, j) of matched keypoints, positions in the lists of keypoints; m by 2.
        match_vertices: the same as vertex ids; m by 2.
        objective: what the match costs; `terms` are its summands.
        lower_bound: no match on the candidates (proof_scope 'candidates'), or none at all ('all'), costs less.
        gap: (objective - lower_bound) / objective.
        margin: how much worse, relative to the best, the next best match is at least.
        alternatives: where asked for, the next best matches.
        keypoints_x, keypoints_y: the keypoints, as vertex ids.
        chosen: if the keypoints were chosen, a sigmatch.ChosenKeypoints (moved, misfit, margin, ambiguous,
            other_match_vertices); None if they were given.
        reconstructions: both shapes in the pose of the other; computed when first asked for.
        orientation_x, orientation_y: the orientation feature of each vertex.
        allowed: which pairs of keypoints were candidates; n by m booleans.
        candidates: how many pairs of keypoints were candidates.
        nodes, relaxations: parts of the search space that were looked into, and semidefinite relaxations solved.
        threads: how many took part.
        seconds: of each stage.
        trace: seconds, lower and upper bound over time; k by 3.
        warnings: flaws of the meshes, and what was done about them.
        options: all options of the search; match(..., **result.options) repeats it.
    """

    def __init__(self, core: _core.MatchResult, x: _core.PreparedShape, y: _core.PreparedShape, name_x: str, name_y: str):
        self._core = core
        self._x, self._y = x, y
        self._told: Dict[str, Any] = json.loads(core.json("", "", ""))
        self.x, self.y = x.shape, y.shape
        self.names = (name_x, name_y)
        self.status: str = self._told["status"]
        self.objective: float = self._told["objective"]
        self.lower_bound: float = self._told["lower_bound"]
        self.gap: float = self._told["gap"]
        self.margin: Optional[float] = self._told["margin"]
        self.proof_scope: str = self._told["proof_scope"]
        self.terms: Dict[str, float] = self._told["terms"]
        self.candidates: int = self._told["candidates"]
        self.nodes: int = self._told["nodes"]
        self.relaxations: int = self._told["relaxations"]
        self.threads: int = self._told["threads"]
        self.seconds: Dict[str, float] = self._told["seconds"]
        self.warnings: List[str] = self._told["warnings"]
        self.options: Dict[str, Any] = self._told["options"]
        self.match: NDArray[np.int64] = core.match
        self.keypoints_x: NDArray[np.int64] = core.keypoints_x
        self.keypoints_y: NDArray[np.int64] = core.keypoints_y
        self.allowed: NDArray[np.bool_] = core.allowed
        self.orientation_x: NDArray[np.float64] = core.orientation_x
        self.orientation_y: NDArray[np.float64] = core.orientation_y

    @property
    def proven(self) -> bool:
        return self.status == "optimal"

    @property
    def matches(self) -> NDArray[np.int64]:
        return np.array(self._told["matches"], dtype=np.int64).reshape(-1, 2)

    @property
    def match_vertices(self) -> NDArray[np.int64]:
        return np.array(self._told["match_vertices"], dtype=np.int64).reshape(-1, 2)

    @property
    def trace(self) -> NDArray[np.float64]:
        return np.array(self._told["trace"], dtype=np.float64).reshape(-1, 3)

    @property
    def alternatives(self) -> List[Alternative]:
        return [
            Alternative(np.array(a["matches"], dtype=np.int64)[:, 1], a["objective"], a["mirror_image"])
            for a in self._told["alternatives"]
        ]

    @property
    def chosen(self) -> Optional[ChosenKeypoints]:
        told = self._told.get("chosen_keypoints")
        if told is None:
            return None
        misfit, margin = (np.inf if told[name] is None else told[name] for name in ("misfit", "margin"))
        other = np.array(told["other_match_vertices"], dtype=np.int64).reshape(-1, 2)
        return ChosenKeypoints(np.array(told["moved"]), misfit, margin, told["ambiguous"], other)

    @cached_property
    def reconstructions(self) -> Reconstructions:
        return Reconstructions(*_core.reconstruct(self._x, self._y, self._core))

    @cached_property
    def _dense_maps(self) -> DenseMaps:
        there, back, note = _core.dense_maps(self._x, self._y, self._core)
        if note:
            warnings.warn(note, stacklevel=4)
        return DenseMaps(DenseMap(*there), DenseMap(*back))

    def dense_maps(self) -> DenseMaps:
        """Every vertex of each shape on the other one; takes some seconds, once."""
        return self._dense_maps

    def report(self, path: Path, dense: bool = True) -> None:
        """Write a page that shows shapes, match and proof: one HTML file that needs no network."""
        names = [os.path.basename(name) for name in self.names]
        _core.write_report(os.fspath(path), names[0], self._x, names[1], self._y, self._core, dense)

    def to_json(self, path: Optional[Path] = None) -> str:
        """The text of a result.json, as the program writes it; with a path it is written there, too."""
        text = self._core.json("", "", "")
        if path is not None:
            _core.write_file(os.fspath(path), text.encode())
        return text

    def save_certificate(self, path: Path) -> None:
        """Write the proof for sigmatch.verify() or `sigmatch verify`; needs match(..., certify=True)."""
        if not self._core.has_certificate:
            raise InputError("the match has no certificate: call match(..., certify=True)")
        _core.write_file(os.fspath(path), _core.certificate(self._x, self._y, self._core))

    def __repr__(self) -> str:
        return f"<sigmatch.Result: {self._core.brief_report().splitlines()[0]}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{i}</td><td>{j}</td><td>{v}</td><td>{w}</td></tr>"
            for (i, j), (v, w) in zip(self.matches.tolist(), self.match_vertices.tolist())
        )
        x, y = (html.escape(os.path.basename(name)) for name in self.names)
        return (
            f"<p><b>{x} ↔ {y}</b>: {html.escape(self._core.brief_report().splitlines()[0])}</p>"
            "<details><summary>matches</summary><table><thead><tr><th>keypoint of X</th><th>keypoint of Y</th>"
            f"<th>vertex of X</th><th>vertex of Y</th></tr></thead><tbody>{rows}</tbody></table></details>"
        )
