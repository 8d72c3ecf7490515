#pragma once

#include <Eigen/Core>

#include "sigmatch/problem.h"

namespace sigmatch {

/// phi(Z) of one Deformation, in the eigenbasis of S, where it is a function of the squared row norms
/// c_i = |q_i' Z|^2 alone. For a share w in [0, 1] of the keypoint distance in phi,
///
///     phi^2 = min over w of q(w),   q(w) = sum_i c_i / m_i(w),   m_i = w / a^2 + (1 - w) / (b^2 s_i):
///
/// the minimum over V for the weighted squares, then over the weights. q is convex, and at its minimum the
/// two terms are w phi and (1 - w) phi.
class Phi {
public:
    explicit Phi(const Deformation& deformation);
    /// From S = basis' diag(s) basis, where the rows of `basis` are orthonormal.
    Phi(Eigen::MatrixXd basis, const Eigen::VectorXd& s, double a, double b);

    int rank() const { return static_cast<int>(bending_.size()); }

    /// Eigenvectors of S as rows (rank by n); the kernel is left out.
    const Eigen::MatrixXd& basis() const { return basis_; }

    struct Value {
        double phi = 0;
        double share = 0;  ///< w: the part of phi that is keypoint distance
    };

    /// `c`: rank squared row norms; `share_guess` starts the iteration.
    Value operator()(const Eigen::Ref<const Eigen::ArrayXd>& c, double share_guess = 0) const;

    /// m_i(w).
    Eigen::ArrayXd metric(double share) const;

    /// The maximiser W of <W, Z> in the dual ball {|W| <= a, |S^-1/2 W| <= b} in the eigenbasis (rank by 3):
    /// feasible even where `value` is inexact. B = basis * Z.
    Eigen::MatrixXd dual(const Eigen::MatrixXd& B, const Value& value) const;

    /// The optimal V (n by 3) for the positions Z.
    Points minimiser(const Points& Z) const;

private:
    Eigen::MatrixXd basis_;
    Eigen::ArrayXd bending_;  // 1 / (b^2 s_i)
    double distance_ = 0;     // 1 / a^2
};

}  // namespace sigmatch
