"""Landmarks of one shape, carried over to many that have none."""

from __future__ import annotations

import os
import warnings
from typing import Any, Callable, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._core import InputError, NumericalError, Shape
from .options import as_texts, with_options
from .shapes import Path, ShapeLike, as_shape, is_path, path_of

LandmarksLike = Union[Path, ArrayLike]


class TransferProgress(NamedTuple):
    """What transfer() is doing: the `stage` of the work on the target at the position `index`, from 0."""

    index: int
    target: str
    stage: str


class Transferred(NamedTuple):
    """The landmarks of one target.

    Attributes:
        target: its file, or its position in the list of targets, as text.
        error: why there are no landmarks; None if there are. Without landmarks, positions are nan and trust is 0.
        names: of the landmarks, as the template has them; '' for those without one.
        positions: in the coordinates of the target; n by 3.
        trust: from 0 to 1 for each landmark; somebody should look at those below 0.5 (`doubtful`).
        triangles, weights: where the landmarks lie: rows of target.faces (vertices of a cloud; -1: nowhere), and the
            weights of the three corners, n by 3.
        margin: by what share the misfit of another placement, limbs exchanged or the body turned, is larger at least;
            inf if none is known.
        ambiguous: the margin is too small; then no landmark is trusted.
        proven: the matches are proven to be optimal for the keypoints that were chosen.
        misfit: how badly all of the surface fits, without unit.
    """

    target: str
    error: Optional[str]
    names: List[str]
    positions: NDArray[np.float64]
    trust: NDArray[np.float64]
    triangles: NDArray[np.int64]
    weights: NDArray[np.float64]
    margin: float
    ambiguous: bool
    proven: bool
    misfit: float

    @property
    def doubtful(self) -> NDArray[np.bool_]:
        """Which landmarks somebody should look at."""
        return self.trust < _core.doubtful_trust

    def __repr__(self) -> str:
        if self.error is not None:
            return f"<sigmatch.Transferred: {self.target} failed: {self.error}>"
        doubt = ", ambiguous" if self.ambiguous else ""
        return (
            f"<sigmatch.Transferred: {self.target}, {len(self.names)} landmarks, {self.doubtful.sum()} to check{doubt}>"
        )


def _positions(given: LandmarksLike, shape: Shape, shape_path: str) -> Tuple[NDArray[np.float64], List[str], str]:
    """Positions, names, and what messages call them."""
    if is_path(given):
        path = os.fspath(given)  # type: ignore[arg-type]
        positions, names, notes = _core.read_landmark_positions(path, shape, shape_path)
        for note in notes:
            warnings.warn(note, stacklevel=4)
        return positions, names, path
    try:
        positions = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        positions = np.empty(0)
    if positions.ndim != 2 or positions.shape[1] != 3:
        raise InputError(
            "landmarks are the name of a file or an n by 3 array of positions; for vertex ids give vertices[ids]"
        )
    return positions, [""] * len(positions), "landmarks"


def _template(
    given: ShapeLike, landmarks: LandmarksLike, options: List[Tuple[str, str]]
) -> Tuple[_core.LandmarkTemplate, List[str]]:
    """The prepared template and the names of its landmarks."""
    shape = as_shape(given)
    positions, names, source = _positions(landmarks, shape, path_of(given))
    if len(positions) == 0:
        raise InputError(f"{source}: holds no landmarks")
    return _core.LandmarkTemplate(shape, positions, names, options, source), names


def _several(template: Any, landmarks: Any) -> List[Tuple[Any, Any]]:
    """Pairs of a template and its landmarks."""
    if not isinstance(template, list):
        return [(template, landmarks)]
    if not isinstance(landmarks, (list, tuple)) or len(landmarks) != len(template) or not template:
        raise InputError("a list of templates needs a list of landmarks: one entry for each template")
    return list(zip(template, landmarks))


def _failed(target: str, names: List[str], error: str) -> Transferred:
    n = len(names)
    nowhere = np.full((n, 3), np.nan)
    return Transferred(
        target, error, names, nowhere, np.zeros(n), np.full(n, -1), np.zeros((n, 3)), np.nan, False, False, np.nan
    )


