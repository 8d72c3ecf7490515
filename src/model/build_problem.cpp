#include <fmt/core.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

#include "linear_algebra/one_blas_thread.h"
#include "model/both.h"
#include "model/pair_model.h"
#include "model/weights.h"
#include "sigmatch/errors.h"
#include "sigmatch/geodesics.h"
#include "sigmatch/orientation.h"
#include "sigmatch/pruning.h"
#include "sigmatch/reduction.h"
#include "sigmatch/spectrum.h"

namespace sigmatch {

namespace {

/// Adds the time since the last call to the stages, one after the other.
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

KeypointDistances measure(const PreparedShape& prepared) {
    return keypoint_distances(GeodesicGraph(prepared.shape, prepared.bridges), prepared.keypoints);
}

Eigen::VectorXd orientation_of(const PreparedShape& prepared, const Plbo& D, Orientation orientation) {
    return orientation_feature(prepared.shape, laplacian_spectrum(D.laplacian(), D.mass(), 50), orientation);
}

/// A number of each prepared vertex, for the vertices of the user's shape.
Eigen::VectorXd spread(const Eigen::VectorXd& values, const std::vector<int>& vertex_of) {
    Eigen::VectorXd all(static_cast<Eigen::Index>(vertex_of.size()));
    for (Eigen::Index v = 0; v < all.size(); ++v) {
        const int prepared = vertex_of[static_cast<size_t>(v)];
        all[v] = prepared < 0 ? std::numeric_limits<double>::quiet_NaN() : values[prepared];
    }
    return all;
}

}  // namespace

void check(const ModelOptions& options) {
    if (!(options.lambda_def >= 1e-12 && options.lambda_def <= 1e12))
        throw InputError("lambda-def must be between 1e-12 and 1e12");
    if (!(options.lambda_ori >= 0 && options.lambda_ori <= 1e12))
        throw InputError("lambda-ori must be between 0 and 1e12");
    if (options.candidates < 0) throw InputError("candidates must not be negative (0: no pruning)");
    if (options.faces < 0) throw InputError("faces must not be negative (0: full resolution)");
    if (!(options.unmatched_cost >= 0)) throw InputError("unmatched-cost must not be negative");
    if (!options.partial && std::isfinite(options.unmatched_cost))
        throw InputError("unmatched-cost is for partial matches: add --partial");
}

PairModel build_pair_model(const Shape& shape_x, const Keypoints& keypoints_x, const Shape& shape_y,
                           const Keypoints& keypoints_y, const ModelOptions& options, StageSeconds* seconds,
                           std::vector<std::string>* warnings, VertexOrientation* orientation) {
    check(options);
    if (keypoints_x.size() != keypoints_y.size() && !options.partial)
        throw InputError(
            fmt::format("X has {} keypoints and Y has {}: the numbers must be equal, unless the "
                        "match may be partial (--partial)",
                        keypoints_x.size(), keypoints_y.size()));
    const OneBlasThread one_blas_thread;
    StageSeconds unused;
    StageSeconds& stages = seconds ? *seconds : unused;
    StageClock clock;

    PairModel model;
    PreparedShape &x = model.x, &y = model.y;
    both([&] { x = prepare("X", shape_x, keypoints_x, options.faces, options.laplacian); },
         [&] { y = prepare("Y", shape_y, keypoints_y, options.faces, options.laplacian); });
    check_apart("X", x);
    check_apart("Y", y);
    if (warnings)
        for (const PreparedShape* shape : {&x, &y})
            warnings->insert(warnings->end(), shape->warnings.begin(), shape->warnings.end());
    KeypointDistances distances_x, distances_y;
    both([&] { distances_x = measure(x); }, [&] { distances_y = measure(y); });
    clock.lap(stages.geodesics);

    std::optional<Plbo>&D_x = model.D_x, &D_y = model.D_y;
    Reduction reduction_x, reduction_y;
    both(
        [&] {
            reduction_x =
                reduce(D_x.emplace(x.shape, options.prior, x.bridges, options.laplacian), x.keypoints);
        },
        [&] {
            reduction_y =
                reduce(D_y.emplace(y.shape, options.prior, y.bridges, options.laplacian), y.keypoints);
        });
    clock.lap(stages.reduction);

    Problem& problem = model.problem;
    const auto n = static_cast<Eigen::Index>(keypoints_x.size()),
               m = static_cast<Eigen::Index>(keypoints_y.size()), pairs = std::min(n, m);
    problem.h_x = Eigen::VectorXd::Zero(n);
    problem.h_y = Eigen::VectorXd::Zero(m);
    if (orientation) *orientation = {};
    if (options.lambda_ori > 0) {
        Eigen::VectorXd all_x, all_y;
        both([&] { all_x = orientation_of(x, *D_x, options.orientation); },
             [&] { all_y = orientation_of(y, *D_y, options.orientation); });
        problem.h_x = all_x(x.keypoints);
        problem.h_y = all_y(y.keypoints);
        if (orientation) *orientation = {spread(all_x, x.vertex_of), spread(all_y, y.vertex_of)};
    }
    problem.ori_weight = options.lambda_ori / static_cast<double>(pairs);
    clock.lap(stages.features);

    problem.deform_x = weighted(std::move(reduction_x.S), pairs, x.shape.vertices.rows(),
                                distances_y.diameter.length, options);
    problem.deform_y = weighted(std::move(reduction_y.S), pairs, y.shape.vertices.rows(),
                                distances_x.diameter.length, options);
    if (options.one_sided) {
        const bool is_x = shape_x.faces.rows() == 0 && shape_y.faces.rows() > 0;
        (is_x ? problem.deform_x : problem.deform_y).S.setZero();
    }
    problem.points_x = x.shape.vertices(x.keypoints, Eigen::all);
    problem.points_y = y.shape.vertices(y.keypoints, Eigen::all);
    problem.unmatched_cost = options.unmatched_cost;
    problem.allowed = options.partial
                          ? Mask(Mask::Constant(n, m, true))
                          : prune_candidates(distances_x.between, distances_y.between, options.candidates);
    return model;
}

Problem build_problem(const Shape& x, const Keypoints& keypoints_x, const Shape& y,
                      const Keypoints& keypoints_y, const ModelOptions& options, StageSeconds* seconds,
                      std::vector<std::string>* warnings, VertexOrientation* orientation) {
    return build_pair_model(x, keypoints_x, y, keypoints_y, options, seconds, warnings, orientation).problem;
}

}  // namespace sigmatch
