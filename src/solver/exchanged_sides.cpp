#include "solver/exchanged_sides.h"

#include <utility>

namespace sigmatch {

namespace {

void exchange(Terms& terms) {
    std::swap(terms.rec_x, terms.rec_y);
    std::swap(terms.def_x, terms.def_y);
}

}  // namespace

Problem with_exchanged_sides(const Problem& problem) {
    Problem other = problem;
    std::swap(other.deform_x, other.deform_y);
    std::swap(other.points_x, other.points_y);
    std::swap(other.h_x, other.h_y);
    other.costs = problem.costs.transpose();
    for (PairTerm& term : other.pair_terms) {
        std::swap(term.x, term.y);
        std::swap(term.limit_x_larger, term.limit_y_larger);
    }
    other.allowed = problem.allowed.transpose();
    other.possible = problem.possible.transpose();
    return other;
}

Match with_exchanged_sides(const Match& match, int size_y) {
    Match other(size_y, unmatched);
    for (size_t i = 0; i < match.size(); ++i)
        if (match[i] != unmatched) other[match[i]] = static_cast<int>(i);
    return other;
}

Solution with_exchanged_sides(Solution solution, int size) {
    solution.match = with_exchanged_sides(solution.match, size);
    exchange(solution.terms);
    for (RankedMatch& ranked : solution.ranking) {
        ranked.match = with_exchanged_sides(ranked.match, size);
        exchange(ranked.terms);
    }
    return solution;
}

}  // namespace sigmatch
