#include "solver/walks.h"

#include <algorithm>
#include <atomic>
#include <limits>
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

std::vector<Match> local_optima(const Problem& problem, int starts, int threads, std::uint64_t seed) {
    constexpr int kicks = 2;
    struct Optimum {
        Match match;
        double objective = std::numeric_limits<double>::infinity();
    };
    std::vector<Optimum> all(static_cast<size_t>(starts));
    std::atomic<int> next = 0;
    const auto work = [&](int) {
        for (int number = next++; number < starts; number = next++) {
            LocalSearch search(problem, seed + static_cast<std::uint64_t>(number));
            Optimum& best = all[static_cast<size_t>(number)];
            Match first = number % 4 < 2 ? search.aligned_match(number % 4 == 1) : search.random_match();
            search.iterate(
                std::move(first), kicks, [] { return false; },
                [&](const Match& match, double value) {
                    best = {match, value};
                });
        }
    };
    on_threads(std::min(threads, starts), work, [&] { next = starts; });
    std::stable_sort(all.begin(), all.end(),
                     [](const Optimum& a, const Optimum& b) { return a.objective < b.objective; });
    std::vector<Match> distinct;
    for (const Optimum& optimum : all) {
        const auto is_near = [&](const Match& other) {
            int common = 0;
            for (size_t i = 0; i < other.size(); ++i) common += other[i] == optimum.match[i];
            return 2 * common > static_cast<int>(other.size());
        };
        if (std::none_of(distinct.begin(), distinct.end(), is_near)) distinct.push_back(optimum.match);
    }
    return distinct;
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
