#include "solver/solve_partial.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>

#include "linear_algebra/one_blas_thread.h"
#include "sigmatch/errors.h"
#include "solver/incumbent.h"
#include "solver/on_threads.h"
#include "solver/partial_search.h"
#include "solver/partial_tree.h"

namespace sigmatch {

namespace {

/// The problem with X and Y exchanged.
Problem exchanged(const Problem& problem) {
    Problem other = problem;
    std::swap(other.deform_x, other.deform_y);
    std::swap(other.points_x, other.points_y);
    std::swap(other.h_x, other.h_y);
    other.allowed = problem.allowed.transpose();
    return other;
}

Match exchanged(const Match& match, int size_y) {
    Match other(size_y, unmatched);
    for (size_t i = 0; i < match.size(); ++i)
        if (match[i] != unmatched) other[match[i]] = static_cast<int>(i);
    return other;
}

/// Several independent walks, so that the outcome does not depend on how many threads share them.
void walk(const Problem& problem, const SolveOptions& options, Incumbent& incumbent, int threads) {
    constexpr int walks = 12, kicks = 25;
    std::atomic<int> next = 0;
    const auto work = [&](int) {
        for (int walk = next++; walk < walks && !incumbent.must_stop(); walk = next++) {
            PartialSearch search(problem, options.seed + static_cast<std::uint64_t>(walk));
            Match start = walk == 0 && !options.start.empty() ? options.start : search.aligned_match();
            if (start.empty()) return;
            search.iterate(
                std::move(start), kicks, [&] { return incumbent.must_stop(); },
                [&](const Match& match, double value) { incumbent.offer(match, value); });
        }
    };
    on_threads(std::min(threads, walks), work, [&] { next = walks; });
}

/// Searches the tree for matches below a part of the cutoff, then below a larger one: a low target is soon
/// reached, and there is a bound by then.
std::int64_t prove(const Problem& problem, const SolveOptions& options, Incumbent& incumbent, int threads) {
    std::int64_t nodes = 0;
    std::mutex mutex;
    PartialObjective objective(problem);
    for (const double part : {0.5, 0.85, 1.0}) {
        const double target = part * incumbent.cutoff();
        PartialTreeHooks hooks;
        hooks.target = [&] { return std::min(target, incumbent.cutoff()); };
        hooks.should_stop = [&] { return incumbent.must_stop(); };
        hooks.visit = [&](const Match& match) {
            const std::scoped_lock lock(mutex);
            incumbent.offer(match, objective(match));
        };
        hooks.memory = static_cast<std::size_t>(0.75 * options.memory_limit_gb * (1 << 30));
        const PartialTreeOutcome outcome = partial_tree(problem, hooks, threads);
        nodes += outcome.nodes;
        if (!outcome.finished) break;
        incumbent.raise_lower_bound(hooks.target(), nodes);
    }
    return nodes;
}

}  // namespace

Solution solve_partial(const Problem& problem, const SolveOptions& options, int threads) {
    if (problem.size() > problem.size_y()) {
        SolveOptions other = options;
        if (!options.start.empty()) other.start = exchanged(options.start, problem.size_y());
        Solution solution = solve_partial(exchanged(problem), other, threads);
        solution.match = exchanged(solution.match, problem.size());
        std::swap(solution.terms.rec_x, solution.terms.rec_y);
        std::swap(solution.terms.def_x, solution.terms.def_y);
        return solution;
    }
    const OneBlasThread one_blas_thread;
    Incumbent incumbent(options, std::chrono::steady_clock::now());
    const Match first =
        options.start.empty() ? PartialSearch(problem, options.seed).aligned_match() : options.start;
    if (first.empty()) throw InputError("no match is allowed by the candidate set");
    PartialObjective objective(problem);
    incumbent.offer(first, objective(first));
    walk(problem, options, incumbent, threads);
    Solution solution = incumbent.finish(prove(problem, options, incumbent, threads));
    solution.terms = objective.terms(solution.match);
    solution.threads = threads;
    solution.proof_scope = problem.allowed.all() ? ProofScope::all : ProofScope::candidates;
    return solution;
}

}  // namespace sigmatch
