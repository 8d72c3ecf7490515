#include "sigmatch/reduction.h"

#include <fmt/core.h>

#include <Eigen/Cholesky>
#include <algorithm>

#include "numerics/linear_systems.h"
#include "numerics/symmetric_eigen.h"
#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

/// R of reduction.h, a few columns at a time, because temporary columns of a large mesh take much
/// memory.
Eigen::MatrixXd keypoint_columns(const Plbo& D, const Keypoints& keypoints) {
    const auto n = static_cast<Eigen::Index>(keypoints.size());
    Eigen::MatrixXd R(D.size(), n);
    for (Eigen::Index first = 0; first < n; first += LaplaceSolver::block_columns) {
        const Eigen::Index count = std::min<Eigen::Index>(LaplaceSolver::block_columns, n - first);
        Eigen::MatrixXd units = Eigen::MatrixXd::Zero(D.size(), count);
        for (Eigen::Index k = 0; k < count; ++k) units(keypoints[first + k], k) = 1;
        R.middleCols(first, count) = D.solve_transposed(units);
    }
    return R;
}

}  // namespace

Eigen::MatrixXd compliance(const Plbo& D, const Keypoints& keypoints) {
    const Eigen::MatrixXd R = keypoint_columns(D, keypoints);
    return R.transpose() * R;
}

Reduction reduce(const Eigen::MatrixXd& K, const Eigen::MatrixXd& U) {
    const Eigen::VectorXd spread = symmetric_eigen(U.transpose() * U).values;
    if (!(spread.minCoeff() > 1e-12 * spread.maxCoeff()))
        throw InputError(
            "the keypoints lie in a plane, so they do not fix a deformation in space: add one off the plane");
    const Eigen::LLT<Eigen::MatrixXd> factor(K);
    if (factor.info() != Eigen::Success)
        throw NumericalError("the reduction broke down: are two keypoints in the same place?");
    const Eigen::MatrixXd KU = factor.solve(U);
    Reduction reduction;
    reduction.G = solve_symmetric(U.transpose() * KU, KU.transpose());
    const Eigen::MatrixXd S = factor.solve(Eigen::MatrixXd::Identity(U.rows(), U.rows())) - KU * reduction.G;
    reduction.S = 0.5 * (S + S.transpose());
    return reduction;
}

Reduction reduce(const Plbo& D, const Keypoints& keypoints) {
    Keypoints sorted = keypoints;
    std::sort(sorted.begin(), sorted.end());
    if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
        throw InputError(fmt::format("keypoint {} is there twice: leave one out", *twice));
    return reduce(compliance(D, keypoints), D.kernel()(keypoints, Eigen::all));
}

Points reconstruct(const Plbo& D, const Keypoints& keypoints, const Reduction& reduction, const Points& V) {
    const Eigen::MatrixXd points = V, lambda = reduction.S * points, free = reduction.G * points;
    Eigen::MatrixXd forces = Eigen::MatrixXd::Zero(D.size(), 3);
    for (size_t k = 0; k < keypoints.size(); ++k)
        forces.row(keypoints[k]) = lambda.row(static_cast<Eigen::Index>(k));
    return D.solve(D.solve_transposed(forces)) + D.kernel() * free;
}

}  // namespace sigmatch
