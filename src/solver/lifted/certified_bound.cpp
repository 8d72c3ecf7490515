#include "solver/lifted/certified_bound.h"

#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "numerics/multiply.h"

namespace sigmatch {

using Eigen::MatrixXd;

BoundCertifier::BoundCertifier(const LiftedSpace& space, const MatrixXd& cost)
    : space_(space),
      cost_(cost),
      prices_(Eigen::MatrixXf::Zero(space.keypoints(), space.size())),
      row_prices_(space.keypoints()),
      outer_prices_(Eigen::VectorXd::Zero(space.keypoints())) {
    multiply(false, true, 1, space.normals(), space.normals(), 0, off_face_);
}

// A verified upper bound of lambda_max of Z on the face.
double BoundCertifier::verified_lambda_max(const MatrixXd& Z, double expected) const {
    const MatrixXd& normals = space_.normals();
    MatrixXd projected = Z, coefficients;
    multiply(true, false, 1, normals, projected, 0, coefficients);
    multiply(false, false, -1, normals, coefficients, 1, projected);
    multiply(false, false, 1, projected, normals, 0, coefficients);
    multiply(false, true, -1, coefficients, normals, 1, projected);
    const int n = space_.keypoints(), size = space_.size();
    const double norm = projected.norm();
    // At least twice the margin that the checker of certificates keeps for its own rounding, which is more
    // than ours.
    const double rounding =
        4e-14 * size * (n * (n + 2.0) + size) * (1 + std::abs(expected) + Z.cwiseAbs().maxCoeff());
    // Off the face the quadratic form does not matter. It is raised there, so that negative shifts can pass,
    // too.
    MatrixXd trial(size, size);
    double slack = 2e-6 * (1 + std::abs(expected));
    for (int attempt = 0; attempt < 12; ++attempt, slack *= 3) {
        const double shift = expected + slack;
        trial = (1 + std::abs(shift)) * off_face_ - projected;
        trial.diagonal().array() += shift - rounding;
        if (LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', size, trial.data(), size) == 0) return shift;
    }
    return norm + rounding;
}

// A lower bound of the least assignment of entry s. It follows from column prices in single precision, as a
// certificate stores them. Each row gets the largest price that the column prices allow.
double BoundCertifier::inner_bound(const CostMatrix& cost, int s) {
    const int n = space_.keypoints();
    assignment_.start_from(prices_.col(s).cast<double>());
    if (!assignment_.solve(cost)) return forbidden;
    prices_.col(s) =
        Eigen::Map<const Eigen::VectorXd>(assignment_.column_potentials().data(), n).cast<float>();
    const Eigen::RowVectorXd v = prices_.col(s).cast<double>().transpose();
    double sum = v.sum();
    for (int i = 0; i < n; ++i) sum += row_prices_[i] = (cost.row(i) - v).minCoeff();
    return sum;
}

CertifiedBound BoundCertifier::operator()(const Eigen::MatrixXf& dual, double shift, int rounds,
                                          LiftedEvidence* evidence) {
    const LiftedSpace& space = space_;
    const int n = space.keypoints();
    const auto& entries = space.entries();
    const Eigen::MatrixXf symmetric = 0.5f * (dual + dual.transpose());
    const MatrixXd Z = symmetric.cast<double>();
    const double lambda = verified_lambda_max(Z, shift), psd_part = (n + 1) * lambda;
    if (evidence) *evidence = {space.mask(), {}, {}, symmetric, lambda, {}, MatrixXd(n, rounds), {}};
    MatrixXd C = cost_ + Z;
    CostMatrix inner(n, n), outer = CostMatrix::Constant(n, n, forbidden);
    std::vector<double> linear(space.size());
    double value = C(0, 0) - psd_part, magnitude = 1 + std::abs(value);
    for (int s = 1; s < space.size(); ++s) linear[s] = C(s, s) + 2 * C(0, s);
    double least = 0;
    for (int round = 0;; ++round) {
        const bool last = round + 1 >= rounds;
        for (int s = 1; s < space.size(); ++s) {
            const auto [i, j] = entries[s - 1];
            inner.setConstant(forbidden);
            // The cost of the product of entries s and t is split between (s, t) and (t, s). In the last
            // round each row keeps its half. In earlier rounds a row takes both halves; what its assignment
            // does not need is split again.
            for (int t = 1; t < space.size(); ++t)
                if (space.support()(t, s) != 0 && t != s)
                    inner(entries[t - 1].i, entries[t - 1].j) = last ? C(t, s) : C(t, s) + C(s, t);
            inner(i, j) = 0;
            const double cheapest = inner_bound(inner, s);
            outer(i, j) = linear[s] + cheapest;
            if (cheapest == forbidden) continue;
            magnitude = std::max(magnitude, std::abs(outer(i, j)));
            if (last) continue;
            for (int t = 1; t < space.size(); ++t) {
                if (space.support()(t, s) == 0 || t == s) continue;
                const auto [k, l] = entries[t - 1];
                C(t, s) = C(s, t) = 0.5 * (inner(k, l) - row_prices_[k] - prices_(l, s));
            }
        }
        assignment_.start_from(outer_prices_);
        least = assignment_.solve(outer) ? assignment_.bound() : forbidden;
        if (least == forbidden) return {forbidden, MatrixXd::Constant(n, n, forbidden)};
        value += least;
        outer_prices_ = Eigen::Map<const Eigen::VectorXd>(assignment_.column_potentials().data(), n);
        if (evidence) {
            evidence->inner_prices.push_back(prices_.rightCols(space.size() - 1));
            evidence->outer_prices.col(round) = outer_prices_;
            evidence->reference = assignment_.match();
        }
        if (last) break;
        // The slack of the outer assignment goes back to the rows, in equal parts.
        for (int s = 1; s < space.size(); ++s) {
            const auto [i, j] = entries[s - 1];
            const double rest =
                outer(i, j) - assignment_.row_potentials()[i] - assignment_.column_potentials()[j];
            linear[s] = rest < forbidden ? 0 : forbidden;
            if (rest == forbidden) continue;
            for (int t = 1; t < space.size(); ++t)
                if (space.support()(t, s) != 0 && t != s) C(t, s) += rest / (n - 1);
        }
    }
    // The dual values of the assignments are exact to a few ulp of the numbers that they add.
    value -= 1e-12 * n * rounds * magnitude;
    MatrixXd forced = assignment_.forced_bounds(outer);
    forced.array() += value - least;
    return {value, std::move(forced)};
}

}  // namespace sigmatch
