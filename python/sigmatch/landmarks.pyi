"""The options by name, for editors and type checkers; a test holds them to the library's table."""

from typing import Callable, Iterable, List, Literal, NamedTuple, Optional, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .shapes import Path, ShapeLike

LandmarksLike = Union[Path, ArrayLike]

class TransferProgress(NamedTuple):
    index: int
    target: str
    stage: str

class Transferred(NamedTuple):
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
    def doubtful(self) -> NDArray[np.bool_]: ...

def transfer(
    template: Union[ShapeLike, List[ShapeLike]],
    landmarks: Union[LandmarksLike, List[LandmarksLike]],
    targets: Iterable[ShapeLike],
    *,
    names: Optional[Sequence[str]] = None,
    progress: Optional[Callable[[TransferProgress], object]] = None,
    model: Literal["full", "paper"] = "full",
    candidates: Union[int, Literal["auto"]] = 11,
    lambda_def: float = 5,
    unscaled: bool = False,
    lambda_ori: float = 0.025,
    orientation: Literal["smooth", "paper"] = "smooth",
    lambda_dist: float = 0.03,
    distance_limit: float = 0.6,
    lambda_pair_ori: float = 0.03,
    cost_weight: float = 0.01,
    feature_weight: float = 0.01,
    by_vertex: bool = False,
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
) -> List[Transferred]: ...
