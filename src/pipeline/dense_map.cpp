#include "sigmatch/dense_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "geometry/embedded_surface.h"
#include "numerics/both.h"
#include "numerics/linear_systems.h"
#include "numerics/multiply.h"
#include "numerics/on_threads.h"
#include "numerics/one_blas_thread.h"
#include "pipeline/bending.h"
#include "pipeline/contradicted_pairs.h"
#include "pipeline/dense_side.h"
#include "pipeline/matched_keypoints.h"
#include "pipeline/original_vertices.h"
#include "pipeline/surface_fit.h"
#include "sigmatch/errors.h"
#include "sigmatch/finite_points.h"

namespace sigmatch {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Both shapes in a common space, one row per vertex. Corresponding points should be near each other.
struct Embeddings {
    std::shared_ptr<const Embedding> x, y;
};

/// Weights of keypoint functions and normals relative to the eigenfunctions.
constexpr double keypoint_weight = 0.3, normal_weight = 0.1;

/// Weights of the eigenfunctions, without the constant. Distances then are commute time distances, scaled so
/// that the points of a shape have unit variance.
VectorXd weights(const DenseSide& side, Eigen::Index k) {
    return side.values.segment(1, k - 1).cwiseSqrt().cwiseInverse().normalized();
}

/// The functional map C: Phi_from C fits the eigenfunctions of the other shape, carried over by the map.
MatrixXd functional_map(const DenseSide& from, const DenseSide& to, const DenseMap& map, Eigen::Index k) {
    const MatrixXd A = from.functions(from.samples, Eigen::seqN(0, k));
    const MatrixXd B = carry_over(map, to.faces, to.functions.leftCols(k));
    return solve_symmetric(A.transpose() * A, A.transpose() * B);
}

/// The columns are: the eigenfunctions of Y (on X carried over), the eigenfunctions of X (on Y carried over),
/// the keypoint functions, the normals in the pose of Y, the normals in the pose of X.
Embeddings embed(const DenseSide& x, const DenseSide& y, const DenseMaps& maps, Eigen::Index k) {
    const MatrixXd C = functional_map(x, y, maps.x_to_y, k), D = functional_map(y, x, maps.y_to_x, k);
    const VectorXd weights_x = weights(x, k), weights_y = weights(y, k);
    const Eigen::Index m = k - 1, columns = 2 * m + x.keypoint_functions.cols() + 6;
    MatrixXd on_x, on_y;
    multiply(false, false, 1, x.functions.leftCols(k), C.rightCols(m) * weights_y.asDiagonal(), 0, on_x);
    multiply(false, false, 1, y.functions.leftCols(k), D.rightCols(m) * weights_x.asDiagonal(), 0, on_y);
    auto embedded_x = std::make_shared<Embedding>(x.functions.rows(), columns),
         embedded_y = std::make_shared<Embedding>(y.functions.rows(), columns);
    *embedded_x << on_x, x.functions.middleCols(1, m) * weights_x.asDiagonal(),
        keypoint_weight * x.keypoint_functions, normal_weight * x.bent_normals, normal_weight * x.normals;
    *embedded_y << y.functions.middleCols(1, m) * weights_y.asDiagonal(), on_y,
        keypoint_weight * y.keypoint_functions, normal_weight * y.normals, normal_weight * y.bent_normals;
    return {std::move(embedded_x), std::move(embedded_y)};
}

/// For some rows of an embedding, the nearest points of the surface.
DenseMap nearest_points(const EmbeddedSurface& surface, const Embedding& points, const std::vector<int>& rows,
                        int threads) {
    constexpr size_t batch = 256;
    DenseMap map(rows.size());
    std::atomic<size_t> next = 0;
    on_threads(
        threads,
        [&](int) {
            for (size_t first = next.fetch_add(batch); first < rows.size(); first = next.fetch_add(batch)) {
                const std::vector<int> some(rows.begin() + first,
                                            rows.begin() + std::min(first + batch, rows.size()));
                const DenseMap found = surface.nearest(points(some, Eigen::all));
                std::copy(found.begin(), found.end(), map.begin() + first);
            }
        },
        [&] { next = rows.size(); });
    return map;
}

DenseMaps nearest_points(const Embeddings& embeddings, const DenseSide& x, const std::vector<int>& rows_x,
                         const DenseSide& y, const std::vector<int>& rows_y, int threads) {
    return {
        nearest_points(EmbeddedSurface(embeddings.y, y.faces, y.samples), *embeddings.x, rows_x, threads),
        nearest_points(EmbeddedSurface(embeddings.x, x.faces, x.samples), *embeddings.y, rows_y, threads)};
}

std::vector<int> all_vertices(const DenseSide& side) {
    std::vector<int> all(side.functions.rows());
    std::iota(all.begin(), all.end(), 0);
    return all;
}

/// Translates the vertices and faces of the prepared shapes to the user's.
DenseMap in_users_numbers(const DenseMap& map, const DenseSide& from, const DenseSide& to) {
    const std::vector<int> vertex_id = original_vertices(to.prepared);
    DenseMap result;
    for (const int v : from.prepared.vertex_of()) {
        if (v < 0) {
            result.push_back({-1, {0, 0, 0}});
            continue;
        }
        const SurfacePoint& point = map[v];
        result.push_back(
            {to.face_ids.empty() ? vertex_id[point.face] : to.face_ids[point.face], point.weights});
    }
    return result;
}

/// Vertices without an image follow the reconstruction and go to the nearest point of the target. Vertices
/// that are not finite stay without an image.
void complete(DenseMap& map, const DenseSide& from, const DenseSide& to) {
    const auto is_open = [](const SurfacePoint& point) { return point.face < 0; };
    if (std::none_of(map.begin(), map.end(), is_open)) return;
    const Points bent = to.prepared.to_original(extend(from.bent, from.prepared));
    const Shape& target = to.prepared.original().shape;
    const EmbeddedSurface surface(target.vertices, target.faces);
    for (const int v : finite_rows(from.prepared.original().shape.vertices))
        if (is_open(map[v])) map[v] = surface.nearest(bent.row(v)).front();
}

/// The dense maps of these pairs, all of which are believed.
DenseMaps maps_of(const PreparedShape& prepared_x, const PreparedShape& prepared_y,
                  const MatchedKeypoints& matched, const DenseOptions& options, int threads) {
    std::optional<DenseSide> side_x, side_y;
    const auto make = [&](std::optional<DenseSide>& side, const PreparedShape& shape,
                          const std::vector<int>& some, const PreparedShape& other,
                          const std::vector<int>& partners) {
        const Points targets = other.at_full_resolution().keypoint_positions()(partners, Eigen::all);
        side.emplace(dense_side(shape.at_full_resolution(), some, targets, options.model));
    };
    both([&] { make(side_x, prepared_x, matched.x, prepared_y, matched.y); },
         [&] { make(side_y, prepared_y, matched.y, prepared_x, matched.x); });
    const DenseSide &x = *side_x, &y = *side_y;

    Embeddings embeddings{std::make_shared<Embedding>(x.keypoint_functions),
                          std::make_shared<Embedding>(y.keypoint_functions)};
    const Eigen::Index most = std::min(x.values.size(), y.values.size());
    for (Eigen::Index k = std::min<Eigen::Index>(20, most);; k = std::min<Eigen::Index>(k + 20, most)) {
        const DenseMaps maps = nearest_points(embeddings, x, x.samples, y, y.samples, threads);
        embeddings = embed(x, y, maps, k);
        if (k == most) break;
    }
    DenseMaps maps;
    if (options.fit_nodes > 0) {
        const DenseMaps start = nearest_points(embeddings, x, x.samples, y, y.samples, threads);
        FittedMap fit_x, fit_y;
        both([&] { fit_x = fitted_map(x, y, start.x_to_y, start.y_to_x, options.fit_nodes); },
             [&] { fit_y = fitted_map(y, x, start.y_to_x, start.x_to_y, options.fit_nodes); });
        maps = {std::move(fit_x.map), std::move(fit_y.map), std::sqrt((fit_x.energy + fit_y.energy) / 2)};
    } else {
        maps = nearest_points(embeddings, x, all_vertices(x), y, all_vertices(y), threads);
    }
    DenseMaps result{in_users_numbers(maps.x_to_y, x, y), in_users_numbers(maps.y_to_x, y, x), maps.misfit};
    complete(result.x_to_y, x, y);
    complete(result.y_to_x, y, x);
    return result;
}

}  // namespace

