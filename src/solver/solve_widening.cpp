#include <algorithm>

#include "sigmatch/solve.h"

namespace sigmatch {

namespace {

/// The progress of the second search, with the time and the counts of the first search added.
Progress after(const Solution& first, Progress second) {
    second.seconds += first.seconds;
    second.nodes += first.nodes;
    second.relaxations += first.relaxations;
    return second;
}

}  // namespace

Solution solve_widening(const Problem& problem, const SolveOptions& options) {
    Solution first = solve(problem, options);
    if (first.proof_scope == ProofScope::all || first.status != Status::optimal) return first;
    Problem wide = problem;
    wide.allowed = problem.all_possible();
    SolveOptions rest = options;
    rest.start = first.match;
    rest.time_limit_s = std::max(0.0, options.time_limit_s - first.seconds);
    if (options.on_progress)
        rest.on_progress = [&](const Progress& progress) { options.on_progress(after(first, progress)); };
    Solution second = solve(wide, rest);
    for (Progress& moment : second.trace) moment = after(first, moment);
    second.seconds += first.seconds;
    second.nodes += first.nodes;
    second.relaxations += first.relaxations;
    if (second.status == Status::optimal || second.match != first.match) return second;
    first.seconds = second.seconds;
    first.nodes = second.nodes;
    first.relaxations = second.relaxations;
    if (second.status == Status::interrupted) first.status = Status::interrupted;
    return first;
}

}  // namespace sigmatch
