#include "sigmatch/match.h"

#include <fmt/core.h>

#include <chrono>

#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

const char* words(Status status) {
    switch (status) {
        case Status::optimal:
            return "optimal";
        case Status::time_limit:
            return "time limit";
        case Status::interrupted:
            return "interrupted";
        case Status::fixed:
            return "given match";
    }
    return "";
}

/// Builds the problem, lets `answer` make a Solution of it, and keeps the books.
template <class Answer>
MatchResult run(const Shape& x, const Keypoints& keypoints_x, const Shape& y, const Keypoints& keypoints_y,
                const MatchOptions& options, Answer&& answer) {
    check(options);  // before the long work
    const auto start = std::chrono::steady_clock::now();
    StageSeconds seconds;
    const Problem problem = build_problem(x, keypoints_x, y, keypoints_y, options, &seconds);
    MatchResult result;
    static_cast<Solution&>(result) = answer(problem);
    result.keypoints_x = keypoints_x;
    result.keypoints_y = keypoints_y;
    result.candidates = static_cast<int>(problem.allowed.count());
    result.options = options;
    result.stage_seconds = seconds;
    result.stage_seconds.search = result.seconds;
    result.stage_seconds.total =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

}  // namespace

MatchResult match(const Shape& x, const Keypoints& keypoints_x, const Shape& y, const Keypoints& keypoints_y,
                  const MatchOptions& options) {
    return run(x, keypoints_x, y, keypoints_y, options, [&](const Problem& problem) {
        return options.widen ? solve_widening(problem, options) : solve(problem, options);
    });
}

MatchResult evaluate_match(const Shape& x, const Keypoints& keypoints_x, const Shape& y,
                           const Keypoints& keypoints_y, const Match& match, const MatchOptions& options) {
    return run(x, keypoints_x, y, keypoints_y, options, [&](const Problem& problem) {
        Solution solution;
        solution.status = Status::fixed;
        solution.match = match;
        solution.terms = evaluate(problem, match);
        solution.objective = solution.terms.sum();
        return solution;
    });
}

std::string MatchResult::brief_report() const {
    if (status == Status::fixed)
        return fmt::format("{} of {} keypoints, objective {:.6g}", words(status), match.size(), objective);
    return fmt::format(
        "{}, {} keypoints, objective {:.6g}, gap {:.2f} % over {}, {} nodes, {:.2f} s ({:.2f} s search)",
        words(status), match.size(), objective, 100 * relative_gap(),
        proof_scope == ProofScope::all ? "all permutations" : "the candidates", nodes, stage_seconds.total,
        stage_seconds.search);
}

}  // namespace sigmatch
