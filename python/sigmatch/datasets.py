"""Example shapes, and whole data sets."""

from __future__ import annotations

import os
from typing import Any, List, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._core import Shape, Summary
from .options import as_texts, with_options
from .shapes import Path


def creature(
    kind: str = "quadruped",
    *,
    pose: str = "rest",
    kin: int = 0,
    vertices: int = 5000,
    remesh: int = 0,
    scale: float = 1.0,
    rotate: int = 0,
    keep: float = 1.0,
    cloud_points: int = 0,
    shuffle: int = 0,
) -> Tuple[Shape, NDArray[np.int64], List[str]]:
    """Make an example: a creature, its keypoints and their names, which correspond across all creatures.

    kind: 'quadruped' or 'biped'.
    pose: 'rest', 'walk', 'sit', 'jump', 'turn', or the seed of a random one, as text.
    kin: seed of other proportions; 0: none.
    vertices: how many, 500 to 200000.
    remesh: seed of another triangulation; 0: the symmetric one.
    scale: factor on the size.
    rotate: seed of a random rotation; 0: none.
    keep: the share of the surface that is kept, 0.1 to 1: a part.
    cloud_points: if not 0, a cloud of so many points instead of a mesh.
    shuffle: seed of a random order of the vertices; 0: none.
    """
    return _core.creature(kind, pose, kin, vertices, remesh, scale, rotate, keep, cloud_points, shuffle)


def creature_dataset(folder: Path, *, pairs: int = 4, seed: int = 1) -> int:
    """Write pairs of creatures with known truth and their manifests into a folder; returns how many."""
    return _core.write_creature_dataset(os.fspath(folder), seed, pairs)


@with_options
def bench(manifest: Path, output: Path, *, reports: bool = False, dense: bool = False, **options: Any) -> Summary:
    """Match all pairs of a manifest and measure the errors, as `sigmatch bench` does.

    manifest: a file with one JSON object per line: id, x, y, kx, ky and, where known, truth.
    output: the folder for results, tables, figures (SVG) and index.html; run again it goes on where it stopped.
    reports: write a page for each pair, too.
    dense: make dense maps and measure them, too.

    Returns a summary: pairs, failed, certified, keypoints, correct, auc, mean_error, median_seconds, ...
    Ctrl-C ends it; what is done is kept.
    """
    return _core.bench(os.fspath(manifest), os.fspath(output), as_texts(options), reports, dense, None)
