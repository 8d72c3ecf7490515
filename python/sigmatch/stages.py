"""The stages of a match, each on its own."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._core import Plbo, Problem, Reduction, Solution
from .knowledge import PairsLike, TableLike, as_knowledge
from .options import as_texts, with_options
from .prepared import Matchable, prepared_pair
from .shapes import KeypointsLike, ShapeLike, as_keypoints, as_shape


def plbo(shape: ShapeLike, prior: str = "plbo") -> Plbo:
    """The deformation operator D of a connected shape: its Laplacian with affine maps projected out.

    prior: 'plbo', or 'lbo' for the plain Laplacian, whose free deformations are translations alone.

    The result has apply(X) = D X, pseudo_inverse(B) = D^+ B, kernel (an orthonormal basis), mass and size.
    D is dense and never formed.
    """
    return Plbo(as_shape(shape), prior)


def reduce(operator: Plbo, keypoints: Sequence[int]) -> Reduction:
    """The exact reduction of a mesh to its keypoints: S with min |D X^|^2 = tr(V' S V) over all X^ whose
    keypoints are at V. G is the free deformation that the keypoints ask for."""
    return _core.reduce(operator, [int(i) for i in keypoints])


def bend(operator: Plbo, keypoints: Sequence[int], reduction: Reduction, positions: ArrayLike) -> NDArray[np.float64]:
    """The shape of least |D X^| whose keypoints are at `positions` (n by 3)."""
    return _core.bend(operator, [int(i) for i in keypoints], reduction, np.asarray(positions, dtype=float))


def orientation_feature(shape: ShapeLike, orientation: str = "smooth") -> NDArray[np.float64]:
    """A number for each vertex of a connected shape that changes its sign under reflection: it tells left
    from right. orientation: 'smooth', or 'paper' for that of the paper."""
    return _core.orientation_feature(as_shape(shape), orientation)


def geodesic_distances(shape: ShapeLike, keypoints: KeypointsLike) -> NDArray[np.float64]:
    """Lengths of the shortest paths along edges between the keypoints (n by n), in the shape's units."""
    surface = as_shape(shape)
    return _core.geodesic_distances(surface, as_keypoints(keypoints, surface))


def prune_candidates(distances_x: ArrayLike, distances_y: ArrayLike, rounds: int = 11) -> NDArray[np.bool_]:
    """The candidate pairs (n by n booleans): the union of `rounds` best assignments between the percentiles
    of each keypoint's distances to the others. 0 allows all pairs."""
    return _core.prune_candidates(np.asarray(distances_x, dtype=float), np.asarray(distances_y, dtype=float), rounds)


@with_options
def build_problem(
    x: Matchable,
    y: Matchable,
    keypoints_x: Optional[KeypointsLike] = None,
    keypoints_y: Optional[KeypointsLike] = None,
    *,
    known: Optional[PairsLike] = None,
    forbid: Optional[PairsLike] = None,
    cost: Optional[TableLike] = None,
    features_x: Optional[TableLike] = None,
    features_y: Optional[TableLike] = None,
    **options: Any,
) -> Problem:
    """The first half of match(): everything about two shapes that the search needs, for solve().

    x, y, keypoints_x, keypoints_y, known, forbid, cost, features_x, features_y: as for match(). Options of the
    search have no effect.
    """
    prepared_x, prepared_y, options = prepared_pair(x, y, keypoints_x, keypoints_y, options)
    knowledge = as_knowledge(prepared_x, prepared_y, known, forbid, cost, features_x, features_y)
    return _core.build_problem(prepared_x, prepared_y, as_texts(options), knowledge)


@with_options
def solve(
    problem: Problem, *, progress: Optional[Callable[[_core.Progress], object]] = None, **options: Any
) -> Solution:
    """The second half of match(): the match of least objective on problem.allowed, with proof.

    problem: of build_problem(), or filled by hand.
    progress: as for match(). Options of the model have no effect, but for candidates='auto'.
    Ctrl-C returns the best so far. The result has status, match, objective, lower_bound, gap, margin, terms,
    nodes, seconds, trace and ranking.
    """
    return _core.solve(problem, as_texts(options), progress)


def evaluate(problem: Problem, match: Sequence[int]) -> Dict[str, float]:
    """The objective of one match, term by term; their sum is the objective."""
    return _core.evaluate(problem, [int(j) for j in match])
