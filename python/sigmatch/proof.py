"""Checking proofs."""

from __future__ import annotations

import os
from typing import Optional

from . import _core
from ._core import Verdict
from .shapes import Path, ShapeLike, as_shape


def verify(certificate: Path, x: Optional[ShapeLike] = None, y: Optional[ShapeLike] = None) -> Verdict:
    """Check a proof, by code that shares nothing with the search.

    certificate: a file of Result.save_certificate() or `sigmatch match --certificate`.
    x, y: the shapes; with them it is checked, too, that the proof is about their problem.

    Returns what is proven: objective, lower_bound, runner_up, gap. Raises sigmatch.VerificationError, which
    says where it fails.
    """
    shapes = [None if shape is None else as_shape(shape) for shape in (x, y)]
    return _core.verify(os.fspath(certificate), *shapes)
