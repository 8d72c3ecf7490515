#include "sigmatch/solve.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/one_blas_thread.h"
#include "sigmatch/errors.h"
#include "solver/exchanged_sides.h"
#include "solver/lifted/lifted_search.h"
#include "solver/lifted/stated_problem.h"
#include "solver/local_search.h"
#include "solver/mirror_image.h"
#include "solver/problem_checks.h"
#include "solver/search_state.h"
#include "solver/tree/tree_search.h"
#include "solver/walks.h"

namespace sigmatch {

namespace {

constexpr int max_alternatives = 1000;

double gap_between(double lower, double upper) {
    return upper - lower > absolute_gap ? (upper - lower) / upper : 0;
}

/// Certificates and rankings are made from the bounds of the lifted search only.
bool needs_lifted_bounds(const SolveOptions& options) {
    return options.certify || options.alternatives > 1;
}

void check_suits(const Problem& problem, const SolveOptions& options) {
    if (!options.start.empty()) check_match(options.start, problem);
    for (size_t i = 0; i < options.start.size(); ++i)
        if (options.start[i] != unmatched && !problem.allowed(static_cast<int>(i), options.start[i]))
            throw InputError("the match to start from is not on the candidate set");
    if (!needs_lifted_bounds(options)) return;
    if (problem.is_partial())
        throw InputError("there are no certificates of partial matches and no alternatives to them");
    if (problem.allowed.count() > max_lifted_entries)
        throw InputError(fmt::format(
            "certificates and alternatives take at most {} candidate pairs, not {}: use `candidates`",
            max_lifted_entries, problem.allowed.count()));
}

void require_match(const Problem& problem, const SolveOptions& options) {
    if (options.start.empty() && LocalSearch(problem, options.seed).random_match().empty())
        throw InputError("no match is allowed by the candidate set");
}

/// Pairs that the tree may try before the lifted search takes over: about a tenth of a second.
constexpr std::int64_t short_trial = 150'000;

/// The tree search is quick if a few pairs rule out most matches. If it is not done soon, the lifted search
/// takes over: its bounds cost more and are nearly exact.
void prove(const Problem& problem, SearchState& state, Certificate* certificate) {
    const SolveOptions& options = state.options();
    const bool liftable = !problem.is_partial() && problem.allowed.count() <= max_lifted_entries;
    if (liftable) {
        if (!needs_lifted_bounds(options) && tree_search(problem, state, {.most_trials = short_trial}))
            return;
        if (options.alternatives > 1) walk_around_best(problem, state);
        if (!state.must_stop()) lifted_search(problem, state, certificate);
        return;
    }
    tree_search(problem, state);
}

/// States the bound a little lower than it was found, so that a checking program with other rounding errors
/// still confirms it. If there are no other matches, any bound is true.
void state_claim(Certificate& certificate, const Problem& problem, const Solution& solution) {
    certificate.problem = stated_problem(problem);
    for (const RankedMatch& ranked : solution.ranking) certificate.matches.push_back(ranked.match);
    certificate.lower_bound = std::min(solution.others_bound, 1e9 * certificate.unit) * (1 - 1e-8);
}

}  // namespace

void check(const SolveOptions& options) {
    if (!(options.relative_gap >= 0 && options.relative_gap < 1))
        throw InputError("the gap must be in [0, 1)");
    if (!(options.time_limit_s >= 0)) throw InputError("the time limit must not be negative");
    if (options.alternatives < 1 || options.alternatives > max_alternatives)
        throw InputError(fmt::format("alternatives must be between 1 and {}", max_alternatives));
    if (!(options.within >= 0)) throw InputError("within must not be negative");
    if (options.threads < 0) throw InputError("the number of threads must not be negative");
    if (!(options.memory_limit_gb >= 0.1 && options.memory_limit_gb <= 1e6))
        throw InputError("the memory limit must be at least 0.1 GB");
}

double Progress::relative_gap() const {
    return gap_between(lower_bound, upper_bound);
}

double Solution::relative_gap() const {
    return gap_between(lower_bound, objective);
}

double Solution::margin() const {
    const double next = ranking.size() > 1 ? std::min(others_bound, ranking[1].objective) : others_bound;
    return objective > 0 ? std::max(0.0, next - objective) / objective : 0;
}

Terms evaluate(const Problem& problem, const Match& match) {
    check(problem);
    check_match(match, problem);
    const OneBlasThread one_blas_thread;
    return Objective(problem).terms(match);
}

Match search_locally(const Problem& problem, const SolveOptions& options) {
    check(problem);
    check(options);
    if (problem.size() > problem.size_y()) {
        SolveOptions other = options;
        if (!options.start.empty()) other.start = with_exchanged_sides(options.start, problem.size_y());
        return with_exchanged_sides(search_locally(with_exchanged_sides(problem), other), problem.size());
    }
    Problem all = problem;
    all.allowed = problem.all_possible();
    SolveOptions quiet = options;
    quiet.on_progress = nullptr;
    quiet.alternatives = 1;
    const OneBlasThread one_blas_thread;
    require_match(all, quiet);
    SearchState state(quiet);
    walk(all, options.start, state);
    return state.best();
}

Solution solve(const Problem& problem, const SolveOptions& options) {
    check(problem);
    check(options);
    check_suits(problem, options);
    if (problem.size() > problem.size_y()) {
        SolveOptions other = options;
        if (!options.start.empty()) other.start = with_exchanged_sides(options.start, problem.size_y());
        return with_exchanged_sides(solve(with_exchanged_sides(problem), other), problem.size());
    }
    const OneBlasThread one_blas_thread;
    SearchState state(options);
    require_match(problem, options);
    walk(problem, options.start, state);
    const auto certificate = options.certify ? std::make_shared<Certificate>() : nullptr;
    prove(problem, state, certificate.get());

    Solution solution = state.finish();
    Objective objective(problem);
    for (RankedMatch& ranked : solution.ranking) {
        ranked.mirrored = !problem.is_partial() && are_mirror_images(problem, solution.match, ranked.match);
        ranked.terms = objective.terms(ranked.match);
    }
    solution.terms = solution.ranking.front().terms;
    solution.proof_scope =
        (problem.allowed == problem.all_possible()).all() ? ProofScope::all : ProofScope::candidates;
    if (certificate) state_claim(*certificate, problem, solution);
    solution.certificate = certificate;
    return solution;
}

}  // namespace sigmatch
