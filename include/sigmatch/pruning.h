#pragma once

#include <Eigen/Core>
#include <vector>

#include "sigmatch/problem.h"

namespace sigmatch {

/// One row per keypoint: the percentiles 0, 5, ..., 100 of its distances to the other keypoints, divided by
/// the mean distance. `distances` is n by n.
Eigen::MatrixXd percentile_histograms(const Eigen::MatrixXd& distances);

/// The cost of the pair (i, j): the distance between the percentiles of keypoint i of X and j of Y. Costs are
/// whole numbers, so that sums are exact.
Eigen::MatrixXd pruning_costs(const Eigen::MatrixXd& distances_x, const Eigen::MatrixXd& distances_y);

/// An optimal assignment with prices that prove it: row_prices[i] + column_prices[j] <= cost(i, j), with
/// equality where match[i] = j.
struct PruningRound {
    Match match;
    Eigen::VectorXd row_prices, column_prices;
};

/// Successive optimal assignments. Each one avoids the pairs of all earlier ones.
std::vector<PruningRound> pruning_rounds(const Eigen::MatrixXd& cost, int rounds);

/// The candidate set of the paper: the pairs of `rounds` successive optimal assignments, with
/// pruning_costs(). It always contains a permutation. If rounds is 0, or at least n, all pairs are allowed.
///
/// The paper divides the distances of a shape by the root of its area. We divide them by their mean: this
/// does not need the surface, and fewer true pairs are lost between shapes of different proportions.
Mask prune_candidates(const Eigen::MatrixXd& distances_x, const Eigen::MatrixXd& distances_y, int rounds);

}  // namespace sigmatch
