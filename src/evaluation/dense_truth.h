#pragma once

#include <optional>

#include "sigmatch/bench.h"
#include "sigmatch/dense_map.h"

namespace sigmatch {

/// A pair as it was matched, with the mesh on which errors are measured.
struct MatchedPair {
    PreparedShape x, y;    ///< the matched shapes; they may be clouds of points
    PreparedShape mesh_y;  ///< has the same vertices and keypoints as y
    Match match;
    std::vector<int> truth;  ///< vertex of Y for each keypoint of X, or -1
};

/// The mean error of the pair's dense map over some hundred vertices, divided by the diameter of Y. For pairs
/// where vertex v of X is vertex v of Y.
std::optional<double> mean_dense_error(const MatchedPair& pair, const DenseMap& x_to_y);

/// The same for pairs where only the keypoints are known. A fifth of the keypoints at a time is left out of
/// the match; their error is measured in the map that the others give. Nothing if there are fewer than ten
/// keypoints.
std::optional<double> held_out_dense_error(const MatchedPair& pair, const DenseOptions& options);

}  // namespace sigmatch
