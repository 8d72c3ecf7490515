#include "sigmatch/match.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "model/pair_units.h"
#include "numerics/both.h"
#include "numerics/one_blas_thread.h"
#include "pipeline/baselines.h"
#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

/// Measures consecutive stages: each call of lap() adds the time since the last call.
class StageClock {
public:
    void lap(double& seconds) {
        const auto now = std::chrono::steady_clock::now();
        seconds += std::chrono::duration<double>(now - last_).count();
        last_ = now;
    }

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Makes the parts of both shapes that the problem needs, one stage after the other, to measure their times.
void make_parts(const PreparedShape& x, const PreparedShape& y, const ModelOptions& options,
                StageSeconds& seconds) {
    const OneBlasThread one_blas_thread;
    StageClock clock;
    both([&] { x.distances(); }, [&] { y.distances(); });
    clock.lap(seconds.geodesics);
    both([&] { x.reduction(); }, [&] { y.reduction(); });
    clock.lap(seconds.reduction);
    const auto make_features = [&](const PreparedShape& shape) {
        if (options.lambda_ori > 0) shape.orientation(options.orientation);
        if (options.lambda_pair_ori > 0) shape.pair_orientations();
    };
    both([&] { make_features(x); }, [&] { make_features(y); });
    clock.lap(seconds.features);
}

/// The orientation feature of the surface, for the vertices of the user's shape.
Eigen::VectorXd orientation_of_vertices(const PreparedShape& shape, Orientation kind) {
    const Eigen::VectorXd& h = shape.orientation(kind);
    Eigen::VectorXd all(static_cast<Eigen::Index>(shape.vertex_of().size()));
    for (Eigen::Index v = 0; v < all.size(); ++v) {
        const int on_surface = shape.vertex_of()[static_cast<size_t>(v)];
        all[v] = on_surface < 0 ? std::numeric_limits<double>::quiet_NaN() : h[on_surface];
    }
    return all;
}

/// Adds the best match of a local search over all permutations to the candidates. Pruning may forbid the best
/// match. Then only poor matches are left, none stands out, and the proof takes long.
SolveOptions admit_best_found(Problem& problem, const SolveOptions& options) {
    const auto start = std::chrono::steady_clock::now();
    SolveOptions rest = options;
    rest.start = search_locally(problem, options);
    for (int i = 0; i < problem.size(); ++i) problem.allowed(i, rest.start[i]) = true;
    rest.time_limit_s = std::max(0.0, options.time_limit_s - seconds_since(start));
    return rest;
}

bool has_part_distances(const ModelOptions& options) {
    return options.partial && options.lambda_dist > 0;
}

/// How large a part is compared with the whole shows in a match only. First matches are found with several
/// units for X. Each then gives the unit itself, and the one that is best in its own unit begins the search.
SolveOptions find_unit(Problem& problem, const SolveOptions& options) {
    constexpr double units[] = {1, 0.6, 1.7};  // of the means: mostly they are off by less than a factor of 2
    const auto start = std::chrono::steady_clock::now();
    const Problem by_means = problem;
    SolveOptions rest = options;
    double least = std::numeric_limits<double>::infinity();
    for (const double unit : units) {
        if (std::isfinite(least) && (options.stop.stop_requested() || rest.time_limit_s == 0)) break;
        Problem other = by_means;
        other.pair_terms.front().x /= unit;
        SolveOptions first = options;
        first.time_limit_s = rest.time_limit_s;
        Match match = search_locally(other, first);
        measure_by_match(other.pair_terms.front(), match);
        const double objective = evaluate(other, match).sum();
        if (objective < least) {
            least = objective;
            rest.start = std::move(match);
            problem = std::move(other);
            if (options.on_progress)  // there is an answer that a request to stop can save
                options.on_progress({.seconds = seconds_since(start), .upper_bound = least});
        }
        rest.time_limit_s = std::max(0.0, options.time_limit_s - seconds_since(start));
    }
    return rest;
}

/// Builds the problem, lets `answer` make a Solution of it, and fills in the rest of the result.
template <class Answer>
MatchResult run(const PreparedShape& x, const PreparedShape& y, const MatchOptions& options,
                const Knowledge& knowledge, Answer&& answer) {
    check(options);  // before the long work
    MatchResult result;
    result.knowledge = at_keypoints(knowledge, x, y);
    const auto start = std::chrono::steady_clock::now();
    StageSeconds seconds;
    make_parts(x, y, options, seconds);
    Problem problem = build_problem(x, y, options, result.knowledge);
    const auto built = std::chrono::steady_clock::now();
    static_cast<Solution&>(result) = answer(problem);
    seconds.search = seconds_since(built);
    seconds.total = seconds_since(start);
    result.keypoints_x = x.original().keypoints;
    result.keypoints_y = y.original().keypoints;
    result.candidates = static_cast<int>(problem.allowed.count());
    result.allowed = std::move(problem.allowed);
    if (options.lambda_ori > 0)
        result.orientation = {orientation_of_vertices(x, options.orientation),
                              orientation_of_vertices(y, options.orientation)};
    for (const PreparedShape* shape : {&x, &y})
        result.warnings.insert(result.warnings.end(), shape->warnings().begin(), shape->warnings().end());
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

MatchResult match(const PreparedShape& x, const PreparedShape& y, const MatchOptions& options,
                  const Knowledge& knowledge) {
    if (options.method != Method::sigma && !knowledge.empty())
        throw InputError("known and forbidden pairs, costs and features are for the method sigma alone");
    return run(x, y, options, knowledge, [&](Problem& problem) {
        if (options.method == Method::descriptor)
            return unproven(problem, descriptor_match(x, y), Status::heuristic);
        if (options.method == Method::rigid)
            return unproven(problem, rigid_match(problem.points_x, problem.points_y, options.seed),
                            Status::heuristic);
        SolveOptions rest = options;
        if (!(problem.allowed == problem.possible).all()) rest = admit_best_found(problem, options);
        if (has_part_distances(options)) rest = find_unit(problem, options);
        return options.widen ? solve_widening(problem, rest) : solve(problem, rest);
    });
}

MatchResult match(const MarkedShape& x, const MarkedShape& y, const MatchOptions& options,
                  const Knowledge& knowledge) {
    check(options);
    const auto start = std::chrono::steady_clock::now();
    const PreparedPair pair = prepare_pair(x, y, options);
    const double preparing = seconds_since(start);
    MatchResult result = match(pair.x, pair.y, options, knowledge);
    result.stage_seconds.geodesics += preparing;
    result.stage_seconds.total += preparing;
    return result;
}

MatchResult evaluate_match(const PreparedShape& x, const PreparedShape& y, const Match& match,
                           const MatchOptions& options, const Knowledge& knowledge) {
    return run(x, y, options, knowledge, [&](Problem& problem) {
        if (has_part_distances(options)) measure_by_match(problem.pair_terms.front(), match);
        Solution solution = unproven(problem, match, Status::fixed);
        for (size_t i = 0; i < match.size(); ++i)
            if (match[i] != unmatched && !problem.possible(static_cast<Eigen::Index>(i), match[i]))
                throw InputError(fmt::format(
                    "the given match has the pair {} {}, which the known or forbidden pairs rule out", i,
                    match[i]));
        return solution;
    });
}

}  // namespace sigmatch
