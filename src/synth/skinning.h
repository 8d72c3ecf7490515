#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <vector>

#include "sigmatch/shape.h"
#include "synth/skeleton.h"
#include "synth/skin.h"

namespace sigmatch::synth {

/// How much each vertex (row) follows each segment (column): at least 0, rows sum to 1.
///
/// Every vertex starts with the segment of its nearest part; diffusion on the surface, as wide as the body is
/// thick, then softens the borders. It runs along the surface, so no leg drags the other one along.
Eigen::MatrixXd skinning_weights(const Shape& rest, const Skeleton& skeleton, const Skin& skin);

/// Moves every vertex by the weighted mean of the motions, as dual quaternions: joints do not collapse.
Points pose_vertices(const Points& rest, const Eigen::MatrixXd& weights,
                     const std::vector<Eigen::Isometry3d>& motions);

}  // namespace sigmatch::synth