def _transfer_to(
    templates: List[_core.LandmarkTemplate],
    names: List[str],
    index: int,
    given: ShapeLike,
    options: List[Tuple[str, str]],
    progress: Optional[Callable[[TransferProgress], object]],
) -> Optional[Transferred]:
    """The landmarks of one target; None if it was interrupted."""
    name = path_of(given) or str(index)
    try:
        shape = as_shape(given)
    except (ValueError, TypeError) as error:
        return _failed(name, names, str(error))
    tell = None if progress is None else lambda stage: progress(TransferProgress(index, name, stage))
    try:
        found = _core.transfer(templates, shape, name, options, tell)
    except (InputError, NumericalError) as error:
        return _failed(name, names, str(error))
    if found is None:
        return None
    return Transferred(
        name, None, names, found.positions, found.trust, found.triangles, found.weights, found.margin,
        found.ambiguous, found.proven, found.misfit
    )


@with_options
def transfer(
    template: Union[ShapeLike, List[ShapeLike]],
    landmarks: Union[LandmarksLike, List[LandmarksLike]],
    targets: Iterable[ShapeLike],
    *,
    names: Optional[Sequence[str]] = None,
    progress: Optional[Callable[[TransferProgress], object]] = None,
    **options: Any,
) -> List[Transferred]:
    """Carry the landmarks of a template over to shapes that have none, as `sigmatch transfer` does.

    Keypoints are chosen on template and target and matched; the match becomes a dense map, and the map carries
    the landmarks. The template is prepared once.

    Example:
        for skull in sigmatch.transfer("atlas.ply", "atlas.mrk.json", ["a.ply", "b.ply"]):
            print(skull.target, skull.error or skull.positions[skull.doubtful])

    Parameters:
        template: the shape with landmarks, as for match(): the name of a file, (vertices, faces), points, or a
            sigmatch.Shape. Or a list of shapes: each landmark becomes the median of what all templates say.
        landmarks: the name of a file (.mrk.json, .fcsv, .tps, .nts, .csv, .xyz, or vertex ids from 0), or positions
            on the template, n by 3, in its unit. For a list of templates a list, one entry for each.
        targets: the shapes without landmarks, each as for match(): a list or anything that yields shapes one by
            one.
        names: a name for each landmark; default None: those in the landmark file of the first template.
        progress: a function that is called now and then with a sigmatch.TransferProgress: index, target and
            stage; default None.

    Returns:
        A list with a sigmatch.Transferred for each target: names, positions, trust, triangles, weights, margin,
        ambiguous, proven and misfit. A target that cannot be used has an `error`, and the others go on.

    Ctrl-C (KeyboardInterrupt) ends it and returns the targets that are done: the list is shorter then. Other
    Python threads run meanwhile.

    Raises:
        sigmatch.InputError (a ValueError) if templates, landmarks or options cannot be used, and
        sigmatch.FileError (also an OSError) if a file of a template cannot be read.
    """
    if is_path(targets) or isinstance(targets, (Shape, np.ndarray, tuple)):
        raise InputError("targets are a list of shapes: for a single one give [target]")
    texts = as_texts(options)
    prepared = [_template(*one, texts) for one in _several(template, landmarks)]
    counts = {len(own_names) for _, own_names in prepared}
    if len(counts) > 1:
        raise InputError(f"the templates have different numbers of landmarks: {sorted(counts)}")
    labels = prepared[0][1] if names is None else [str(name) for name in names]
    if len(labels) not in counts:
        raise InputError(f"there are {len(labels)} names, but {counts.pop()} landmarks")
    templates = [one for one, _ in prepared]
    done: List[Transferred] = []
    try:
        for index, target in enumerate(targets):
            found = _transfer_to(templates, labels, index, target, texts, progress)
            if found is None:
                break
            done.append(found)
    except KeyboardInterrupt:
        pass
    return done
