#include "solver/objective/features.h"

namespace sigmatch {

namespace {

double square(double number) {
    return number * number;
}

}  // namespace

Features::Features(const Problem& problem)
    : problem_(problem), single_(Eigen::MatrixXd::Zero(problem.size(), problem.size_y())) {
    if (problem.costs.size() > 0) single_ = problem.costs;
    for (int i = 0; i < problem.size(); ++i)
        for (int j = 0; j < problem.size_y(); ++j)
            single_(i, j) += square(problem.ori_weight * (problem.h_x[i] - problem.h_y[j]));
    for (const PairTerm& term : problem.pair_terms) {
        if (term.weight == 0) continue;
        terms_.push_back({term.weight * term.x, term.weight * term.y,
                          -term.weight * std::min(term.limit, term.limit_y_larger),
                          term.weight * std::min(term.limit, term.limit_x_larger)});
    }
    any_ = problem.ori_weight > 0 || problem.costs.size() > 0 || !terms_.empty();
}

Features::Squares Features::squares(const Match& match) const {
    Squares sum;
    const int n = static_cast<int>(match.size());
    for (int i = 0; i < n; ++i) {
        const int j = match[i];
        if (j == unmatched) continue;
        sum.ori += square(problem_.ori_weight * (problem_.h_x[i] - problem_.h_y[j]));
        if (problem_.costs.size() > 0) sum.costs += problem_.costs(i, j);
        for (int k = 0; k < i; ++k)
            if (match[k] != unmatched) sum.pairs += together(i, j, k, match[k]);
    }
    return sum;
}

}  // namespace sigmatch
