#pragma once

#include <Eigen/Core>
#include <vector>

namespace sigmatch {

/// The half-space a . m >= b for squared norms m >= 0.
struct Cut {
    Eigen::Vector3d a;
    double b;
};

/// Whether the cuts exclude all norms whose sum is below `level`. Norms that are not `present` are zero. The
/// simplex of norms with the sum `level` is divided into cells until every cell is excluded by one cut. a . m
/// is convex in the norms, so a cut that excludes the corners of a cell excludes the cell.
bool exclude_all_below(double level, const std::vector<Cut>& cuts, const Eigen::Array3i& present);

}  // namespace sigmatch
