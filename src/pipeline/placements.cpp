#include "pipeline/placements.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "geometry/descriptors.h"
#include "geometry/rigid_motions.h"
#include "geometry/salient_points.h"
#include "numerics/both.h"
#include "numerics/on_threads.h"
#include "numerics/one_blas_thread.h"
#include "pipeline/original_vertices.h"
#include "sigmatch/sampling.h"
#include "solver/local_search.h"
#include "solver/walks.h"

namespace sigmatch {

namespace {

using Eigen::MatrixXd;

constexpr int eigenpairs = 100;  // as for dense maps
constexpr int starts = 200;      // of each kind of search
constexpr size_t most_suggestions = 10;
constexpr int most_motions = 3;
constexpr double descriptor_weight_in_search = 0.03;
constexpr int judged_points = 150;
constexpr double descriptor_weight = 0.02;  // in the misfit
constexpr double fit_weight = 3;            // in the misfit, too
constexpr int fit_nodes = 150;
constexpr double near = 0.1;  // of the root of the area

Match identity(size_t n) {
    Match match(n);
    std::iota(match.begin(), match.end(), 0);
    return match;
}

/// The signature and the curvature of each vertex of the user's shape, side by side.
MatrixXd descriptors_of(const PreparedShape& shape) {
    const Descriptors found =
        descriptors(shape.surface(), shape.spectrum(eigenpairs), shape.deformation().mass());
    const Eigen::Index k = found.signature.cols();
    MatrixXd all = MatrixXd::Zero(static_cast<Eigen::Index>(shape.vertex_of().size()), k + 1);
    for (Eigen::Index v = 0; v < all.rows(); ++v) {
        const int on_surface = shape.vertex_of()[static_cast<size_t>(v)];
        if (on_surface < 0) continue;
        all.row(v) << found.signature.row(on_surface) / std::sqrt(static_cast<double>(k)),
            found.curvature[on_surface];
    }
    return all;
}

/// The vertex of the largest weight.
int nearest_corner(const SurfacePoint& point, const Faces& faces) {
    if (faces.rows() == 0) return point.face;
    Eigen::Index corner = 0;
    point.weights.maxCoeff(&corner);
    return faces(point.face, corner);
}

Keypoints spread_keypoints(const PreparedShape& shape, int count) {
    FarthestPoints points(shape.surface(), shape.graph());
    const std::vector<int> vertex_id = original_vertices(shape);
    Keypoints chosen;
    for (int k = 0; k < count && points.remaining() > 0; ++k) {
        const int v = points.next();
        chosen.push_back(vertex_id[static_cast<size_t>(v)]);
        points.take(v);
    }
    return chosen;
}

}  // namespace

PlacementSearch::PlacementSearch(PreparedShape x, PreparedShape y, int threads, std::uint64_t seed)
    : x_(std::move(x)),
      y_(std::move(y)),
      judge_x_(x_.with_keypoints(spread_keypoints(x_, judged_points))),
      threads_(threads_or_all(threads)),
      seed_(seed) {
    both([&] { descriptors_.features_x = descriptors_of(x_); },
         [&] { descriptors_.features_y = descriptors_of(y_); });
    model_.feature_weight = descriptor_weight_in_search;
}

std::vector<Placement> PlacementSearch::suggestions() const {
    const OneBlasThread one_blas_thread;
    std::vector<Placement> found;
    for (const Knowledge& knowledge : {Knowledge{}, descriptors_}) {
        Problem problem = build_problem(x_, y_, model_, knowledge);
        problem.allowed.setConstant(true);
        size_t taken = 0;
        for (const Match& match : local_optima(problem, starts, threads_, seed_)) {
            if (taken++ == most_suggestions) break;
            Placement placement;
            for (const int j : match)
                placement.keypoints_y.push_back(y_.original().keypoints[static_cast<size_t>(j)]);
            if (std::none_of(found.begin(), found.end(),
                             [&](const Placement& other) { return same(placement, other, 0.9); }))
                found.push_back(std::move(placement));
        }
    }
    for (Placement& placement : rigid_suggestions()) found.push_back(std::move(placement));
    return found;
}

std::vector<Placement> PlacementSearch::rigid_suggestions() const {
    const Points& from = x_.surface().vertices;
    const Points& to = y_.surface().vertices;
    const std::vector<int> vertex_id = original_vertices(y_);
    const PreparedShape judge_y = y_.with_keypoints(spread_keypoints(y_, judged_points));
    std::vector<Placement> found;
    for (const Eigen::Matrix4d& motion :
         rigid_motions(from, judge_x_.keypoints(), to, judge_y.keypoints(), most_motions, seed_)) {
        Eigen::VectorXd taken = Eigen::VectorXd::Zero(to.rows());
        Placement placement;
        const Points positions = moved(x_.keypoint_positions(), motion);
        for (const auto& position : positions.rowwise()) {
            Eigen::Index nearest = 0;
            ((to.rowwise() - position).rowwise().squaredNorm() + taken).minCoeff(&nearest);
            taken[nearest] = std::numeric_limits<double>::infinity();
            placement.keypoints_y.push_back(vertex_id[static_cast<size_t>(nearest)]);
        }
        found.push_back(std::move(placement));
    }
    return found;
}

DenseMaps PlacementSearch::dense(const Placement& placement) const {
    const PreparedShape y = y_.with_keypoints(placement.keypoints_y);
    return dense_maps(x_, y, identity(placement.keypoints_y.size()), {model_, 1, fit_nodes, true});
}

std::optional<Keypoints> PlacementSearch::images(const DenseMap& map, const Keypoints& from) const {
    const Faces& faces = y_.original().shape.faces;
    Keypoints images;
    std::set<int> taken;
    for (const int v : from) {
        const SurfacePoint& point = map[static_cast<size_t>(v)];
        int image = nearest_corner(point, faces);
        for (int c = 0; faces.rows() > 0 && c < 3 && taken.contains(image); ++c) image = faces(point.face, c);
        const bool is_on_surface = y_.vertex_of()[static_cast<size_t>(image)] >= 0;
        if (!is_on_surface || !taken.insert(image).second) return {};
        images.push_back(image);
    }
    return images;
}

std::optional<Placement> PlacementSearch::refined(const Placement& placement, int rounds) const {
    constexpr double worthwhile = 0.995;
    const Keypoints& on_x = x_.original().keypoints;
    Placement best = placement;
    DenseMaps maps = dense(best);
    double objective = std::numeric_limits<double>::infinity();
    for (int round = 0; round < rounds; ++round) {
        const std::optional<Keypoints> moved = images(maps.x_to_y, on_x);
        if (!moved) return {};
        Problem problem = build_problem(x_, y_.with_keypoints(*moved), model_);
        problem.allowed.setConstant(true);
        Match match = identity(moved->size());
        const OneBlasThread one_blas_thread;
        const double reached = LocalSearch(problem, seed_).descend(match);
        if (reached > objective) break;
        for (size_t k = 0; k < match.size(); ++k)
            best.keypoints_y[k] = (*moved)[static_cast<size_t>(match[k])];
        maps = dense(best);
        if (reached > worthwhile * objective) break;
        objective = reached;
    }
    best.misfit = misfit(maps);
    if (auto moved = images(maps.x_to_y, on_x)) best.keypoints_y = std::move(*moved);
    return best;
}

double PlacementSearch::misfit(const DenseMaps& maps) const {
    const DenseMap& map = maps.x_to_y;
    // The objective of many points. Where two of them fall together, one is left out.
    const Faces& faces = y_.original().shape.faces;
    Keypoints on_x, on_y;
    std::set<int> taken;
    for (const int v : judge_x_.original().keypoints) {
        const int image = nearest_corner(map[static_cast<size_t>(v)], faces);
        if (y_.vertex_of()[static_cast<size_t>(image)] < 0 || !taken.insert(image).second) continue;
        on_x.push_back(v);
        on_y.push_back(image);
    }
    if (on_x.size() < judged_points / 2) return std::numeric_limits<double>::infinity();
    const PreparedShape x =
        on_x.size() == judge_x_.keypoints().size() ? judge_x_ : judge_x_.with_keypoints(on_x);
    const Problem problem = build_problem(x, y_.with_keypoints(on_y), model_);
    const double objective = evaluate(problem, identity(on_x.size())).sum();

    // The differences of the descriptors over the whole surface.
    const MatrixXd &on_source = descriptors_.features_x, &on_target = descriptors_.features_y;
    const Eigen::Index k = on_source.cols() - 1;
    const Eigen::VectorXd& mass = x_.deformation().mass();
    double area = 0, signature = 0, product = 0, square_x = 0, square_y = 0;
    for (size_t v = 0; v < map.size(); ++v) {
        const int on_surface = x_.vertex_of()[v];
        if (on_surface < 0) continue;
        const auto at = static_cast<Eigen::Index>(v),
                   image = static_cast<Eigen::Index>(nearest_corner(map[v], faces));
        const double m = mass[on_surface], a = on_source(at, k), b = on_target(image, k);
        area += m;
        signature += m * (on_source.row(at) - on_target.row(image)).head(k).cwiseAbs().sum() /
                     std::sqrt(static_cast<double>(k));
        product += m * a * b;
        square_x += m * a * a;
        square_y += m * b * b;
    }
    const double curvature = product / std::sqrt(square_x * square_y);
    return objective + descriptor_weight * (signature / area + 1 - curvature) + fit_weight * maps.misfit;
}

bool PlacementSearch::same(const Placement& a, const Placement& b, double share) const {
    const Points& vertices = y_.original().shape.vertices;
    int common = 0;
    for (size_t k = 0; k < a.keypoints_y.size(); ++k)
        common +=
            (vertices.row(a.keypoints_y[k]) - vertices.row(b.keypoints_y[k])).norm() < near * y_.scale();
    return common > share * static_cast<double>(a.keypoints_y.size());
}

}  // namespace sigmatch
