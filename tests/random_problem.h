#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include "sigmatch/problem.h"
#include "solver/objective.h"

namespace sigmatch::testing {

inline Eigen::MatrixXd random_matrix(int rows, int cols, std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    return Eigen::MatrixXd::NullaryExpr(rows, cols, [&] { return normal(random); });
}

inline Match random_permutation(int n, std::mt19937_64& random) {
    Match match(n);
    std::iota(match.begin(), match.end(), 0);
    std::shuffle(match.begin(), match.end(), random);
    return match;
}

/// A deformation whose kernel are the affine maps of the points; rec and def terms of about equal weight.
inline Deformation random_deformation(const Points& points, std::mt19937_64& random) {
    const int n = static_cast<int>(points.rows());
    Eigen::MatrixXd A(n, 4);
    A << points, Eigen::VectorXd::Ones(n);
    const Eigen::MatrixXd Q = A.householderQr().householderQ() * Eigen::MatrixXd::Identity(n, 4);
    const Eigen::MatrixXd project = Eigen::MatrixXd::Identity(n, n) - Q * Q.transpose();
    const Eigen::MatrixXd B = random_matrix(n, n, random) * project;
    std::uniform_real_distribution<double> exponent(-1, 1);
    return {B.transpose() * B, 1.0 / n, std::exp(exponent(random)) / n / std::sqrt(1.0 * n)};
}

/// Y is X, deformed a little and shuffled; `mask_share` of the other pairs are forbidden.
inline Problem random_problem(int n, bool with_orientation, double mask_share, std::mt19937_64& random) {
    Problem problem;
    problem.points_x = random_matrix(n, 3, random);
    const Match truth = random_permutation(n, random);
    problem.points_y.resize(n, 3);
    problem.h_x = Eigen::VectorXd::Zero(n);
    problem.h_y = Eigen::VectorXd::Zero(n);
    const Eigen::MatrixXd linear = random_matrix(3, 3, random);
    for (int i = 0; i < n; ++i)
        problem.points_y.row(truth[i]) =
            problem.points_x.row(i) * linear + 0.3 * random_matrix(1, 3, random).row(0);
    problem.deform_x = random_deformation(problem.points_x, random);
    problem.deform_y = random_deformation(problem.points_y, random);
    if (with_orientation) {
        problem.ori_weight = 0.3 / n;
        problem.h_x = random_matrix(n, 1, random);
        for (int i = 0; i < n; ++i)
            problem.h_y[truth[i]] = problem.h_x[i] + 0.3 * random_matrix(1, 1, random)(0);
    }
    std::bernoulli_distribution forbid(mask_share);
    problem.allowed = Mask::NullaryExpr(n, n, [&] { return !forbid(random); });
    const Match other = random_permutation(n, random);  // feasible, and the truth may be lost
    for (int i = 0; i < n; ++i) problem.allowed(i, other[i]) = true;
    return problem;
}

inline bool is_allowed(const Problem& problem, const Match& match) {
    for (size_t i = 0; i < match.size(); ++i)
        if (!problem.allowed(static_cast<Eigen::Index>(i), match[i])) return false;
    return true;
}

/// Calls visit(match) for every allowed permutation.
template <class Visit>
void for_each_match(const Problem& problem, Visit&& visit) {
    Match match(problem.size());
    std::iota(match.begin(), match.end(), 0);
    do {
        if (is_allowed(problem, match)) visit(match);
    } while (std::next_permutation(match.begin(), match.end()));
}

struct Best {
    Match match;
    double value = std::numeric_limits<double>::infinity();
};

inline Best brute_force(const Problem& problem) {
    const Objective objective(problem);
    Best best;
    for_each_match(problem, [&](const Match& match) {
        const double value = objective(match);
        if (value < best.value) best = {match, value};
    });
    return best;
}

}  // namespace sigmatch::testing
