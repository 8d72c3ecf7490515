#pragma once

#include <cstdint>
#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// Rotations and shifts, as 4 x 4 matrices, that lay one shape on another of the same size: the best of many
/// that start from random rotations, each followed by the best motions to nearest points. They differ from
/// each other clearly; the best comes first. `spread_from`, `spread_to`: vertices spread over the shapes.
std::vector<Eigen::Matrix4d> rigid_motions(const Points& from, const std::vector<int>& spread_from,
                                           const Points& to, const std::vector<int>& spread_to, int most,
                                           std::uint64_t seed);

/// The points after a motion.
Points moved(const Points& points, const Eigen::Matrix4d& motion);

}  // namespace sigmatch
