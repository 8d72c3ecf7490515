#include "sigmatch/geodesics.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace sigmatch {

struct GeodesicGraph::Edge {
    int to;
    double length;
};

GeodesicGraph::GeodesicGraph(const Shape& shape, const std::vector<Bridge>& bridges)
    : first_edge_(shape.vertices.rows() + 1, 0) {
    std::vector<std::pair<int, int>> ends;
    ends.reserve(6 * static_cast<size_t>(shape.faces.rows()));
    for (Eigen::Index f = 0; f < shape.faces.rows(); ++f) {
        for (int k = 0; k < 3; ++k) {
            const int i = shape.faces(f, k), j = shape.faces(f, (k + 1) % 3);
            if (i == j) continue;
            ends.emplace_back(i, j);
            ends.emplace_back(j, i);
        }
    }
    for (const Bridge& bridge : bridges) {
        ends.emplace_back(bridge.from, bridge.to);
        ends.emplace_back(bridge.to, bridge.from);
    }
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    double mean = 0;
    for (const auto& [i, j] : ends) {
        const double length = (shape.vertices.row(i) - shape.vertices.row(j)).norm();
        if (!std::isfinite(length)) continue;
        ++first_edge_[i + 1];
        edges_.push_back({j, length});
        longest_edge_ = std::max(longest_edge_, length);
        mean += length / static_cast<double>(ends.size());
    }
    for (size_t v = 1; v < first_edge_.size(); ++v) first_edge_[v] += first_edge_[v - 1];
    constexpr double most_layers = 1000;  // within one edge's length
    layer_width_ = std::max(mean, longest_edge_ / most_layers);
    if (!(layer_width_ > 0)) layer_width_ = 1;
}

GeodesicGraph::~GeodesicGraph() = default;
GeodesicGraph::GeodesicGraph(GeodesicGraph&&) noexcept = default;
GeodesicGraph& GeodesicGraph::operator=(GeodesicGraph&&) noexcept = default;

int GeodesicGraph::size() const {
    return static_cast<int>(first_edge_.size()) - 1;
}

// Dijkstra's algorithm in layers of equal width. Vertices beyond the current layer wait unsorted in their
// layer. So the heap holds one layer only and stays in the cache.
Eigen::VectorXd GeodesicGraph::distances_from(int vertex) const {
    using Reached = std::pair<double, int>;
    Eigen::VectorXd distance = Eigen::VectorXd::Constant(size(), std::numeric_limits<double>::infinity());
    std::vector<std::vector<Reached>> layers(static_cast<size_t>(longest_edge_ / layer_width_) + 3);
    std::vector<Reached> heap{{0, vertex}};
    distance[vertex] = 0;
    size_t layer = 0, waiting = 0;
    for (;;) {
        while (!heap.empty()) {
            const auto [length, v] = heap.front();
            std::pop_heap(heap.begin(), heap.end(), std::greater{});
            heap.pop_back();
            if (length > distance[v]) continue;
            for (int e = first_edge_[v]; e < first_edge_[v + 1]; ++e) {
                const double through = length + edges_[e].length;
                if (through >= distance[edges_[e].to]) continue;
                distance[edges_[e].to] = through;
                const auto its_layer = static_cast<size_t>(through / layer_width_);
                if (its_layer <= layer) {
                    heap.emplace_back(through, edges_[e].to);
                    std::push_heap(heap.begin(), heap.end(), std::greater{});
                } else {
                    layers[its_layer % layers.size()].emplace_back(through, edges_[e].to);
                    ++waiting;
                }
            }
        }
        if (waiting == 0) return distance;
        while (layers[++layer % layers.size()].empty()) {
        }
        heap.swap(layers[layer % layers.size()]);
        waiting -= heap.size();
        std::make_heap(heap.begin(), heap.end(), std::greater{});
    }
}

