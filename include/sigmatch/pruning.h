#pragma once

#include <Eigen/Core>

#include "sigmatch/problem.h"

namespace sigmatch {

/// One row per keypoint: the percentiles 0, 5, ..., 100 of its distances (n by n) to the other keypoints, in
/// units of the mean distance.
Eigen::MatrixXd percentile_histograms(const Eigen::MatrixXd& distances);

/// The candidate set of the paper. Every keypoint is described by the percentiles of its distances to the
/// other keypoints; the allowed pairs are the union of `rounds` successive optimal assignments between the
/// descriptions, each forbidding the pairs of those before. It always holds a permutation.
///
/// The paper divides the distances of a shape (n by n) by the root of its area; we divide by their mean,
/// which asks nothing of the surface and loses fewer true pairs between shapes of different proportions.
/// rounds = 0, or n and more, allows everything.
Mask prune_candidates(const Eigen::MatrixXd& distances_x, const Eigen::MatrixXd& distances_y, int rounds);

}  // namespace sigmatch
