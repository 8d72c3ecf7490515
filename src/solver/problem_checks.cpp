#include "solver/problem_checks.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sigmatch/errors.h"

namespace sigmatch {

void check(const Problem& problem) {
    const Eigen::Index n = problem.size(), m = problem.size_y();
    const auto sized = [](const auto& M, Eigen::Index rows, Eigen::Index columns) {
        return M.rows() == rows && M.cols() == columns;
    };
    if (n == 0 || m == 0) throw InputError("the problem has no keypoints");
    if (!sized(problem.deform_x.S, n, n) || !sized(problem.deform_y.S, m, m) ||
        !sized(problem.allowed, n, m) || problem.h_x.size() != n || problem.h_y.size() != m)
        throw InputError("the parts of the problem differ in size");
    if (problem.possible.size() > 0 && !sized(problem.possible, n, m))
        throw InputError("the mask of possible pairs has the wrong size");
    if ((problem.allowed && !problem.all_possible()).any())
        throw InputError("a pair is allowed that is not possible");
    if (problem.costs.size() > 0 && !sized(problem.costs, n, m))
        throw InputError("the costs of the problem have the wrong size");
    if (!problem.costs.allFinite() || !(problem.costs.array() >= 0).all())
        throw InputError("the costs of the problem must be finite and not negative");
    for (const PairTerm& term : problem.pair_terms) {
        if (!sized(term.x, n, n) || !sized(term.y, m, m))
            throw InputError("a pair term of the problem has the wrong size");
        if (!term.x.allFinite() || !term.y.allFinite() || !(term.weight >= 0) || !(term.limit > 0) ||
            !(term.limit_x_larger >= 0) || !(term.limit_y_larger >= 0))
            throw InputError("a pair term of the problem has numbers out of range");
        if (!problem.is_partial() && std::min(term.limit_x_larger, term.limit_y_larger) < term.limit)
            throw InputError("pair terms with another limit for one of the shapes are for partial problems");
    }
    for (const Deformation* deformation : {&problem.deform_x, &problem.deform_y})
        if (!deformation->S.allFinite() || !(deformation->a > 0) || !(deformation->b > 0))
            throw InputError("the problem needs finite matrices and positive weights");
    if (!problem.points_x.allFinite() || !problem.points_y.allFinite() || !problem.h_x.allFinite() ||
        !problem.h_y.allFinite() || !(problem.ori_weight >= 0))
        throw InputError("the problem holds numbers that are not finite");
    if (!(problem.unmatched_cost >= 0)) throw InputError("the unmatched cost must not be negative");
}

void check_match(const Match& match, const Problem& problem) {
    if (static_cast<int>(match.size()) != problem.size())
        throw InputError("the match has not one entry per keypoint");
    std::vector<bool> taken(problem.size_y(), false);
    int pairs = 0;
    for (int j : match) {
        if (j == unmatched) continue;
        if (j < 0 || j >= problem.size_y()) throw InputError("the match names a keypoint that Y has not");
        if (taken[j]) throw InputError("the match gives two keypoints the same partner");
        taken[j] = true;
        ++pairs;
    }
    if (pairs < problem.smaller_size() && !std::isfinite(problem.unmatched_cost))
        throw InputError("the match leaves a keypoint without a partner, for which no cost is given");
}

}  // namespace sigmatch
