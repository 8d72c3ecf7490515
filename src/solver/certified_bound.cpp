#include "solver/certified_bound.h"

#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "linear_algebra/multiply.h"
#include "solver/assignment.h"

namespace sigmatch {

using Eigen::MatrixXd;

BoundCertifier::BoundCertifier(const LiftedSpace& space, const MatrixXd& cost)
    : space_(space), cost_(cost), potentials_(MatrixXd::Zero(space.keypoints(), space.size())) {
    multiply(false, true, 1, space.normals(), space.normals(), 0, off_face_);
}

// A number that lambda_max of Z on the face certainly does not exceed.
double BoundCertifier::verified_lambda_max(const MatrixXd& Z, double expected) const {
    const MatrixXd& normals = space_.normals();
    MatrixXd projected = Z, coefficients;
    multiply(true, false, 1, normals, projected, 0, coefficients);
    multiply(false, false, -1, normals, coefficients, 1, projected);
    multiply(false, false, 1, projected, normals, 0, coefficients);
    multiply(false, true, -1, coefficients, normals, 1, projected);
    const int size = space_.size();
    const double norm = projected.norm();
    const double rounding = 1e-14 * size * (norm + std::abs(expected) + 1);
    // Off the face the quadratic form is irrelevant: lift it there so that negative shifts can pass, too.
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

CertifiedBound BoundCertifier::operator()(const Eigen::MatrixXf& dual, double shift, int rounds) {
    const LiftedSpace& space = space_;
    const int n = space.keypoints();
    const auto& entries = space.entries();
    MatrixXd Z = dual.cast<double>();
    Z = 0.5 * (Z + Z.transpose()).eval();
    const double psd_part = (n + 1) * verified_lambda_max(Z, shift);
    MatrixXd C = cost_ + Z;
    CostMatrix inner(n, n), outer = CostMatrix::Constant(n, n, forbidden);
    std::vector<double> linear(space.size());
    Assignment assignment;
    double value = C(0, 0) - psd_part, magnitude = 1 + std::abs(value);
    for (int s = 1; s < space.size(); ++s) linear[s] = C(s, s) + 2 * C(0, s);
    double least = 0;
    for (int round = 0;; ++round) {
        const bool last = round + 1 >= rounds;
        for (int s = 1; s < space.size(); ++s) {
            const auto [i, j] = entries[s - 1];
            inner.setConstant(forbidden);
            // The product of entries s and t is priced at (s, t) and (t, s): in the last round each row keeps
            // its half, before, a row takes both, and leaves what its assignment does not need to share
            // again.
            for (int t = 1; t < space.size(); ++t)
                if (space.support()(t, s) != 0 && t != s)
                    inner(entries[t - 1].i, entries[t - 1].j) = last ? C(t, s) : C(t, s) + C(s, t);
            inner(i, j) = 0;
            assignment.start_from(potentials_.col(s));
            const double cheapest = assignment.solve(inner) ? assignment.bound() : forbidden;
            potentials_.col(s) = Eigen::Map<const Eigen::VectorXd>(assignment.column_potentials().data(), n);
            outer(i, j) = linear[s] + cheapest;
            if (cheapest == forbidden) continue;
            magnitude = std::max(magnitude, std::abs(outer(i, j)));
            if (last) continue;
            for (int t = 1; t < space.size(); ++t) {
                if (space.support()(t, s) == 0 || t == s) continue;
                const auto [k, l] = entries[t - 1];
                C(t, s) = C(s, t) =
                    0.5 * (inner(k, l) - assignment.row_potentials()[k] - assignment.column_potentials()[l]);
            }
        }
        assignment.start_from(potentials_.col(0));
        least = assignment.solve(outer) ? assignment.bound() : forbidden;
        if (least == forbidden) return {forbidden, MatrixXd::Constant(n, n, forbidden)};
        value += least;
        if (last) break;
        // What the outer assignment does not need goes back to the rows, in equal parts.
        for (int s = 1; s < space.size(); ++s) {
            const auto [i, j] = entries[s - 1];
            const double rest =
                outer(i, j) - assignment.row_potentials()[i] - assignment.column_potentials()[j];
            linear[s] = rest < forbidden ? 0 : forbidden;
            if (rest == forbidden) continue;
            for (int t = 1; t < space.size(); ++t)
                if (space.support()(t, s) != 0 && t != s) C(t, s) += rest / (n - 1);
        }
    }
    // The duals of the assignments are exact to a few ulp of the numbers they add.
    value -= 1e-12 * n * rounds * magnitude;
    MatrixXd forced = assignment.forced_bounds(outer);
    forced.array() += value - least;
    return {value, std::move(forced)};
}

}  // namespace sigmatch
