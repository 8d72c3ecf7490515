#include "support/partial_problem.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "solver/objective/objective.h"
#include "support/dense.h"
#include "support/plain_features.h"
#include "support/random_problem.h"

namespace sigmatch::testing {

namespace {

/// The kernel of S are affine maps.
constexpr int free_keypoints = 4;

void extend(const Problem& problem, int row, Match& match, const std::function<void(const Match&)>& visit) {
    if (row == problem.size()) {
        if (is_valid(problem, match)) visit(match);
        return;
    }
    for (int j = unmatched; j < problem.size_y(); ++j) {
        if (j != unmatched &&
            (!problem.allowed(row, j) || std::find(match.begin(), match.end(), j) != match.end()))
            continue;
        match[row] = j;
        extend(problem, row + 1, match, visit);
        match[row] = unmatched;
    }
}

}  // namespace

Problem random_partial_problem(int rows, int columns, double unmatched_cost, double mask_share,
                               std::mt19937_64& random) {
    Problem part = random_problem(std::max(rows, columns), random() % 2 == 0, mask_share, random);
    part.points_x.conservativeResize(rows, Eigen::NoChange);
    part.points_y.conservativeResize(columns, Eigen::NoChange);
    choose_features(part, first_indices(rows), first_indices(columns));
    for (PairTerm& term : part.pair_terms)
        (random() % 2 == 0 ? term.limit_x_larger : term.limit_y_larger) =
            0.2 * static_cast<double>(random() % 3);
    part.deform_x = random_deformation(part.points_x, random);
    part.deform_y = random_deformation(part.points_y, random);
    part.allowed.conservativeResize(rows, columns);
    part.unmatched_cost = unmatched_cost;
    for (int k = 0; k < part.smaller_size(); ++k) part.allowed(k, k) = true;
    return part;
}

Match random_partial_match(const Problem& problem, int pairs, std::mt19937_64& random) {
    const Match rows = random_permutation(problem.size(), random),
                columns = random_permutation(problem.size_y(), random);
    Match match(problem.size(), unmatched);
    for (int k = 0; k < pairs; ++k) match[rows[k]] = columns[k];
    return match;
}

bool is_valid(const Problem& problem, const Match& match) {
    if (static_cast<int>(match.size()) != problem.size()) return false;
    std::vector<bool> taken(problem.size_y(), false);
    int pairs = 0;
    for (int i = 0; i < problem.size(); ++i) {
        const int j = match[i];
        if (j == unmatched) continue;
        if (j < 0 || j >= problem.size_y() || taken[j] || !problem.allowed(i, j)) return false;
        taken[j] = true;
        ++pairs;
    }
    return pairs == problem.smaller_size() || std::isfinite(problem.unmatched_cost);
}

double plain_partial_objective(const Problem& problem, const Match& match) {
    std::vector<int> rows, columns;
    for (int i = 0; i < problem.size(); ++i)
        if (match[i] != unmatched) rows.push_back(i), columns.push_back(match[i]);
    const auto pairs = static_cast<int>(rows.size());
    const double price =
        pairs < problem.smaller_size() ? (problem.smaller_size() - pairs) * problem.unmatched_cost : 0;
    Problem left = problem;
    left.points_x = problem.points_x(rows, Eigen::all);
    left.points_y = problem.points_y(columns, Eigen::all);
    choose_features(left, rows, columns);
    if (pairs <= free_keypoints) return plain_features(problem, match) + price;
    left.deform_x.S = pairs < problem.size() ? schur_complement(problem.deform_x.S, rows)
                                             : Eigen::MatrixXd(problem.deform_x.S(rows, rows));
    left.deform_y.S = pairs < problem.size_y() ? schur_complement(problem.deform_y.S, columns)
                                               : Eigen::MatrixXd(problem.deform_y.S(columns, columns));
    const Terms terms = Objective(left).terms(identity_match(rows.size()));
    return terms.sum() - terms.features() + plain_features(problem, match) + price;
}

void for_each_partial_match(const Problem& problem, const std::function<void(const Match&)>& visit) {
    Match match(problem.size(), unmatched);
    extend(problem, 0, match, visit);
}

}  // namespace sigmatch::testing
