#include "geometry/salient_points.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <tuple>

#include "sigmatch/sampling.h"
#include "sigmatch/surface.h"

namespace sigmatch {

namespace {

using Eigen::VectorXd;

constexpr int spread_count = 150;    // samples that stand for the surface in mean distances
constexpr double tip_radius = 0.15;  // of the largest mean distance: within it a tip has no rival
constexpr double least_part = 0.02;  // of the area
constexpr int seeds_per_part = 8;

/// Farthest points of everything that the graph connects with the first one.
class Spread {
public:
    explicit Spread(const GeodesicGraph& graph) : graph_(graph), nearest_(graph.size()) {
        nearest_.setConstant(std::numeric_limits<double>::infinity());
    }

    const VectorXd& take(int vertex) {
        last_ = graph_.distances_from(vertex);
        nearest_ = nearest_.cwiseMin(last_);
        return last_;
    }
    /// -1 if every vertex that a path reaches is taken.
    int next() const {
        int farthest = -1;
        for (int v = 0; v < nearest_.size(); ++v)
            if (std::isfinite(nearest_[v]) && nearest_[v] > (farthest < 0 ? 0 : nearest_[farthest]))
                farthest = v;
        return farthest;
    }

private:
    const GeodesicGraph& graph_;
    VectorXd nearest_, last_;
};

/// Farthest points and the distances of all vertices from each.
struct Samples {
    std::vector<int> vertices;
    std::vector<VectorXd> distances;
};

Samples samples(const GeodesicGraph& graph, int first) {
    Spread spread(graph);
    Samples taken;
    for (int v = first; v >= 0 && std::ssize(taken.vertices) < spread_count; v = spread.next()) {
        taken.vertices.push_back(v);
        taken.distances.push_back(spread.take(v));
    }
    return taken;
}

/// How far apart so many farthest points are; 0 if there are not more.
double spacing(const Samples& samples, int count) {
    if (count >= std::ssize(samples.vertices)) return 0;
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < count; ++k)
        least = std::min(
            least, samples.distances[static_cast<size_t>(k)][samples.vertices[static_cast<size_t>(count)]]);
    return least;
}

/// The mean distance of each vertex to the surface: each sample stands for the area that is nearest to it.
VectorXd mean_distances(const Samples& samples, const VectorXd& mass) {
    const std::vector<VectorXd>& distances = samples.distances;
    VectorXd area = VectorXd::Zero(static_cast<Eigen::Index>(distances.size()));
    for (Eigen::Index v = 0; v < mass.size(); ++v) {
        if (!std::isfinite(distances[0][v])) continue;
        size_t nearest = 0;
        for (size_t k = 1; k < distances.size(); ++k)
            if (distances[k][v] < distances[nearest][v]) nearest = k;
        area[static_cast<Eigen::Index>(nearest)] += mass[v];
    }
    VectorXd mean = VectorXd::Zero(mass.size());
    for (size_t k = 0; k < distances.size(); ++k)
        mean += area[static_cast<Eigen::Index>(k)] / area.sum() * distances[k];
    return mean;
}

/// Vertices without a neighbour of larger value, the largest first.
std::vector<int> peaks(const Faces& faces, const VectorXd& value) {
    std::vector<bool> is_peak(static_cast<size_t>(value.size()), false);
    for (const int v : faces.reshaped()) is_peak[static_cast<size_t>(v)] = true;
    for (Eigen::Index f = 0; f < faces.rows(); ++f)
        for (int c = 0; c < 3; ++c) {
            const int a = faces(f, c), b = faces(f, (c + 1) % 3);
            if (value[a] != value[b]) is_peak[static_cast<size_t>(value[a] < value[b] ? a : b)] = false;
        }
    std::vector<int> found;
    for (int v = 0; v < value.size(); ++v)
        if (is_peak[static_cast<size_t>(v)] && std::isfinite(value[v])) found.push_back(v);
    std::sort(found.begin(), found.end(), [&](int a, int b) { return value[a] > value[b]; });
    return found;
}

}  // namespace

Keypoints salient_points(const Shape& shape, const GeodesicGraph& graph, const VectorXd& mass, int count) {
    Eigen::Index heaviest = 0;
    mass.maxCoeff(&heaviest);
    // The farthest from any vertex is a tip, whichever that vertex is.
    Spread from_anywhere(graph);
    from_anywhere.take(static_cast<int>(heaviest));
    const Samples sampled = samples(graph, std::max(0, from_anywhere.next()));
    const VectorXd mean = mean_distances(sampled, mass);
    double largest = 0;
    for (const double value : mean)
        if (std::isfinite(value)) largest = std::max(largest, value);
    count = std::min(count, static_cast<int>(shape.vertices.rows() / 2));
    // Tips that are closer than so many points need be, as those of fingers, count as one.
    const double apart = spacing(sampled, count);
    Spread spread(graph);
    Keypoints points;
    for (const int v : peaks(shape.faces, mean)) {
        if (static_cast<int>(points.size()) >= count / 2) break;
        const VectorXd distance = graph.distances_from(v);
        const bool has_rival =
            ((distance.array() < tip_radius * largest) && (mean.array() > mean[v])).any() ||
            std::any_of(points.begin(), points.end(), [&](int tip) { return distance[tip] < apart; });
        if (has_rival) continue;
        points.push_back(v);
        spread.take(v);
    }
    for (int v = spread.next(); v >= 0 && static_cast<int>(points.size()) < count; v = spread.next()) {
        points.push_back(v);
        spread.take(v);
    }
    return points;
}

Keypoints seeds_of_parts(const Shape& surface) {
    const std::vector<int> part = connected_components(surface);
    const int parts = part.empty() ? 0 : *std::max_element(part.begin(), part.end()) + 1;
    std::vector<double> area(static_cast<size_t>(parts), 0);
    for (Eigen::Index f = 0; f < surface.faces.rows(); ++f) {
        const Eigen::Vector3d a = surface.vertices.row(surface.faces(f, 0)),
                              b = surface.vertices.row(surface.faces(f, 1)),
                              c = surface.vertices.row(surface.faces(f, 2));
        area[static_cast<size_t>(part[static_cast<size_t>(surface.faces(f, 0))])] +=
            (b - a).cross(c - a).norm();
    }
    const double least = least_part * std::accumulate(area.begin(), area.end(), 0.0);
    Keypoints seeds;
    std::set<std::tuple<double, double, double>> places;
    for (int p = 0; p < parts; ++p) {
        if (area[static_cast<size_t>(p)] < least) continue;
        std::vector<bool> keep(part.size());
        for (size_t v = 0; v < part.size(); ++v) keep[v] = part[v] == p;
        const SubShape piece = sub_shape(surface, keep);
        const GeodesicGraph graph(piece.shape);
        for (const int v :
             farthest_point_sampling(piece.shape, graph, std::min<int>(seeds_per_part, graph.size()))) {
            const auto place = piece.shape.vertices.row(v);
            if (places.emplace(place[0], place[1], place[2]).second)
                seeds.push_back(piece.vertex_ids[static_cast<size_t>(v)]);
        }
    }
    return seeds;
}

}  // namespace sigmatch
