#pragma once

#include <Eigen/Core>
#include <vector>

#include "sigmatch/problem.h"

namespace sigmatch {

/// The coordinates of the lift y = (1, P_ij for the allowed ij), of the matrix Y = y y', and of what is known
/// about it: rows and columns of P sum to one, two entries of one row or column are never both one.
class LiftedSpace {
public:
    explicit LiftedSpace(const Mask& allowed);

    struct Entry {
        int i, j;
    };

    int keypoints() const { return n_; }
    int size() const { return static_cast<int>(entries_.size()) + 1; }
    const std::vector<Entry>& entries() const { return entries_; }
    /// The coordinate of P_ij in y; 0 where it is forbidden.
    int index(int i, int j) const { return index_(i, j); }
    /// 1 where Y may be nonzero, else 0.
    const Eigen::MatrixXf& support() const { return support_; }
    /// Orthonormal columns, orthogonal to every feasible y: the row and column sums.
    const Eigen::MatrixXd& normals() const { return normals_; }
    const Eigen::MatrixXf& normals_single() const { return normals_single_; }
    /// Positions of this space's coordinates in a larger space, for passing duals to a subproblem.
    std::vector<int> positions_in(const LiftedSpace& larger) const;

private:
    int n_;
    std::vector<Entry> entries_;
    Eigen::MatrixXi index_;
    Eigen::MatrixXf support_;
    Eigen::MatrixXd normals_;
    Eigen::MatrixXf normals_single_;
};

/// The objective as a sum of norms t_k = sqrt(m_k): a|V - Z| and b|S^1/2 V| of either side and, if its weight
/// is not zero, the orientation term. For weights w in the simplex
///
///     Q_w(P) = min over V of sum m_k / w_k  >=  f(P)^2
///
/// is quadratic in P; Q_w(P) >= B for all P is the half-space sum m_k / w_k >= B for the m of every match.
class NormSum {
public:
    explicit NormSum(const Problem& problem);

    int terms() const { return ori_weight_ > 0 ? 5 : 4; }
    /// L with y' L y = scale Q_w(P) for every feasible y.
    Eigen::MatrixXd lifted_cost(const LiftedSpace& space, const Eigen::VectorXd& w, double scale) const;
    /// Q_w of one match.
    double value(const Match& match, const Eigen::VectorXd& w) const;

private:
    struct Side {
        Eigen::VectorXd s;
        Eigen::MatrixXd Q;
        double a, b;
        Eigen::MatrixXd form(double w_rec, double w_def) const;
    };
    static Side decompose(const Deformation& deformation);

    Side x_, y_;
    Eigen::MatrixXd gram_x_, gram_y_;
    Eigen::VectorXd h_x_, h_y_;
    double ori_weight_;
};

}  // namespace sigmatch
