#include "sigmatch/match.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <numeric>

#include "model/baselines.h"
#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

/// For people: "time limit".
std::string words(Status status) {
    if (status == Status::fixed) return "given match";
    std::string text = name(status);
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Pruning may forbid the best match, and among the poor ones left none stands out. So whatever a local
/// search over all permutations finds is a candidate, too.
SolveOptions admit_best_found(Problem& problem, const SolveOptions& options) {
    const auto start = std::chrono::steady_clock::now();
    SolveOptions rest = options;
    rest.start = search_locally(problem, options);
    for (int i = 0; i < problem.size(); ++i) problem.allowed(i, rest.start[i]) = true;
    rest.time_limit_s = std::max(0.0, options.time_limit_s - seconds_since(start));
    return rest;
}

/// Builds the problem, lets `answer` make a Solution of it, and keeps the books.
template <class Answer>
MatchResult run(const Shape& x, const Keypoints& keypoints_x, const Shape& y, const Keypoints& keypoints_y,
                const MatchOptions& options, Answer&& answer) {
    check(options);  // before the long work
    const auto start = std::chrono::steady_clock::now();
    StageSeconds seconds;
    MatchResult result;
    Problem problem = build_problem(x, keypoints_x, y, keypoints_y, options, &seconds, &result.warnings,
                                    &result.orientation);
    const auto built = std::chrono::steady_clock::now();
    static_cast<Solution&>(result) = answer(problem);
    seconds.search = seconds_since(built);
    seconds.total = seconds_since(start);
    result.keypoints_x = keypoints_x;
    result.keypoints_y = keypoints_y;
    result.candidates = static_cast<int>(problem.allowed.count());
    result.allowed = std::move(problem.allowed);
    result.options = options;
    result.stage_seconds = seconds;
    return result;
}

Solution unproven(const Problem& problem, const Match& match, Status status) {
    Solution solution;
    solution.status = status;
    solution.match = match;
    solution.terms = evaluate(problem, match);
    solution.objective = solution.terms.sum();
    solution.ranking = {{match, solution.objective, false, solution.terms}};
    return solution;
}

}  // namespace

void check(const MatchOptions& options) {
    check(static_cast<const ModelOptions&>(options));
    check(static_cast<const SolveOptions&>(options));
    if (options.partial && options.method != Method::sigma)
        throw InputError("partial matches are found by the method sigma alone");
}

MatchResult match(const Shape& x, const Keypoints& keypoints_x, const Shape& y, const Keypoints& keypoints_y,
                  const MatchOptions& options) {
    return run(x, keypoints_x, y, keypoints_y, options, [&](Problem& problem) {
        if (options.method == Method::descriptor)
            return unproven(problem, descriptor_match(x, keypoints_x, y, keypoints_y, options.faces),
                            Status::heuristic);
        if (options.method == Method::rigid)
            return unproven(problem, rigid_match(problem.points_x, problem.points_y, options.seed),
                            Status::heuristic);
        SolveOptions rest = options;
        if (!problem.allowed.all()) rest = admit_best_found(problem, options);
        return options.widen ? solve_widening(problem, rest) : solve(problem, rest);
    });
}

MatchResult evaluate_match(const Shape& x, const Keypoints& keypoints_x, const Shape& y,
                           const Keypoints& keypoints_y, const Match& match, const MatchOptions& options) {
    return run(x, keypoints_x, y, keypoints_y, options,
               [&](const Problem& problem) { return unproven(problem, match, Status::fixed); });
}

std::string MatchResult::brief_report() const {
    if (status == Status::fixed || status == Status::heuristic)
        return fmt::format("{}, {} keypoints, objective {:.6g}", words(status), match.size(), objective);
    const auto pairs = std::count_if(match.begin(), match.end(), [](int j) { return j != unmatched; });
    const std::string keypoints =
        options.partial ? fmt::format("{} of {} and {}", pairs, match.size(), keypoints_y.size())
                        : std::to_string(pairs);
    std::string text = fmt::format(
        "{}, {} keypoints, objective {:.6g}, gap {:.2f} % over {}, {} nodes, {:.2f} s ({:.2f} s search)",
        words(status), keypoints, objective, 100 * relative_gap(),
        proof_scope == ProofScope::all ? "all permutations" : "the candidates", nodes, stage_seconds.total,
        stage_seconds.search);
    for (size_t k = 1; k < ranking.size(); ++k) {
        const RankedMatch& next = ranking[k];
        const auto differing = std::inner_product(match.begin(), match.end(), next.match.begin(), 0,
                                                  std::plus<>(), std::not_equal_to<>());
        text += fmt::format("\n{}. worse by {:.2f} %, {} pairs differ{}", k + 1,
                            100 * (next.objective / objective - 1), differing,
                            next.mirrored ? ", the mirror image" : "");
    }
    if (options.alternatives > 1)
        text += fmt::format("\nall others are worse by {:.2f} % at least",
                            100 * std::max(0.0, others_bound / objective - 1));
    return text;
}

}  // namespace sigmatch
