"""Shapes made ready for matching, once for all uses."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple, Union

from ._core import InputError, PreparedShape
from .options import as_texts
from .shapes import KeypointsLike, ShapeLike, as_keypoints, as_shape, is_path, path_of

Matchable = Union[ShapeLike, PreparedShape]
_preparation = ("model", "faces", "prior", "laplacian", "by_vertex")


def prepare(
    shape: ShapeLike,
    keypoints: KeypointsLike,
    *,
    model: Optional[str] = None,
    faces: Optional[int] = None,
    prior: Optional[str] = None,
    laplacian: Optional[str] = None,
    by_vertex: Optional[bool] = None,
) -> PreparedShape:
    """Make a shape ready for matching, once for many matches.

    Everything that match() needs of one shape alone (operators, factorisations, distances, spectra) is
    computed when first needed and kept, also for reconstructions, dense maps and reports.

    Example:
        template = sigmatch.prepare("template.off", keypoints)
        for name in names:
            result = sigmatch.match(template, name, keypoints_y=keypoints_of[name])

    shape, keypoints: as for match().
    model, faces, prior, laplacian, by_vertex: options of match() for one shape alone. match() takes them from
    here, but for the model.
    """
    options = {"model": model, "faces": faces, "prior": prior, "laplacian": laplacian, "by_vertex": by_vertex}
    return _prepare(shape, keypoints, options, "X")


def _prepare(shape: ShapeLike, keypoints: KeypointsLike, options: Dict[str, Any], name: str) -> PreparedShape:
    given = as_shape(shape)
    return PreparedShape(given, as_keypoints(keypoints, given, path_of(shape)), as_texts(options), name)


def name_of(shape: Matchable, otherwise: str) -> str:
    return str(shape) if is_path(shape) else otherwise


def prepared_pair(
    x: Matchable,
    y: Matchable,
    keypoints_x: Optional[KeypointsLike],
    keypoints_y: Optional[KeypointsLike],
    options: Dict[str, Any],
) -> Tuple[PreparedShape, PreparedShape, Dict[str, Any]]:
    """Both shapes, prepared alike, and the options that go with them."""
    options = dict(options)
    for shape in (x, y):
        if not isinstance(shape, PreparedShape):
            continue
        for name, value in shape.options.items():
            follows = options.get("model") is not None and name != "prior"
            if not follows and (options.get(name) is None or options[name] == value):
                options[name] = value
    preparation = {name: options.get(name) for name in _preparation}
    pair = []
    for shape, keypoints, name in ((x, keypoints_x, "X"), (y, keypoints_y, "Y")):
        if isinstance(shape, PreparedShape):
            if keypoints is not None:
                raise InputError(f"shape {name} was prepared with its keypoints: leave keypoints_{name.lower()} out")
            pair.append(shape)
        else:
            if keypoints is None:
                raise InputError(f"shape {name} has no keypoints: give keypoints_{name.lower()}")
            pair.append(_prepare(shape, keypoints, preparation, name))
    return pair[0], pair[1], options
