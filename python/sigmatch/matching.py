"""The main function, and the objective of a given match."""

from __future__ import annotations

from typing import Any, Callable, Optional, Sequence

from . import _core
from ._core import InputError, PreparedShape
from .knowledge import PairsLike, TableLike, as_knowledge
from .options import as_texts, with_options
from .result import Result
from .prepared import Matchable, name_of, prepared_pair
from .shapes import KeypointsLike, as_shape


@with_options
def match(
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
    certify: bool = False,
    progress: Optional[Callable[[_core.Progress], object]] = None,
    **options: Any,
) -> Result:
    """Find the best correspondence between the keypoints of two shapes, and prove it.

    Without keypoints, 25 are chosen on each shape: see `chosen` of the result.

    The best match is the one for which the shapes must be bent least to lie on each other. It does not
    depend on their poses, positions and sizes, nor on the order of the keypoints. The result tells how much
    better any other match could be at most (`gap`).

    Example:
        result = sigmatch.match("cat.off", "dog.off", [12, 7, 99, 4, 61], [3, 80, 5, 1, 42])
        for i, j in result.matches:
            print(f"keypoint {i} of the cat is keypoint {j} of the dog")

    Parameters:
        x, y: the two shapes, each as a file name (OFF, OBJ, PLY, STL, VTP, glTF, XYZ, CSV), as a pair
            (vertices, faces) of arrays (n by 3 coordinates in any unit; m by 3 vertex ids from 0), as an
            array of points (n by 3: a cloud), or as a sigmatch.Shape; or made ready by prepare(), with its
            keypoints.
        keypoints_x, keypoints_y: the keypoints of each shape: vertex ids from 0, at least 5, in any order;
            or the name of a file with them. Both need as many, unless partial=True. Default None, for both:
            they are chosen.
        known: pairs (i, j) that are certain, as positions in the two lists of keypoints: a list of pairs, a
            dictionary {i: j}, or the name of a file.
        forbid: pairs that are certainly wrong; a list or the name of a file.
        cost: the cost of each pair, as many rows as X has keypoints and as many columns as Y; not negative, in
            any unit (weight: cost_weight).
        features_x, features_y: descriptors, learned or not: a row per keypoint or per vertex, the same number of
            columns (weight: feature_weight). All that is given here is part of what is proven.
        certify: keep the proof, for Result.save_certificate() and sigmatch.verify(); default False.
        progress: a function that is called now and then with the state of the search, an object with
            seconds, lower_bound, upper_bound, gap, nodes and relaxations; default None.

    Returns:
        A sigmatch.Result: matches, objective, lower_bound, gap, status and more; see help(sigmatch.Result).

    Ctrl-C (KeyboardInterrupt) ends the search and returns the best match so far, with the status
    'interrupted'. Other Python threads run meanwhile.

    Raises:
        sigmatch.InputError (a ValueError) if the shapes, keypoints or options cannot be used, and
        sigmatch.FileError (also an OSError) if a file cannot be read; the text says what to do.
    """
    names = name_of(x, "X"), name_of(y, "Y")
    prepared = isinstance(x, PreparedShape) or isinstance(y, PreparedShape)
    if keypoints_x is None and keypoints_y is None and not prepared:
        if any(given is not None for given in (known, forbid, cost, features_x, features_y)):
            raise InputError("what you know is about keypoints: give keypoints_x and keypoints_y")
        chosen_x, chosen_y, found = _core.match_shapes(as_shape(x), as_shape(y), as_texts(options), certify, progress)
        return Result(found, chosen_x, chosen_y, *names)
    prepared_x, prepared_y, options = prepared_pair(x, y, keypoints_x, keypoints_y, options)
    knowledge = as_knowledge(prepared_x, prepared_y, known, forbid, cost, features_x, features_y)
    found = _core.match(prepared_x, prepared_y, as_texts(options), knowledge, certify, progress)
    return Result(found, prepared_x, prepared_y, *names)


@with_options
def evaluate_match(
    x: Matchable,
    y: Matchable,
    keypoints_x: Optional[KeypointsLike],
    keypoints_y: Optional[KeypointsLike],
    given: Sequence[int],
    *,
    cost: Optional[TableLike] = None,
    features_x: Optional[TableLike] = None,
    features_y: Optional[TableLike] = None,
    **options: Any,
) -> Result:
    """What match() would say of a given match: objective and terms, without search and proof.

    Parameters:
        x, y, keypoints_x, keypoints_y: as for match().
        given: for each keypoint of X the position in keypoints_y of its partner, from 0; -1 for none, where
            partial=True.
        cost, features_x, features_y: as for match().

    Returns:
        A sigmatch.Result with the status 'fixed'.
    """
    prepared_x, prepared_y, options = prepared_pair(x, y, keypoints_x, keypoints_y, options)
    knowledge = as_knowledge(prepared_x, prepared_y, None, None, cost, features_x, features_y)
    told = _core.evaluate_match(prepared_x, prepared_y, [int(j) for j in given], as_texts(options), knowledge)
    return Result(told, prepared_x, prepared_y, name_of(x, "X"), name_of(y, "Y"))
