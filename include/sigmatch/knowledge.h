#pragma once

#include <Eigen/Core>
#include <utility>
#include <vector>

#include "sigmatch/problem.h"

namespace sigmatch {

class PreparedShape;

/// What a user knows about two shapes beyond their surfaces. All of it becomes a part of the Problem, so that
/// the proof covers it. Empty members say nothing.
struct Knowledge {
    Match known;  ///< known[i] = j: keypoint i of X certainly belongs to j of Y; unmatched: not known
    std::vector<std::pair<int, int>> forbidden;  ///< keypoint i of X certainly does not belong to j of Y
    Eigen::MatrixXd cost;  ///< of each pair, n x m, not negative, in any unit; divided by its mean
    /// Descriptors of any kind, learned or not: a row for each keypoint, or for each vertex of the user's
    /// shape. Rows are compared by their distance, divided by the root mean square over all pairs of
    /// keypoints. Distances above 1, those of keypoints that have nothing in common, count as 1.
    Eigen::MatrixXd features_x, features_y;

    bool empty() const;
};

/// Throws InputError if pairs or costs do not fit shapes with n and m keypoints, or contradict each other.
void check(const Knowledge& knowledge, Eigen::Index n, Eigen::Index m);

/// The same, with features of the keypoints alone. Throws InputError if anything does not fit the shapes.
Knowledge at_keypoints(const Knowledge& knowledge, const PreparedShape& x, const PreparedShape& y);

/// The pairs that known and forbidden pairs leave, n x m. Needs knowledge that check() accepts.
Mask possible_pairs(const Knowledge& knowledge, Eigen::Index n, Eigen::Index m);

}  // namespace sigmatch
