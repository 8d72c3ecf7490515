#include "pipeline/surface_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/deformation_graph.h"
#include "geometry/embedded_surface.h"
#include "sigmatch/dense_map.h"
#include "sigmatch/surface.h"

namespace sigmatch {

namespace {

// Prepared shapes have unit area, so lengths are relative to the root of the area.
constexpr double turned = 0.02;     // two points that face opposite ways are twice this apart
constexpr double tolerance = 0.05;  // most points of a good start are closer to the truth
constexpr int robust_rounds = 4, steps = 10;
constexpr int samples_per_node = 4;
// A shape that is nearly rigid is laid on the other one stiffly at first: this corrects large errors of the
// start. A shape with limbs cannot be; its start is better.
constexpr double stiff = 10, soft = 0.01;

using Residuals = Eigen::VectorXd;

Embedding with_normals(const Points& points, const Points& normals) {
    Embedding both(points.rows(), 6);
    both << points, turned * normals;
    return both;
}

/// Some of the rows, far from each other.
std::vector<int> spread(const Embedding& points, const std::vector<int>& rows, int count) {
    std::vector<int> chosen;
    Eigen::VectorXd distance =
        Eigen::VectorXd::Constant(std::ssize(rows), std::numeric_limits<double>::infinity());
    Eigen::Index next = 0;
    while (std::ssize(chosen) < count && distance[next] > 0) {
        chosen.push_back(rows[static_cast<size_t>(next)]);
        distance = distance.cwiseMin(
            (points(rows, Eigen::all).rowwise() - points.row(chosen.back())).rowwise().squaredNorm());
        distance.maxCoeff(&next);
    }
    return chosen;
}

/// Vertices as points of faces.
DenseMap on_faces(const std::vector<int>& vertices, const DenseSide& side) {
    DenseMap at(static_cast<size_t>(side.functions.rows()), {-1, {1, 0, 0}});
    for (int v = 0; v < std::ssize(at); ++v) at[static_cast<size_t>(v)].face = v;  // of a cloud
    for (int f = 0; f < side.faces.rows(); ++f)
        for (int c = 0; c < 3; ++c) at[static_cast<size_t>(side.faces(f, c))] = {f, Eigen::Vector3d::Unit(c)};
    DenseMap points;
    for (const int v : vertices) points.push_back(at[static_cast<size_t>(v)]);
    return points;
}

template <class List>
List every(size_t step, const List& list) {
    List some;
    for (size_t k = 0; k < list.size(); k += step) some.push_back(list[k]);
    return some;
}

double median(const Residuals& values) {
    std::vector<double> sorted(values.begin(), values.end());
    const auto middle = sorted.begin() + std::ssize(sorted) / 2;
    std::nth_element(sorted.begin(), middle, sorted.end());
    return *middle;
}

/// The fit of one surface to the other.
class SurfaceFit {
public:
    SurfaceFit(const DenseSide& from, const DenseSide& to, const DenseMap& start, const DenseMap& back,
               int nodes)
        : from_(from),
          to_(to),
          outward_(outward_faces(from.prepared.surface())),
          embedded_y_(with_normals(y(), to.normals)),
          target_(embedded_y_, to.faces),
          step_x_(step(from, nodes)),
          step_y_(step(to, nodes)),
          samples_x_(on_faces(every(step_x_, from.samples), from)),
          samples_y_(every(step_y_, to.samples)),
          graph_(x(), from.faces, from.prepared.graph(),
                 spread(with_normals(x(), from.normals), from.samples, nodes)),
          start_(both_ways(carry_over(every(step_x_, start), to.faces, y()), every(step_y_, back))) {}

    struct Placed {
        Points vertices;
        double energy;  ///< the distance that is left, and the roughness
    };

    /// Follows the start as stiffly as told, then the nearest points, more and more softly.
    Placed placed(double stiffness) const {
        DeformationGraph::Deformed now;
        Pulls pulls = start_;
        for (int k = 0; k < robust_rounds; ++k) {
            now = graph_.deformed(pulls, stiffness);
            pulls.weights = weights(residuals(pulls, now.vertices), tolerance);
        }
        const double softening = std::pow(soft / stiffness, 1.0 / (steps - 1));
        for (int step = 0; step < steps; ++step, stiffness *= softening) {
            pulls = nearest_pulls(now.vertices);
            const Residuals left = residuals(pulls, now.vertices);
            pulls.weights = weights(left, std::max(3 * median(left), 1e-3));
            now = graph_.deformed(pulls, stiffness);
        }
        const double distance = residuals(pulls, now.vertices).array().min(tolerance).square().mean();
        return {now.vertices, distance + soft * now.roughness};
    }

    DenseMap map(const Points& placed_vertices) const { return target_.nearest(embedded(placed_vertices)); }

private:
    /// Of so many samples one is taken.
    static size_t step(const DenseSide& side, int nodes) {
        return std::max<size_t>(1, side.samples.size() / static_cast<size_t>(samples_per_node * nodes));
    }

    const Points& x() const { return from_.prepared.surface().vertices; }
    const Points& y() const { return to_.prepared.surface().vertices; }

    /// X, moved, with its normals.
    Embedding embedded(const Points& vertices) const {
        if (from_.faces.rows() == 0) return with_normals(vertices, from_.normals);
        return with_normals(vertices, vertex_normals(vertices, outward_));
    }

    /// Points of X are pulled to their images, and the points that samples of Y come from to these.
    Pulls both_ways(const Points& images, const DenseMap& origins) const {
        Pulls pulls{samples_x_, {}, {}};
        pulls.points.insert(pulls.points.end(), origins.begin(), origins.end());
        pulls.targets.resize(std::ssize(pulls.points), 3);
        pulls.targets << images, y()(samples_y_, Eigen::all);
        pulls.weights.setOnes(std::ssize(pulls.points));
        return pulls;
    }

    Pulls nearest_pulls(const Points& vertices) const {
        const Embedding now = embedded(vertices);
        const DenseMap images = target_.nearest(carry_over(samples_x_, from_.faces, now)),
                       origins =
                           EmbeddedSurface(now, from_.faces).nearest(embedded_y_(samples_y_, Eigen::all));
        return both_ways(carry_over(images, to_.faces, y()), origins);
    }

    Residuals residuals(const Pulls& pulls, const Points& vertices) const {
        return (carry_over(pulls.points, from_.faces, vertices) - pulls.targets).rowwise().norm();
    }

    /// Pulls over more than about the reach are mistakes and count little.
    static Eigen::VectorXd weights(const Residuals& residuals, double reach) {
        return (1 + (residuals / reach).array().square()).square().inverse();
    }

    const DenseSide &from_, &to_;
    Faces outward_;
    Embedding embedded_y_;
    EmbeddedSurface target_;
    size_t step_x_, step_y_;
    DenseMap samples_x_;
    std::vector<int> samples_y_;
    DeformationGraph graph_;
    Pulls start_;
};

}  // namespace

FittedMap fitted_map(const DenseSide& from, const DenseSide& to, const DenseMap& start, const DenseMap& back,
                     int nodes) {
    const auto fewer = static_cast<int>(std::min(from.samples.size(), to.samples.size())) / samples_per_node;
    const SurfaceFit fit(from, to, start, back, std::clamp(fewer, 1, nodes));
    const SurfaceFit::Placed rigid = fit.placed(stiff), flexible = fit.placed(soft);
    const SurfaceFit::Placed& better = rigid.energy < flexible.energy ? rigid : flexible;
    return {fit.map(better.vertices), better.energy};
}

}  // namespace sigmatch
