#include "verify/stated_objective.h"

#include <algorithm>
#include <cmath>

#include "verify/product.h"
#include "verify/rounding.h"
#include "verify/stated_features.h"

namespace sigmatch {

namespace {

using Eigen::ArrayXd;
using Eigen::MatrixXd;

// The share w at which sum_i c_i / m_i(w) is least. The sum is convex, so bisection of its slope finds w. An
// inexact share still gives true bounds.
double best_share(const StatedProblem::Side& side, const ArrayXd& c) {
    const double p = 1 / (side.a * side.a);
    const ArrayXd q = 1 / (side.b * side.b * side.s.array());
    const auto slope = [&](double w) { return (c * (q - p) / (w * p + (1 - w) * q).square()).sum(); };
    double low = 0, high = 1;
    if (slope(low) >= 0) return low;
    if (slope(high) <= 0) return high;
    for (int step = 0; step < 100; ++step) {
        const double middle = (low + high) / 2;
        (slope(middle) < 0 ? low : high) = middle;
    }
    return low;
}

// Encloses phi(Z): from above by the value at V = Z + D, from below by <F'U, Z> with |U| <= b and |F'U| <= a.
Enclosure phi(const StatedProblem::Side& side, const MatrixXd& Z) {
    const Eigen::Index rank = side.s.size(), n = Z.rows();
    if (rank == 0) return {};
    const MatrixXd B = product(side.basis, Z), absolute = side.basis.cwiseAbs();
    const Eigen::VectorXd roots = side.s.cwiseSqrt();
    const double w = best_share(side, B.rowwise().squaredNorm().array());
    const ArrayXd m = w / (side.a * side.a) + (1 - w) / (side.b * side.b * side.s.array());
    const double norm_error = gamma(3.0 * n + 6);

    const MatrixXd D =
        product(-side.basis.transpose(), (w / (side.a * side.a) / m).matrix().asDiagonal() * B);
    const MatrixXd FV = roots.asDiagonal() * (B + product(side.basis, D));
    const MatrixXd FV_size = roots.asDiagonal() * product(absolute, Z.cwiseAbs() + D.cwiseAbs());
    const double bending = FV.norm() + gamma(n + 6.0) * FV_size.norm();
    const double above = (side.a * D.norm() + side.b * bending) * (1 + norm_error) + negligible;

    const MatrixXd U = (m * roots.array()).inverse().matrix().asDiagonal() * B;
    const MatrixXd FU = product(side.basis.transpose(), roots.asDiagonal() * U);
    const MatrixXd FU_size = product(absolute.transpose(), roots.asDiagonal() * U.cwiseAbs());
    const double U_norm = U.norm() * (1 + norm_error);
    const double FU_norm = (FU.norm() + gamma(rank + 4.0) * FU_size.norm()) * (1 + norm_error);
    if (!(U_norm > negligible) || !(FU_norm > negligible)) return {0, above};
    const double scale = std::min(side.b / U_norm, side.a / FU_norm);
    const double inner = U.cwiseProduct(roots.asDiagonal() * B).sum();
    const double inner_size =
        U.cwiseAbs().cwiseProduct(roots.asDiagonal() * product(absolute, Z.cwiseAbs())).sum();
    const double below = scale * (inner - gamma(4.0 * n + 8) * inner_size) * (1 - gamma(8));
    return {std::max(0.0, below - negligible), above};
}

}  // namespace

Enclosure stated_objective(const StatedProblem& problem, const Match& match) {
    const int n = problem.size();
    MatrixXd PY(n, 3), PX(n, 3);
    double squares = 0;
    for (int i = 0; i < n; ++i) {
        PY.row(i) = problem.points_y.row(match[i]);
        PX.row(match[i]) = problem.points_x.row(i);
        squares += square_alone(problem, i, match[i]);
        for (int k = 0; k < i; ++k) squares += square_together(problem, i, match[i], k, match[k]);
    }
    const Enclosure x = phi(problem.x, PY), y = phi(problem.y, PX);
    const double features = std::sqrt(squares), error = gamma(n * n + 40.0);
    return {std::max(0.0, x.least + y.least + features * (1 - error) - negligible) * (1 - gamma(4)),
            (x.largest + y.largest + features * (1 + error) + negligible) * (1 + gamma(4))};
}

}  // namespace sigmatch
