#include "support/stated.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "support/dense.h"
#include "support/plain_features.h"
#include "support/random_problem.h"

namespace sigmatch::testing {

namespace {

using Eigen::ArrayXd;
using Eigen::MatrixXd;

double phi(const StatedProblem::Side& side, const MatrixXd& Z) {
    if (side.s.size() == 0) return 0;
    const MatrixXd F = side.s.cwiseSqrt().asDiagonal() * side.basis;
    const Eigen::JacobiSVD<MatrixXd> svd(F, Eigen::ComputeThinV);
    const ArrayXd s = svd.singularValues().array().square().max(1e-300);
    const ArrayXd c = (svd.matrixV().transpose() * Z).rowwise().squaredNorm();
    const double distance = 1 / (side.a * side.a);
    const ArrayXd bending = 1 / (side.b * side.b * s);
    const auto q = [&](double w) { return (c / (w * distance + (1 - w) * bending)).sum(); };
    // By thirds near an end, where the best share may be tiny, and in between: q(w) is convex.
    double low = 0, high = 1;
    for (int step = 0; step < 90; ++step) {
        const double third = (high - low) / 3;
        if (q(low + third) < q(high - third))
            high -= third;
        else
            low += third;
    }
    return std::sqrt(std::min({q(0), q(1), q((low + high) / 2)}));
}

}  // namespace

Eigen::Vector3d plain_norms(const StatedProblem& problem, const Match& match) {
    const int n = problem.size();
    MatrixXd PY(n, 3), PX(n, 3);
    for (int i = 0; i < n; ++i) {
        PY.row(i) = problem.points_y.row(match[i]);
        PX.row(match[i]) = problem.points_x.row(i);
    }
    return {phi(problem.x, PY), phi(problem.y, PX), plain_features(problem, match)};
}

double plain_objective(const StatedProblem& problem, const Match& match) {
    return plain_norms(problem, match).sum();
}

void for_each_match(const Mask& mask, const std::function<void(const Match&)>& visit) {
    Match match(mask.rows());
    std::iota(match.begin(), match.end(), 0);
    do {
        bool on_mask = true;
        for (size_t i = 0; i < match.size(); ++i)
            on_mask = on_mask && mask(static_cast<Eigen::Index>(i), match[i]);
        if (on_mask) visit(match);
    } while (std::next_permutation(match.begin(), match.end()));
}

double least_of_others(const StatedProblem& problem, const std::vector<Match>& listed) {
    double least = std::numeric_limits<double>::infinity();
    for_each_match(problem.allowed, [&](const Match& match) {
        if (std::find(listed.begin(), listed.end(), match) == listed.end())
            least = std::min(least, plain_objective(problem, match));
    });
    return least;
}

bool is_true(const Certificate& certificate) {
    for (const Match& match : certificate.matches) {
        if (match.size() != static_cast<size_t>(certificate.problem.size())) return false;
        std::vector<bool> taken(match.size(), false);
        for (size_t i = 0; i < match.size(); ++i) {
            const int j = match[i];
            if (j < 0 || j >= certificate.problem.size() || taken[j]) return false;
            if (!certificate.problem.allowed(static_cast<Eigen::Index>(i), j)) return false;
            taken[j] = true;
        }
    }
    return least_of_others(certificate.problem, certificate.matches) >=
           certificate.lower_bound * (1 - 1e-9) - 1e-12;
}

Problem stiff_problem(int n, bool with_orientation, double mask_share, std::mt19937_64& random) {
    Problem problem = random_problem(std::max(n, 5), with_orientation, mask_share, random);
    if (n < 5) {  // too few for affine maps to be the kernel
        problem.points_x.conservativeResize(n, Eigen::NoChange);
        problem.points_y.conservativeResize(n, Eigen::NoChange);
        choose_features(problem, first_indices(n), first_indices(n));
        problem.allowed.conservativeResize(n, n);
        problem.allowed.matrix().diagonal().setConstant(true);
    }
    std::normal_distribution<double> normal;
    for (Deformation* deformation : {&problem.deform_x, &problem.deform_y}) {
        const MatrixXd centred = MatrixXd::Identity(n, n) - MatrixXd::Constant(n, n, 1.0 / n);
        const MatrixXd B = times(centred, random_matrix(n, n, random));
        const Eigen::VectorXd d =
            Eigen::VectorXd::NullaryExpr(n, [&] { return std::exp(3 * normal(random)); });
        *deformation = {times(B * d.asDiagonal(), B.transpose()), std::exp(normal(random)) / n,
                        std::exp(normal(random)) / n};
    }
    return problem;
}

}  // namespace sigmatch::testing