DenseMaps dense_maps(const PreparedShape& x, const PreparedShape& y, const Match& match,
                     const DenseOptions& options) {
    const MatchedKeypoints matched = matched_keypoints(match);
    if (matched.size() < fewest_keypoints)
        throw InputError(fmt::format("a dense map needs at least {} pairs of keypoints; the match has {}",
                                     fewest_keypoints, matched.size()));
    const int threads = threads_or_all(options.threads);
    const OneBlasThread one_blas_thread;
    const DenseMaps all = maps_of(x, y, matched, options, threads);
    if (options.fit_nodes == 0 || options.believe_all) return all;
    // Pairs beside wrong ones look wrong, too. The maps without all of these tell them apart.
    DenseMaps maps = all;
    for (int pass = 0; pass < 2; ++pass) {
        std::vector<int> left_out = contradicted_pairs(x, y, matched, maps);
        if (left_out == maps.left_out) break;
        if (matched.size() < left_out.size() + fewest_keypoints) return all;
        maps = maps_of(x, y, matched.without(left_out), options, threads);
        maps.left_out = std::move(left_out);
    }
    return maps.misfit <= all.misfit ? maps : all;
}

std::string DenseMaps::note() const {
    if (left_out.empty()) return {};
    return fmt::format(
        "the dense map leaves out the pairs of these keypoints of X (counted from 0), because the rest of "
        "the surfaces contradicts them: {}",
        fmt::join(left_out, ", "));
}

MatrixXd carry_over(const DenseMap& map, const Faces& target, const MatrixXd& values) {
    MatrixXd carried(map.size(), values.cols());
    for (size_t v = 0; v < map.size(); ++v) {
        const auto& [face, weights] = map[v];
        if (face < 0)
            carried.row(v).setConstant(std::numeric_limits<double>::quiet_NaN());
        else if (target.rows() == 0)
            carried.row(v) = values.row(face);
        else
            carried.row(v) = weights[0] * values.row(target(face, 0)) +
                             weights[1] * values.row(target(face, 1)) +
                             weights[2] * values.row(target(face, 2));
    }
    return carried;
}

Points positions(const DenseMap& map, const Shape& target) {
    return carry_over(map, target.faces, target.vertices);
}

}  // namespace sigmatch
