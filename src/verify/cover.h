#pragma once

#include <Eigen/Core>
#include <vector>

namespace sigmatch {

/// a . m >= b for squared norms m >= 0.
struct Cut {
    Eigen::Vector3d a;
    double b;
};

/// Whether the cuts leave no norms of sum below `level`. Only the norms that are `present` can differ from
/// zero. The simplex of all ways to share `level` among the norms is divided until one cut excludes each
/// cell: a . m is convex in the norms, so it is enough that it excludes the corners.
bool exclude_all_below(double level, const std::vector<Cut>& cuts, const Eigen::Array3i& present);

}  // namespace sigmatch
