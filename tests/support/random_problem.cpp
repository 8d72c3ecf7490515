#include "support/random_problem.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "solver/objective/objective.h"
#include "support/dense.h"

namespace sigmatch::testing {

Match identity_match(std::size_t n) {
    Match match(n);
    std::iota(match.begin(), match.end(), 0);
    return match;
}

Match random_permutation(int n, std::mt19937_64& random) {
    Match match(n);
    std::iota(match.begin(), match.end(), 0);
    std::shuffle(match.begin(), match.end(), random);
    return match;
}

Deformation random_deformation(const Points& points, std::mt19937_64& random) {
    const int n = static_cast<int>(points.rows());
    const Eigen::MatrixXd B = times(random_matrix(n, n, random), projector_off(points));
    std::uniform_real_distribution<double> exponent(-1, 1);
    return {transposed_times(B, B), 1.0 / n, std::exp(exponent(random)) / n / std::sqrt(1.0 * n)};
}

namespace {

/// Every kind of feature; those of the truth are alike.
void add_features(Problem& problem, const Match& truth, std::mt19937_64& random) {
    const int n = problem.size();
    problem.ori_weight = 0.3 / n;
    problem.h_x = random_matrix(n, 1, random);
    for (int i = 0; i < n; ++i) problem.h_y[truth[i]] = problem.h_x[i] + 0.3 * random_matrix(1, 1, random)(0);
    if (random() % 2 == 0) problem.costs = 0.05 / (n * n) * random_matrix(n, n, random).cwiseAbs2();
    const int terms = static_cast<int>(random() % 3);
    for (int t = 0; t < terms; ++t) {
        PairTerm term{random_matrix(n, n, random), Eigen::MatrixXd(n, n), 0.3 / n, t == 0 ? 1.0 : 3.0};
        if (t == 0) term.x = (term.x + term.x.transpose()).eval();
        for (int i = 0; i < n; ++i)
            for (int k = 0; k < n; ++k)
                term.y(truth[i], truth[k]) = term.x(i, k) + 0.3 * random_matrix(1, 1, random)(0);
        problem.pair_terms.push_back(std::move(term));
    }
}

}  // namespace

Problem random_problem(int n, bool with_features, double mask_share, std::mt19937_64& random) {
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
    if (with_features) add_features(problem, truth, random);
    std::bernoulli_distribution forbid(mask_share);
    problem.allowed = Mask::NullaryExpr(n, n, [&] { return !forbid(random); });
    const Match other = random_permutation(n, random);  // feasible, and the truth may be lost
    for (int i = 0; i < n; ++i) problem.allowed(i, other[i]) = true;
    return problem;
}

bool is_allowed(const Problem& problem, const Match& match) {
    for (size_t i = 0; i < match.size(); ++i)
        if (!problem.allowed(static_cast<Eigen::Index>(i), match[i])) return false;
    return true;
}

void for_each_match(const Problem& problem, const std::function<void(const Match&)>& visit) {
    Match match(problem.size());
    std::iota(match.begin(), match.end(), 0);
    do {
        if (is_allowed(problem, match)) visit(match);
    } while (std::next_permutation(match.begin(), match.end()));
}

Best brute_force(const Problem& problem) {
    Objective objective(problem);
    Best best;
    for_each_match(problem, [&](const Match& match) {
        const double value = objective(match);
        if (value < best.value) best = {match, value};
    });
    return best;
}

}  // namespace sigmatch::testing
