#pragma once

#include <Eigen/Core>

#include "sigmatch/certificate.h"
#include "solver/lifted/lifted_space.h"
#include "solver/objective/features.h"

namespace sigmatch {

/// The largest factor by which a quadratic made for shares in `from` may exceed phi^2 of a match whose share
/// lies in `at`. It is 1 if `at` lies in `from`.
double excess(const ShareBox::Interval& from, const ShareBox::Interval& at);

/// The objective as a sum of norms phi_x + phi_y + features. The features are left out if they
/// cost nothing.
///
/// The norm of a side is itself a sum, phi = sqrt(m_rec) + sqrt(m_def), the least over all shapes V. Let the
/// share be sqrt(m_rec) / phi. Then phi^2 = min over V of m_rec / share + m_def / (1 - share), a quadratic in
/// P. If the share is only known to lie in an interval, take the least value of every coefficient in the
/// interval: phi^2 is at least this quadratic. So for positive weights w and every match whose shares lie in
/// the box
///
///     phi_x^2 / w_x + phi_y^2 / w_y + features^2 / w_features  >=  Q(P) = coefficients(w, box) . squares(P),
///
/// and a lower bound of Q over all matches is a cut for the squared norms of the matches in the box. There is
/// also a cut for matches with other shares, by excess(), because
/// m_rec / mu + m_def / (1 - mu) = phi^2 (1 + (share - mu)^2 / (mu (1 - mu))).
class NormSum {
public:
    explicit NormSum(const Problem& problem);

    int norms() const { return features_.any() ? 3 : 2; }
    /// False for a side that costs nothing for every match.
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
    Features features_;
};

}  // namespace sigmatch
