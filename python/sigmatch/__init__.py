"""The globally best correspondence between keypoints of two 3D shapes, with proof.

>>> import sigmatch
>>> x, keypoints_x, _ = sigmatch.creature("quadruped", vertices=1000)
>>> y, keypoints_y, _ = sigmatch.creature("quadruped", pose="walk", vertices=1000, scale=2.5)
>>> result = sigmatch.match(x, y, keypoints_x, keypoints_y[::-1])
>>> result.status
'optimal'

`help(sigmatch.match)` tells all about matching, and `help(sigmatch.transfer)` how landmarks get from one shape to
many. The stages of a match can be called on their own: `plbo`, `reduce`, `orientation_feature`,
`geodesic_distances`, `prune_candidates`, `build_problem` and `solve`.
"""

from ._core import (
    FileError,
    InputError,
    NumericalError,
    Plbo,
    PreparedShape,
    Problem,
    Progress,
    Reduction,
    Shape,
    Solution,
    Summary,
    Verdict,
    VerificationError,
    __version__,
    library_versions,
)
from . import options
from .datasets import bench, creature, creature_dataset
from .landmarks import Transferred, TransferProgress, transfer
from .matching import evaluate_match, match
from .prepared import prepare
from .proof import verify
from .result import Alternative, ChosenKeypoints, DenseMap, DenseMaps, Reconstructions, Result
from .shapes import farthest_points, findings, read_keypoints, read_shape, write_shape
from .stages import (
    bend,
    build_problem,
    evaluate,
    geodesic_distances,
    orientation_feature,
    plbo,
    prune_candidates,
    reduce,
    solve,
)

__all__ = [name for name in dir() if not name.startswith("_")] + ["__version__"]
