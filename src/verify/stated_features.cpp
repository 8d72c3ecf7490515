#include "verify/stated_features.h"

#include <algorithm>
#include <cmath>

namespace sigmatch {

namespace {

double square(double number) {
    return number * number;
}

double largest_difference(const Eigen::MatrixXd& x, const Eigen::MatrixXd& y) {
    return std::max(x.maxCoeff() - y.minCoeff(), y.maxCoeff() - x.minCoeff());
}

}  // namespace

double square_alone(const StatedProblem& problem, int i, int j) {
    const double cost = problem.costs.size() > 0 ? problem.costs(i, j) : 0;
    return square(problem.ori_weight * (problem.h_x[i] - problem.h_y[j])) + cost;
}

double square_together(const StatedProblem& problem, int i, int j, int k, int l) {
    double sum = 0;
    for (const PairTerm& term : problem.pair_terms) {
        const double there = std::min(std::abs(term.x(i, k) - term.y(j, l)), term.limit),
                     back = std::min(std::abs(term.x(k, i) - term.y(l, j)), term.limit);
        sum += square(term.weight * there) + square(term.weight * back);
    }
    return sum;
}

double largest_square(const StatedProblem& problem) {
    double alone = square(problem.ori_weight * largest_difference(problem.h_x, problem.h_y)), together = 0;
    if (problem.costs.size() > 0) alone += problem.costs.maxCoeff();
    for (const PairTerm& term : problem.pair_terms)
        together += 2 * square(term.weight * std::min(largest_difference(term.x, term.y), term.limit));
    return std::max(alone, together);
}

bool has_features(const StatedProblem& problem) {
    return problem.ori_weight > 0 || problem.costs.size() > 0 ||
           std::any_of(problem.pair_terms.begin(), problem.pair_terms.end(),
                       [](const PairTerm& term) { return term.weight > 0; });
}

}  // namespace sigmatch
