#include "solver/lifted/norm_sum.h"

#include <algorithm>
#include <cmath>

#include "numerics/symmetric_eigen.h"

namespace sigmatch {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// A translation of the target is in the kernel of S, so the points may be centred. This keeps the numbers
// small.
MatrixXd centred(const Points& points) {
    return points.rowwise() - points.colwise().mean();
}

}  // namespace

double excess(const ShareBox::Interval& from, const ShareBox::Interval& at) {
    double most = 1;
    for (const double share : {at.least, at.largest}) {
        const double mu = std::clamp(share, from.least, from.largest);
        if (mu != share) most = std::max(most, 1 + std::pow(share - mu, 2) / (mu * (1 - mu)));
    }
    return most;
}

NormSum::Side::Side(const Deformation& d) : a(d.a), b(d.b) {
    SymmetricEigen eigen = symmetric_eigen(d.S);
    // In theory the eigenvalues of the kernel are zero. In floating point they are tiny, of either sign, and
    // would add a tiny cost.
    const double least = relative_rank_threshold * eigen.values.maxCoeff();
    s = (eigen.values.array() < least).select(0.0, eigen.values);
    Q = std::move(eigen.Q);
}

// In every eigendirection the quadratic only rises or only falls with the share, so its least value is at an
// end of the interval.
VectorXd NormSum::Side::coefficients(double w, const ShareBox::Interval& shares) const {
    VectorXd g = VectorXd::Zero(s.size());
    for (int i = 0; i < g.size(); ++i) {
        if (s[i] == 0) continue;
        const auto at = [&](double share) { return s[i] / (share * s[i] / (a * a) + (1 - share) / (b * b)); };
        g[i] = std::min(at(shares.least), at(shares.largest)) / w;
    }
    return g;
}

NormSum::NormSum(const Problem& problem)
    : n_(problem.size()),
      x_(problem.deform_x),
      y_(problem.deform_y),
      X_(centred(problem.points_x)),
      Y_(centred(problem.points_y)),
      features_(problem) {}

VectorXd NormSum::coefficients(const VectorXd& w, const ShareBox& box) const {
    VectorXd all(2 * n_ + 1);
    all << x_.coefficients(w[0], box.x), y_.coefficients(w[1], box.y), features_.any() ? 1 / w[2] : 0;
    return all;
}

VectorXd NormSum::squares(const Match& match) const {
    MatrixXd PY(n_, 3), PX(n_, 3);
    for (int i = 0; i < n_; ++i) {
        PY.row(i) = Y_.row(match[i]);
        PX.row(match[i]) = X_.row(i);
    }
    const MatrixXd bx = x_.Q.transpose() * PY, by = y_.Q.transpose() * PX;
    VectorXd all(2 * n_ + 1);
    all << bx.rowwise().squaredNorm(), by.rowwise().squaredNorm(), features_.squares(match).sum();
    return all;
}

MatrixXd NormSum::lifted_cost(const LiftedSpace& space, const VectorXd& coefficients, double scale) const {
    const MatrixXd scaled_x = x_.Q * (scale * coefficients.head(n_)).asDiagonal(),
                   scaled_y = y_.Q * (scale * coefficients.segment(n_, n_)).asDiagonal();
    const MatrixXd form_x = scaled_x * x_.Q.transpose(), form_y = scaled_y * y_.Q.transpose();
    const MatrixXd gram_x = X_ * X_.transpose(), gram_y = Y_ * Y_.transpose();
    const auto& e = space.entries();
    const double feature_scale = scale * coefficients[2 * n_];
    const bool has_pairs = features_.has_pair_terms();
    MatrixXd cost = MatrixXd::Zero(space.size(), space.size());
    for (int t = 1; t < space.size(); ++t) {
        const auto [k, l] = e[t - 1];
        for (int s = 1; s < space.size(); ++s) {
            if (space.support()(s, t) == 0) continue;
            const auto [i, j] = e[s - 1];
            cost(s, t) = form_x(i, k) * gram_y(j, l) + form_y(j, l) * gram_x(i, k);
            if (has_pairs && s != t) cost(s, t) += 0.5 * feature_scale * features_.together(i, j, k, l);
        }
        cost(t, t) += feature_scale * features_.single(k, l);
    }
    return cost;
}

}  // namespace sigmatch
