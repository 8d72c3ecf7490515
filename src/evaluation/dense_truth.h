#pragma once

#include <optional>

#include "sigmatch/bench.h"
#include "sigmatch/dense_map.h"

namespace sigmatch {

/// A pair as it was matched, and the mesh that errors are measured on.
struct MatchedPair {
    const Shape &x, &y;   ///< matched: maybe clouds of points
    const Shape& mesh_y;  ///< of the same vertices as y
    const Keypoints &keypoints_x, &keypoints_y;
    const Match& match;
    const std::vector<int>& truth;  ///< vertex of Y for each keypoint of X, or -1
};

/// The mean error of the pair's dense map, by the diameter of Y, where vertex v of X is vertex v of Y: over
/// some hundred vertices.
std::optional<double> mean_dense_error(const MatchedPair& pair, const DenseMap& x_to_y);

/// The same where only the keypoints are known: over these, a fifth of them left out of the match at a time,
/// so that the maps made of the rest do not know what they are asked for; nothing if there are fewer than
/// ten.
std::optional<double> held_out_dense_error(const MatchedPair& pair, const DenseOptions& options);

}  // namespace sigmatch
