#pragma once

#include <cmath>
#include <vector>

#include "sigmatch/problem.h"

/// The features of the objective, written down plainly.
namespace sigmatch::testing {

/// features(P) of a Problem or a StatedProblem.
template <class AnyProblem>
double plain_features(const AnyProblem& problem, const Match& match) {
    double sum = 0;
    const int n = static_cast<int>(match.size());
    for (int i = 0; i < n; ++i) {
        if (match[i] == unmatched) continue;
        sum += std::pow(problem.ori_weight * (problem.h_x[i] - problem.h_y[match[i]]), 2);
        if (problem.costs.size() > 0) sum += problem.costs(i, match[i]);
        for (int k = 0; k < n; ++k) {
            if (match[k] == unmatched) continue;
            for (const PairTerm& term : problem.pair_terms) {
                const double x = term.x(i, k), y = term.y(match[i], match[k]);
                double difference = std::abs(x - y);
                if (difference > term.limit) difference = term.limit;
                if (x > y && difference > term.limit_x_larger) difference = term.limit_x_larger;
                if (x < y && difference > term.limit_y_larger) difference = term.limit_y_larger;
                if (i != k) sum += std::pow(term.weight * difference, 2);
            }
        }
    }
    return std::sqrt(sum);
}

/// Features of the chosen keypoints, in this order.
inline void choose_features(Problem& problem, const std::vector<int>& rows, const std::vector<int>& columns) {
    problem.h_x = problem.h_x(rows).eval();
    problem.h_y = problem.h_y(columns).eval();
    if (problem.costs.size() > 0) problem.costs = problem.costs(rows, columns).eval();
    for (PairTerm& term : problem.pair_terms) {
        term.x = term.x(rows, rows).eval();
        term.y = term.y(columns, columns).eval();
    }
}

/// 0, 1, ..., count - 1.
inline std::vector<int> first_indices(int count) {
    std::vector<int> indices;
    for (int k = 0; k < count; ++k) indices.push_back(k);
    return indices;
}

}  // namespace sigmatch::testing
