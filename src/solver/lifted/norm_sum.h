#pragma once

#include <Eigen/Core>

#include "sigmatch/certificate.h"
#include "solver/lifted/lifted_space.h"

namespace sigmatch {

/// How much a quadratic made for the shares `from` may pass phi^2 at most where the share lies in `at`: 1
/// where it lies in `from`, too.
double excess(const ShareBox::Interval& from, const ShareBox::Interval& at);

/// The objective as a sum of norms phi_x + phi_y + ori; the last only if its weight is not zero.
///
/// A side is itself a sum phi = sqrt(m_rec) + sqrt(m_def), least over all shapes V of X. With the share of
/// sqrt(m_rec) in it, phi^2 = min over V of m_rec / share + m_def / (1 - share), a quadratic in P; with the
/// share only known to lie in an interval, phi^2 is at least the quadratic whose every coefficient is the
/// least one there. So for positive weights w and every match whose shares lie in the box
///
///     phi_x^2 / w_x + phi_y^2 / w_y + ori^2 / w_ori  >=  Q(P) = coefficients(w, box) . squares(P),
///
/// and a lower bound of Q over all matches is a cut for the squared norms of those. It is one for matches
/// with other shares as well: m_rec / mu + m_def / (1 - mu) = phi^2 (1 + (share - mu)^2 / (mu (1 - mu))).
class NormSum {
public:
    explicit NormSum(const Problem& problem);

    int norms() const { return ori_weight_ > 0 ? 3 : 2; }
    /// False for a side that costs nothing whatever the match.
    bool sees_x() const { return x_.s.any(); }
    bool sees_y() const { return y_.s.any(); }
    Eigen::VectorXd coefficients(const Eigen::VectorXd& w, const ShareBox& box) const;
    Eigen::VectorXd squares(const Match& match) const;
    /// L with y' L y = scale Q(P) for every feasible y.
    Eigen::MatrixXd lifted_cost(const LiftedSpace& space, const Eigen::VectorXd& coefficients,
                                double scale) const;

private:
    struct Side {
        explicit Side(const Deformation& deformation);
        Eigen::VectorXd coefficients(double w, const ShareBox::Interval& shares) const;

        Eigen::VectorXd s;
        Eigen::MatrixXd Q;
        double a, b;
    };

    int n_;
    Side x_, y_;
    Eigen::MatrixXd X_, Y_;  // centred
    Eigen::MatrixXd ori_squares_;
    double ori_weight_;
};

}  // namespace sigmatch
