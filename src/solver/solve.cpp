#include "sigmatch/solve.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#include "sigmatch/errors.h"
#include "solver/incumbent.h"
#include "solver/lifted_search.h"
#include "solver/local_search.h"
#include "solver/mirror_image.h"
#include "solver/objective.h"
#include "solver/on_threads.h"
#include "solver/partial_objective.h"
#include "solver/solve_partial.h"
#include "solver/stated_problem.h"
#include "solver/tree_search.h"

namespace sigmatch {

namespace {

constexpr int max_alternatives = 1000;

double gap_between(double lower, double upper) {
    return upper - lower > absolute_gap ? (upper - lower) / upper : 0;
}

void check(const Problem& problem) {
    const Eigen::Index n = problem.size(), m = problem.size_y();
    const auto sized = [](const auto& M, Eigen::Index rows, Eigen::Index columns) {
        return M.rows() == rows && M.cols() == columns;
    };
    if (n == 0 || m == 0) throw InputError("the problem has no keypoints");
    if (!sized(problem.deform_x.S, n, n) || !sized(problem.deform_y.S, m, m) ||
        !sized(problem.allowed, n, m) || problem.h_x.size() != n || problem.h_y.size() != m)
        throw InputError("the parts of the problem differ in size");
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

bool needs_lifted_bounds(const SolveOptions& options) {
    return options.certify || options.alternatives > 1;
}

int threads_for(const SolveOptions& options) {
    if (options.threads > 0) return options.threads;
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// Several independent walks, so that the outcome does not depend on how many threads share them.
void search_locally(const Objective& objective, const Domain& domain, const Match& start,
                    Incumbent& incumbent, int threads, std::uint64_t seed) {
    constexpr int kicks = 15;
    const int walks = start.empty() ? 8 : 4;  // a given start has been searched for already
    std::atomic<int> next = 0;
    const auto work = [&](int) {
        for (int walk = next++; walk < walks; walk = next++) {
            LocalSearch search(objective, domain, seed + walk);
            search.iterate(
                walk == 0 && !start.empty() ? start : search.aligned_match(), kicks,
                [&] { return incumbent.must_stop(); },
                [&](const Match& match, double value) { incumbent.offer(match, value); });
        }
    };
    on_threads(std::min(threads, walks), work, [&] { next = walks; });
}

struct Proof {
    std::int64_t nodes = 0;
    double others_bound = 0;
    bool ranking_proven = false;
};

/// Neighbours of the best match, and its mirror image: a first idea of what comes next.
void find_alternatives(const Objective& objective, const Domain& domain, Incumbent& incumbent,
                       std::uint64_t seed) {
    LocalSearch search(objective, domain, seed);
    Match mirrored = search.aligned_match(true);
    const double value = search.descend(mirrored);
    incumbent.offer(mirrored, value);
    const Match best = incumbent.match();
    for (int i = 0; i < objective.size() && !incumbent.must_stop(); ++i)
        for (int k = i + 1; k < objective.size(); ++k) {
            Match other = best;
            std::swap(other[i], other[k]);
            if (domain.contains(other)) incumbent.offer(other, objective(other));
        }
}

/// The tree is quick where its bounds are good. Where it is not soon done, the lifted bound takes over, which
/// costs more and is nearly exact. Certificates and rankings are made of lifted bounds alone.
Proof prove(const Problem& problem, const Objective& objective, const Domain& root, Incumbent& incumbent,
            int threads, const SolveOptions& options, Certificate* certificate) {
    // The fewer the keypoints, the more often the tree gets by alone, and the cheaper it is.
    const auto first_nodes = static_cast<std::int64_t>(30 * std::pow(21.0 / objective.size(), 4)) + 1;
    TreeLimits limits;
    limits.threads = threads;
    limits.seed = options.seed + 1;
    const auto memory = static_cast<std::size_t>(options.memory_limit_gb * (1 << 30));
    limits.queue_memory = memory / 2;
    const bool liftable = problem.allowed.count() <= max_lifted_entries;
    limits.max_nodes = liftable ? first_nodes : std::numeric_limits<std::int64_t>::max();
    TreeOutcome tree;
    if (!needs_lifted_bounds(options)) tree = tree_search(objective, root, incumbent, limits);
    if (options.alternatives > 1) find_alternatives(objective, root, incumbent, options.seed + 2);
    if (tree.finished || !liftable || incumbent.must_stop()) return {tree.nodes};

    LiftedOptions lifted;
    lifted.certificate = certificate;
    lifted.choices = options.choices;
    lifted.relative_gap =
        std::max(options.relative_gap * (1 - 1e-6), 1e-10);  // rounding must not pass the gap
    lifted.threads = threads;
    lifted.node_memory = memory / 4;
    lifted.relaxation_memory = memory / 2;
    lifted.dual_memory = memory / 8;
    lifted.should_stop = [&] { return incumbent.must_stop(); };
    lifted.on_bound = [&](double bound) { incumbent.raise_lower_bound(bound, tree.nodes); };
    lifted.on_better_match = [&](const Match& match, double value) { incumbent.offer(match, value); };
    const LiftedResult result = lifted_search(problem, incumbent.ranking(), lifted);
    for (const Ranking::Entry& entry : result.ranking.entries())
        incumbent.offer(entry.match, entry.objective);
    return {tree.nodes, result.lower_bound, result.proven};
}

/// The bound is stated a little lower than it was found, so that the rounding of another program does not
/// pass the difference.
void state(Certificate& certificate, const Problem& problem, const Solution& solution) {
    certificate.problem = stated_problem(problem);
    for (const RankedMatch& ranked : solution.ranking) certificate.matches.push_back(ranked.match);
    certificate.lower_bound = solution.others_bound * (1 - 1e-8);
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

const char* name(Status status) {
    switch (status) {
        case Status::optimal:
            return "optimal";
        case Status::time_limit:
            return "time_limit";
        case Status::interrupted:
            return "interrupted";
        case Status::fixed:
            return "fixed";
        case Status::heuristic:
            return "heuristic";
    }
    return "unknown";
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
    return problem.is_partial() ? PartialObjective(problem).terms(match) : Objective(problem).terms(match);
}

Match search_locally(const Problem& problem, const SolveOptions& options) {
    check(problem);
    check(options);
    if (problem.is_partial()) throw InputError("partial problems are only solved as a whole");
    const Objective objective(problem);
    const Domain all(Mask::Constant(problem.size(), problem.size(), true));
    SolveOptions quiet = options;
    quiet.on_progress = nullptr;
    Incumbent incumbent(quiet, std::chrono::steady_clock::now());
    search_locally(objective, all, options.start, incumbent, threads_for(options), options.seed);
    return incumbent.match();
}

Solution solve(const Problem& problem, const SolveOptions& options) {
    check(problem);
    check(options);
    const auto start = std::chrono::steady_clock::now();
    const int threads = threads_for(options);
    if (!options.start.empty()) check_match(options.start, problem);
    if (problem.is_partial()) {
        if (needs_lifted_bounds(options))
            throw InputError("there are no certificates of partial matches and no alternatives to them");
        Solution solution = solve_partial(problem, options, threads);
        solution.ranking = {{solution.match, solution.objective, false, solution.terms}};
        return solution;
    }
    if (needs_lifted_bounds(options) && problem.allowed.count() > max_lifted_entries)
        throw InputError(fmt::format(
            "certificates and alternatives take at most {} candidate pairs, not {}: use --candidates",
            max_lifted_entries, problem.allowed.count()));
    const Objective objective(problem);
    Domain root(problem.allowed);
    if (!options.start.empty() && !root.contains(options.start))
        throw InputError("the match to start from is not on the candidate set");
    Incumbent incumbent(options, start);

    const Match start_match =
        options.start.empty() ? LocalSearch(objective, root, options.seed).random_match() : options.start;
    if (start_match.empty() || !root.propagate())
        throw InputError("no permutation is allowed by the candidate set");
    search_locally(objective, root, options.start, incumbent, threads, options.seed);

    const auto certificate = options.certify ? std::make_shared<Certificate>() : nullptr;
    const Proof proof = prove(problem, objective, root, incumbent, threads, options, certificate.get());
    Solution solution = incumbent.finish(proof.nodes);
    solution.others_bound = std::max(proof.others_bound, solution.lower_bound);
    if (options.alternatives > 1 && !proof.ranking_proven && solution.status == Status::optimal)
        solution.status = options.stop.stop_requested() ? Status::interrupted : Status::time_limit;
    for (RankedMatch& ranked : solution.ranking) {
        ranked.mirrored = are_mirror_images(problem, solution.match, ranked.match);
        ranked.terms = objective.terms(ranked.match);
    }
    if (certificate) state(*certificate, problem, solution);
    if (proof.ranking_proven && static_cast<int>(solution.ranking.size()) < options.alternatives &&
        !std::isfinite(options.within))
        solution.others_bound = std::numeric_limits<double>::infinity();  // there are no others
    solution.certificate = certificate;
    solution.terms = objective.terms(solution.match);
    solution.threads = threads;
    solution.proof_scope = problem.allowed.all() ? ProofScope::all : ProofScope::candidates;
    return solution;
}

Solution solve_widening(const Problem& problem, const SolveOptions& options) {
    Solution first = solve(problem, options);
    if (first.proof_scope == ProofScope::all || first.status != Status::optimal) return first;
    Problem wide = problem;
    wide.allowed.setConstant(true);
    SolveOptions rest = options;
    rest.start = first.match;
    rest.time_limit_s = std::max(0.0, options.time_limit_s - first.seconds);
    if (options.on_progress)
        rest.on_progress = [&](Progress progress) {
            progress.seconds += first.seconds;
            progress.nodes += first.nodes;
            options.on_progress(progress);
        };
    Solution second = solve(wide, rest);
    for (Progress& moment : second.trace) {
        moment.seconds += first.seconds;
        moment.nodes += first.nodes;
    }
    second.seconds += first.seconds;
    second.nodes += first.nodes;
    if (second.status == Status::optimal || second.match != first.match) return second;
    first.seconds = second.seconds;
    first.nodes = second.nodes;
    if (second.status == Status::interrupted) first.status = Status::interrupted;
    return first;
}

}  // namespace sigmatch