// Dijkstra's algorithm from all sources at once, in which a vertex is settled `count` times.
std::vector<std::vector<GeodesicGraph::Near>> GeodesicGraph::nearest_sources(const std::vector<int>& sources,
                                                                             int count) const {
    struct Reached {
        double distance;
        int vertex, source;
        auto operator<=>(const Reached&) const = default;
    };
    std::vector<std::vector<Near>> nearest(static_cast<size_t>(size()));
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
    for (size_t s = 0; s < sources.size(); ++s) open.push({0, sources[s], static_cast<int>(s)});
    const auto takes = [&](int vertex, int source) {
        const std::vector<Near>& known = nearest[static_cast<size_t>(vertex)];
        return std::ssize(known) < count && std::none_of(known.begin(), known.end(), [&](const Near& near) {
                   return near.source == source;
               });
    };
    while (!open.empty()) {
        const auto [distance, vertex, source] = open.top();
        open.pop();
        if (!takes(vertex, source)) continue;
        nearest[static_cast<size_t>(vertex)].push_back({source, distance});
        for (int e = first_edge_[vertex]; e < first_edge_[vertex + 1]; ++e)
            if (takes(edges_[e].to, source)) open.push({distance + edges_[e].length, edges_[e].to, source});
    }
    return nearest;
}

namespace {

/// A run from s bounds the eccentricity of every v: max(d(s,v), ecc(s) - d(s,v)) <= ecc(v) <= ecc(s) +
/// d(s,v). A vertex is done if its upper bound is at most the largest distance seen (Takes and Kosters 2011).
class EccentricityBounds {
public:
    explicit EccentricityBounds(int size)
        : lower_(Eigen::ArrayXd::Zero(size)),
          upper_(Eigen::ArrayXd::Constant(size, std::numeric_limits<double>::infinity())) {}

    void add(int source, const Eigen::VectorXd& distances) {
        const auto d = distances.array();
        Eigen::Index farthest;
        const double eccentricity = d.maxCoeff(&farthest);
        ++diameter_.runs;
        if (eccentricity > diameter_.length) {
            diameter_.length = eccentricity;
            diameter_.from = source;
            diameter_.to = static_cast<int>(farthest);
        }
        lower_ = lower_.max(d).max(eccentricity - d);
        upper_ = upper_.min(eccentricity + d);
        lower_[source] = upper_[source] = eccentricity;
    }

    /// Returns, in turn, the vertex with the largest upper bound and the one with the least lower bound; -1
    /// if all are done.
    int next_source() {
        want_eccentric_ = !want_eccentric_;
        const double done = diameter_.length * (1 + 1e-12);
        int next = -1;
        for (int v = 0; v < upper_.size(); ++v) {
            if (upper_[v] <= done || lower_[v] == upper_[v]) continue;
            const bool better =
                next < 0 ||
                (want_eccentric_ ? std::pair(upper_[v], lower_[v]) > std::pair(upper_[next], lower_[next])
                                 : std::pair(lower_[v], upper_[v]) < std::pair(lower_[next], upper_[next]));
            if (better) next = v;
        }
        return next;
    }

    /// Makes more runs until the diameter is known or there are `max_runs` runs.
    Diameter finish(const GeodesicGraph& graph, int max_runs) {
        for (int source = next_source(); source >= 0; source = next_source()) {
            if (diameter_.runs >= max_runs) {
                diameter_.exact = false;
                break;
            }
            add(source, graph.distances_from(source));
        }
        return diameter_;
    }

private:
    Eigen::ArrayXd lower_, upper_;
    Diameter diameter_;
    bool want_eccentric_ = false;
};

}  // namespace

KeypointDistances keypoint_distances(const GeodesicGraph& graph, const Keypoints& keypoints) {
    const auto n = static_cast<Eigen::Index>(keypoints.size());
    Eigen::MatrixXd D(n, n);
    Eigen::MatrixXd from(graph.size(), n);
    EccentricityBounds bounds(graph.size());
    for (Eigen::Index i = 0; i < n; ++i) {
        const Eigen::VectorXd distances = graph.distances_from(keypoints[i]);
        D.col(i) = distances(keypoints);
        from.col(i) = distances;
        bounds.add(keypoints[i], distances);
    }
    return {0.5 * (D + D.transpose()), std::move(from),
            bounds.finish(graph, max_diameter_runs + static_cast<int>(n))};
}

Diameter graph_diameter(const GeodesicGraph& graph, int max_runs) {
    EccentricityBounds bounds(graph.size());
    bounds.add(0, graph.distances_from(0));
    return bounds.finish(graph, max_runs);
}

}  // namespace sigmatch
