#pragma once

#include <Eigen/Core>
#include <vector>

#include "sigmatch/problem.h"

namespace sigmatch {

/// The coordinates of the lift y = (1, P_ij for the allowed ij) and of the matrix Y = y y', with the known
/// constraints: rows and columns of P sum to one; two entries of one row or column are never both one.
class LiftedSpace {
public:
    explicit LiftedSpace(const Mask& allowed);

    struct Entry {
        int i, j;
    };

    int keypoints() const { return n_; }
    int size() const { return static_cast<int>(entries_.size()) + 1; }
    const std::vector<Entry>& entries() const { return entries_; }
    Mask mask() const { return index_.array() > 0; }
    /// The coordinate of P_ij in y; 0 where it is forbidden.
    int index(int i, int j) const { return index_(i, j); }
    /// 1 where Y may be nonzero, else 0.
    const Eigen::MatrixXf& support() const { return support_; }
    /// Orthonormal columns that are orthogonal to every feasible y, from the row and column sums.
    const Eigen::MatrixXd& normals() const { return normals_; }
    const Eigen::MatrixXf& normals_single() const { return normals_single_; }
    size_t bytes() const {
        return (support_.size() + normals_single_.size()) * sizeof(float) + normals_.size() * sizeof(double);
    }
    /// For each coordinate of this space, its position in the other space; 0 if the other space lacks it.
    std::vector<int> positions_in(const LiftedSpace& other) const;

private:
    int n_;
    std::vector<Entry> entries_;
    Eigen::MatrixXi index_;
    Eigen::MatrixXf support_;
    Eigen::MatrixXd normals_;
    Eigen::MatrixXf normals_single_;
};

}  // namespace sigmatch
