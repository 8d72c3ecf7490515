#include "sigmatch/dense_map.h"

#include <fmt/core.h>

#include <Eigen/Dense>
#include <algorithm>
#include <numeric>
#include <thread>

#include "geometry/embedded_surface.h"
#include "linear_algebra/one_blas_thread.h"
#include "model/spectral_side.h"
#include "sigmatch/errors.h"
#include "sigmatch/reconstruction.h"
#include "solver/on_threads.h"

namespace sigmatch {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Both shapes in a common space, a row per vertex: corresponding points should be near each other.
struct Embeddings {
    Embedding x, y;
};

/// How much the keypoint functions count beside the eigenfunctions.
constexpr double keypoint_weight = 0.3;

/// Of each eigenfunction but the constant: distances are then those of the commute time, scaled so that the
/// points of a shape have unit variance.
VectorXd weights(const SpectralSide& side, Eigen::Index k) {
    return side.values.segment(1, k - 1).cwiseSqrt().cwiseInverse().normalized();
}

/// The functional map: C with Phi_from C = the eigenfunctions of the other shape, carried over.
MatrixXd functional_map(const SpectralSide& from, const SpectralSide& to, const DenseMap& map,
                        Eigen::Index k) {
    const MatrixXd A = from.functions(from.samples, Eigen::seqN(0, k));
    const MatrixXd B = carry_over(map, to.faces, to.functions.leftCols(k));
    return (A.transpose() * A).ldlt().solve(A.transpose() * B);
}

/// Column blocks: the eigenfunctions of Y (those carried over for X), those of X, the keypoint functions.
Embeddings embed(const SpectralSide& x, const SpectralSide& y, const DenseMaps& maps, Eigen::Index k) {
    const MatrixXd C = functional_map(x, y, maps.x_to_y, k), D = functional_map(y, x, maps.y_to_x, k);
    const VectorXd weights_x = weights(x, k), weights_y = weights(y, k);
    const Eigen::Index m = k - 1, n = x.keypoint_functions.cols();
    Embeddings both{Embedding(x.functions.rows(), 2 * m + n), Embedding(y.functions.rows(), 2 * m + n)};
    both.x << x.functions.leftCols(k) * C.rightCols(m) * weights_y.asDiagonal(),
        x.functions.middleCols(1, m) * weights_x.asDiagonal(), keypoint_weight * x.keypoint_functions;
    both.y << y.functions.middleCols(1, m) * weights_y.asDiagonal(),
        y.functions.leftCols(k) * D.rightCols(m) * weights_x.asDiagonal(),
        keypoint_weight * y.keypoint_functions;
    return both;
}

/// The points of the surface nearest to some rows of an embedding.
DenseMap nearest_points(const EmbeddedSurface& surface, const Embedding& points, const std::vector<int>& rows,
                        int threads) {
    DenseMap map(rows.size());
    on_threads(
        threads,
        [&](int worker) {
            for (size_t k = worker; k < rows.size(); k += threads)
                map[k] = surface.nearest(points.row(rows[k]));
        },
        [] {});
    return map;
}

DenseMaps nearest_points(const Embeddings& both, const SpectralSide& x, const std::vector<int>& rows_x,
                         const SpectralSide& y, const std::vector<int>& rows_y, int threads) {
    return {nearest_points(EmbeddedSurface(both.y, y.faces), both.x, rows_x, threads),
            nearest_points(EmbeddedSurface(both.x, x.faces), both.y, rows_y, threads)};
}

std::vector<int> all_vertices(const SpectralSide& side) {
    std::vector<int> all(side.functions.rows());
    std::iota(all.begin(), all.end(), 0);
    return all;
}

/// From prepared vertices and faces to the user's.
DenseMap in_users_numbers(const DenseMap& map, const SpectralSide& from, const SpectralSide& to) {
    std::vector<int> vertex_id(to.functions.rows());
    for (int v = static_cast<int>(to.prepared.vertex_of.size()) - 1; v >= 0; --v)
        if (to.prepared.vertex_of[v] >= 0) vertex_id[to.prepared.vertex_of[v]] = v;
    DenseMap result;
    for (const int v : from.prepared.vertex_of) {
        if (v < 0) {
            result.push_back({-1, {1, 0, 0}});
            continue;
        }
        const SurfacePoint& point = map[v];
        result.push_back(
            {to.face_ids.empty() ? vertex_id[point.face] : to.face_ids[point.face], point.weights});
    }
    return result;
}

/// Vertices without an image go to the nearest point of the target after the reconstruction.
void complete(DenseMap& map, const Points& reconstruction, const Shape& target) {
    const EmbeddedSurface surface(target.vertices, target.faces);
    for (size_t v = 0; v < map.size(); ++v)
        if (map[v].face < 0) map[v] = surface.nearest(reconstruction.row(v));
}

bool is_incomplete(const DenseMap& map) {
    return std::any_of(map.begin(), map.end(), [](const SurfacePoint& point) { return point.face < 0; });
}

}  // namespace

DenseMaps dense_maps(const Shape& shape_x, const Keypoints& keypoints_x, const Shape& shape_y,
                     const Keypoints& keypoints_y, const Match& match, const DenseOptions& options) {
    Keypoints matched_x, matched_y;
    for (size_t i = 0; i < match.size(); ++i) {
        if (match[i] == unmatched) continue;
        matched_x.push_back(keypoints_x[i]);
        matched_y.push_back(keypoints_y[match[i]]);
    }
    if (matched_x.size() < 5)
        throw InputError(fmt::format("a dense map needs at least 5 pairs of keypoints; the match has {}",
                                     matched_x.size()));
    const int threads = options.threads > 0
                            ? options.threads
                            : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const OneBlasThread one_blas_thread;
    SpectralSide x, y;
    on_threads(
        2,
        [&](int side) {
            if (side == 0)
                x = spectral_side("X", shape_x, matched_x, options.laplacian);
            else
                y = spectral_side("Y", shape_y, matched_y, options.laplacian);
        },
        [] {});

    Embeddings both{x.keypoint_functions, y.keypoint_functions};
    const Eigen::Index most = std::min(x.values.size(), y.values.size());
    for (Eigen::Index k = std::min<Eigen::Index>(20, most);; k = std::min<Eigen::Index>(k + 20, most)) {
        const DenseMaps maps = nearest_points(both, x, x.samples, y, y.samples, threads);
        both = embed(x, y, maps, k);
        if (k == most) break;
    }
    const DenseMaps maps = nearest_points(both, x, all_vertices(x), y, all_vertices(y), threads);
    DenseMaps result{in_users_numbers(maps.x_to_y, x, y), in_users_numbers(maps.y_to_x, y, x)};
    if (is_incomplete(result.x_to_y) || is_incomplete(result.y_to_x)) {
        ModelOptions model;
        model.laplacian = options.laplacian;
        const Reconstructions bent = reconstruct(
            shape_x, matched_x, shape_y, matched_y,
            [&] {
                Match identity(matched_x.size());
                std::iota(identity.begin(), identity.end(), 0);
                return identity;
            }(),
            model);
        complete(result.x_to_y, bent.x, shape_y);
        complete(result.y_to_x, bent.y, shape_x);
    }
    return result;
}

MatrixXd carry_over(const DenseMap& map, const Faces& target, const MatrixXd& values) {
    MatrixXd carried(map.size(), values.cols());
    for (size_t v = 0; v < map.size(); ++v) {
        const auto& [face, weights] = map[v];
        if (target.rows() == 0)
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
