#include "solver/walks.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "numerics/on_threads.h"
#include "solver/local_search.h"

namespace sigmatch {

void walk(const Problem& problem, const Match& start, SearchState& state) {
    const bool partial = problem.is_partial();
    const int walks = partial ? 12 : start.empty() ? 8 : 4;  // a given start saves some of them
    const int kicks = partial ? 25 : 15;
    std::atomic<int> next = 0;
    const auto work = [&](int) {
        for (int number = next++; number < walks && (number == 0 || !state.must_stop()); number = next++) {
            LocalSearch search(problem, state.options().seed + static_cast<std::uint64_t>(number));
            Match first = number == 0 && !start.empty() ? start : search.aligned_match();
            search.iterate(
                std::move(first), kicks, [&] { return state.must_stop(); },
                [&](const Match& match, double value) { state.offer(match, value); });
        }
    };
    on_threads(std::min(state.threads(), walks), work, [&] { next = walks; });
}

void walk_around_best(const Problem& problem, SearchState& state) {
    LocalSearch search(problem, state.options().seed + 2);
    Match mirrored = search.aligned_match(true);
    const double value = search.descend(mirrored);
    state.offer(mirrored, value);
    const Match best = state.best();
    Objective objective(problem);
    for (int i = 0; i < problem.size() && !state.must_stop(); ++i)
        for (int k = i + 1; k < problem.size(); ++k) {
            Match other = best;
            std::swap(other[i], other[k]);
            if (problem.allowed(i, other[i]) && problem.allowed(k, other[k]))
                state.offer(other, objective(other));
        }
}

}  // namespace sigmatch
