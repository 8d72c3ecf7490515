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

/// More than any assignment costs. Infinite costs, of impossible pairs, do not count.
double surcharge(const Eigen::MatrixXd& cost);
/// Adds the surcharge to the pairs of a match that do not have it yet, so that later rounds avoid them.
void make_dear(const Match& match, double surcharge, Eigen::MatrixXd& cost);

/// Successive optimal assignments. Each one repeats as few pairs of earlier ones as it can: none, unless
/// there are impossible pairs. Empty if there is no assignment.
std::vector<PruningRound> pruning_rounds(const Eigen::MatrixXd& cost, int rounds);

/// The candidate set of the paper: the pairs of `rounds` successive optimal assignments, with
/// pruning_costs(), among the possible pairs. It always contains a permutation: throws InputError if the
/// possible pairs contain none. If rounds is 0, or at least n, all possible pairs are allowed.
///
/// The paper divides the distances of a shape by the root of its area. We divide them by their mean: this
/// does not need the surface, and fewer true pairs are lost between shapes of different proportions.
Mask prune_candidates(const Eigen::MatrixXd& distances_x, const Eigen::MatrixXd& distances_y, int rounds,
                      const Mask& possible);
Mask prune_candidates(const Eigen::MatrixXd& distances_x, const Eigen::MatrixXd& distances_y, int rounds);

}  // namespace sigmatch
