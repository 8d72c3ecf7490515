#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/weights.h"
#include "sigmatch/errors.h"
#include "sigmatch/model.h"
#include "sigmatch/pruning.h"

namespace sigmatch {

namespace {

void check_prepared(const PreparedShape& shape, const PreparationOptions& options) {
    const PreparationOptions& prepared = shape.options();
    if (prepared == options) return;
    const char* what = prepared.faces != options.faces           ? "faces"
                       : prepared.prior != options.prior         ? "prior"
                       : prepared.laplacian != options.laplacian ? "laplacian"
                                                                 : "by_vertex";
    throw InputError(
        fmt::format("shape {} was prepared with another value of `{}` than it is to be matched with: "
                    "prepare it with the same",
                    shape.name(), what));
}

void check_sizes(const PreparedShape& x, const PreparedShape& y, bool partial) {
    if (x.keypoints().size() != y.keypoints().size() && !partial)
        throw InputError(
            fmt::format("X has {} keypoints and Y has {}: the numbers must be equal, unless the match may "
                        "be partial (`partial`)",
                        x.keypoints().size(), y.keypoints().size()));
}

Eigen::MatrixXd over_mean(const Eigen::MatrixXd& distances) {
    const auto n = static_cast<double>(distances.rows());
    return distances * (n * (n - 1) / distances.sum());
}

/// Differences of pair orientations above this count as this. Their root mean square is 1.
constexpr double pair_orientation_limit = 2;
/// Those of a part are less certain: their mean distance is another one.
constexpr double part_orientation_weight = 1.0 / 3, part_orientation_limit = 1;
/// The limit of differences where the part has the longer distance, as a share of the limit.
constexpr double longer_in_part = 0.5;

/// Costs over their mean. The largest is divided out first, so that nothing overflows.
Eigen::MatrixXd scale_free(const Eigen::MatrixXd& costs) {
    const double largest = costs.maxCoeff();
    if (!(largest > 0)) return costs;
    const Eigen::MatrixXd scaled = costs / largest;
    return scaled / scaled.mean();
}

/// The squared distances between rows of `a` and of `b`, over their mean; those above 1 count as 1.
Eigen::MatrixXd feature_costs(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
    const double largest = std::max(a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff());
    Eigen::MatrixXd squares = Eigen::MatrixXd::Zero(a.rows(), b.rows());
    if (largest == 0) return squares;
    const Eigen::MatrixXd A = a / largest, B = b / largest;
    for (Eigen::Index j = 0; j < B.rows(); ++j)
        squares.col(j) = (A.rowwise() - B.row(j)).rowwise().squaredNorm();
    return scale_free(squares).cwiseMin(1);
}

void add_knowledge(Problem& problem, const Knowledge& knowledge, const ModelOptions& options) {
    const Eigen::Index n = problem.size(), m = problem.size_y();
    if (options.partial && !knowledge.known.empty())
        throw InputError("known pairs are for whole matches: leave `partial` out, or forbid the other pairs");
    problem.possible = possible_pairs(knowledge, n, m);
    Eigen::MatrixXd squares = Eigen::MatrixXd::Zero(n, m);
    if (knowledge.cost.size() > 0)
        squares += options.cost_weight * options.cost_weight * scale_free(knowledge.cost);
    if (knowledge.features_x.size() > 0)
        squares += options.feature_weight * options.feature_weight *
                   feature_costs(knowledge.features_x, knowledge.features_y);
    if (squares.any()) problem.costs = squares / problem.smaller_size();
}

/// Distances along a part are longer than along the whole where a cut is in the way. So a longer distance is
/// weaker evidence against a pair than a shorter one.
void spare_the_part(Problem& problem, PairTerm& distances) {
    const double limit = longer_in_part * distances.limit;
    if (problem.size() < problem.size_y()) distances.limit_x_larger = limit;
    if (problem.size_y() < problem.size()) distances.limit_y_larger = limit;
}

void add_pair_terms(Problem& problem, const PreparedShape& x, const PreparedShape& y,
                    const ModelOptions& options) {
    const auto pairs = static_cast<double>(problem.smaller_size());
    if (options.lambda_dist > 0) {
        PairTerm distances{over_mean(x.distances().between), over_mean(y.distances().between),
                           options.lambda_dist / pairs, options.distance_limit};
        if (options.partial) spare_the_part(problem, distances);
        problem.pair_terms.push_back(std::move(distances));
    }
    if (options.lambda_pair_ori > 0) {
        const double weight = options.lambda_pair_ori * (options.partial ? part_orientation_weight : 1),
                     limit = options.partial ? part_orientation_limit : pair_orientation_limit;
        problem.pair_terms.push_back({x.pair_orientations(), y.pair_orientations(), weight / pairs, limit});
    }
}

}  // namespace

void check(const ModelOptions& options) {
    if (!(options.lambda_def >= 1e-12 && options.lambda_def <= 1e12))
        throw InputError("`lambda_def` must be between 1e-12 and 1e12");
    if (!(options.lambda_ori >= 0 && options.lambda_ori <= 1e12))
        throw InputError("`lambda_ori` must be between 0 and 1e12");
    if (!(options.lambda_dist >= 0 && options.lambda_dist <= 1e12))
        throw InputError("`lambda_dist` must be between 0 and 1e12");
    if (!(options.lambda_pair_ori >= 0 && options.lambda_pair_ori <= 1e12))
        throw InputError("`lambda_pair_ori` must be between 0 and 1e12");
    if (!(options.cost_weight >= 0 && options.cost_weight <= 1e6))
        throw InputError("`cost_weight` must be between 0 and 1e6");
    if (!(options.feature_weight >= 0 && options.feature_weight <= 1e6))
        throw InputError("`feature_weight` must be between 0 and 1e6");
    if (!(options.distance_limit >= 1e-6 && options.distance_limit <= 1e6))
        throw InputError("`distance_limit` must be between 1e-6 and 1e6");
    if (options.candidates < 0) throw InputError("`candidates` must not be negative (0: no pruning)");
    if (options.faces < 0) throw InputError("`faces` must not be negative (0: full resolution)");
    if (!(options.unmatched_cost >= 0)) throw InputError("`unmatched_cost` must not be negative");
    if (!options.partial && std::isfinite(options.unmatched_cost))
        throw InputError("`unmatched_cost` is for partial matches: add `partial`");
}

Problem build_problem(const PreparedShape& x, const PreparedShape& y, const ModelOptions& options,
                      const Knowledge& knowledge) {
    check(options);
    check_prepared(x, options);
    check_prepared(y, options);
    check_sizes(x, y, options.partial);
    const auto n = static_cast<Eigen::Index>(x.keypoints().size()),
               m = static_cast<Eigen::Index>(y.keypoints().size()), pairs = std::min(n, m);
    Problem problem;
    problem.deform_x =
        weighted(x.reduction().S, pairs, x.surface().vertices.rows(), y.distances().diameter.length, options);
    problem.deform_y =
        weighted(y.reduction().S, pairs, y.surface().vertices.rows(), x.distances().diameter.length, options);
    if (options.one_sided) {
        const bool is_x = x.is_cloud() && !y.is_cloud();
        (is_x ? problem.deform_x : problem.deform_y).S.setZero();
    }
    problem.points_x = x.keypoint_positions();
    problem.points_y = y.keypoint_positions();
    problem.h_x = Eigen::VectorXd::Zero(n);
    problem.h_y = Eigen::VectorXd::Zero(m);
    if (options.lambda_ori > 0) {
        problem.h_x = x.orientation(options.orientation)(x.keypoints());
        problem.h_y = y.orientation(options.orientation)(y.keypoints());
    }
    problem.ori_weight = options.lambda_ori / static_cast<double>(pairs);
    add_pair_terms(problem, x, y, options);
    problem.unmatched_cost = options.unmatched_cost;
    add_knowledge(problem, at_keypoints(knowledge, x, y), options);
    problem.allowed = options.partial ? problem.possible
                                      : prune_candidates(x.distances().between, y.distances().between,
                                                         options.candidates, problem.possible);
    return problem;
}

}  // namespace sigmatch
