#pragma once

#include <optional>

#include "sigmatch/bench.h"
#include "sigmatch/dense_map.h"

namespace sigmatch {

/// A pair as it was matched, and the meshes that errors are measured on.
struct MatchedPair {
    const Shape &x, &y;   ///< matched: maybe clouds of points
    const Shape& mesh_y;  ///< of the same vertices as y
    const Keypoints &keypoints_x, &keypoints_y;
    const Match& match;
    const std::vector<int>& truth;  ///< vertex of Y for each keypoint of X, or -1
    bool same_numbering = false;    ///< vertex v of X is vertex v of Y
};

/// The mean error of the dense map by the diameter of Y: over some hundred vertices where they correspond by
/// number. Where only the keypoints are known: over these, a fifth of them left out of the match at a time,
/// so that the map does not know what it is asked for; nothing if there are fewer than ten.
std::optional<double> mean_dense_error(const MatchedPair& pair, const DenseOptions& options);

}  // namespace sigmatch
