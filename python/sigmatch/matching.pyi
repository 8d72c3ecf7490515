"""The options by name, for editors and type checkers; a test holds them to the library's table."""

from typing import Callable, Literal, Optional, Sequence, Union

from ._core import Progress
from .prepared import Matchable
from .result import Result
from .shapes import KeypointsLike

def match(
    x: Matchable,
    y: Matchable,
    keypoints_x: Optional[KeypointsLike] = None,
    keypoints_y: Optional[KeypointsLike] = None,
    *,
    certify: bool = False,
    progress: Optional[Callable[[Progress], object]] = None,
    candidates: Union[int, Literal["auto"]] = 11,
    lambda_def: float = 5,
    unscaled: bool = False,
    lambda_ori: float = 0.025,
    orientation: Literal["smooth", "paper"] = "smooth",
    faces: int = 0,
    laplacian: Literal["robust", "cotangent"] = "robust",
    prior: Literal["plbo", "lbo"] = "plbo",
    one_sided: bool = False,
    partial: bool = False,
    unmatched_cost: Optional[float] = None,
    method: Literal["sigma", "descriptor", "rigid"] = "sigma",
    gap: float = 0.01,
    time_limit: float = 3600,
    alternatives: int = 1,
    within: Optional[float] = None,
    memory_limit: float = 2,
    threads: int = 0,
    seed: int = 0,
) -> Result: ...
def evaluate_match(
    x: Matchable,
    y: Matchable,
    keypoints_x: Optional[KeypointsLike],
    keypoints_y: Optional[KeypointsLike],
    given: Sequence[int],
    *,
    candidates: Union[int, Literal["auto"]] = 11,
    lambda_def: float = 5,
    unscaled: bool = False,
    lambda_ori: float = 0.025,
    orientation: Literal["smooth", "paper"] = "smooth",
    faces: int = 0,
    laplacian: Literal["robust", "cotangent"] = "robust",
    prior: Literal["plbo", "lbo"] = "plbo",
    one_sided: bool = False,
    partial: bool = False,
    unmatched_cost: Optional[float] = None,
    method: Literal["sigma", "descriptor", "rigid"] = "sigma",
    gap: float = 0.01,
    time_limit: float = 3600,
    alternatives: int = 1,
    within: Optional[float] = None,
    memory_limit: float = 2,
    threads: int = 0,
    seed: int = 0,
) -> Result: ...
