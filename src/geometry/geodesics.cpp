#include "sigmatch/geodesics.h"

#include <algorithm>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths_no_color_map.hpp>
#include <limits>
#include <utility>

namespace sigmatch {

namespace {

struct EdgeLength {
    double length;
};

using CsrGraph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, EdgeLength,
                                                    boost::no_property, int, int>;

}  // namespace

struct GeodesicGraph::Graph {
    CsrGraph csr;
};

GeodesicGraph::GeodesicGraph(const Shape& shape) : graph_(std::make_unique<Graph>()) {
    std::vector<std::pair<int, int>> edges;
    edges.reserve(6 * static_cast<size_t>(shape.faces.rows()));
    for (Eigen::Index f = 0; f < shape.faces.rows(); ++f) {
        for (int k = 0; k < 3; ++k) {
            const int i = shape.faces(f, k), j = shape.faces(f, (k + 1) % 3);
            if (i == j) continue;
            edges.emplace_back(i, j);
            edges.emplace_back(j, i);
        }
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    std::vector<EdgeLength> lengths;
    lengths.reserve(edges.size());
    for (const auto& [i, j] : edges)
        lengths.push_back({(shape.vertices.row(i) - shape.vertices.row(j)).norm()});
    graph_->csr = CsrGraph(boost::edges_are_sorted, edges.begin(), edges.end(), lengths.begin(),
                           static_cast<int>(shape.vertices.rows()));
}

GeodesicGraph::~GeodesicGraph() = default;
GeodesicGraph::GeodesicGraph(GeodesicGraph&&) noexcept = default;
GeodesicGraph& GeodesicGraph::operator=(GeodesicGraph&&) noexcept = default;

int GeodesicGraph::size() const {
    return static_cast<int>(boost::num_vertices(graph_->csr));
}

Eigen::VectorXd GeodesicGraph::distances_from(int vertex) const {
    Eigen::VectorXd distance(size());
    boost::dijkstra_shortest_paths_no_color_map(
        graph_->csr, vertex,
        boost::weight_map(boost::get(&EdgeLength::length, graph_->csr))
            .distance_map(boost::make_iterator_property_map(distance.data(),
                                                            boost::get(boost::vertex_index, graph_->csr)))
            .distance_inf(std::numeric_limits<double>::infinity()));
    return distance;
}

Eigen::MatrixXd keypoint_distances(const GeodesicGraph& graph, const Keypoints& keypoints) {
    const auto n = static_cast<Eigen::Index>(keypoints.size());
    Eigen::MatrixXd D(n, n);
    for (Eigen::Index i = 0; i < n; ++i) D.col(i) = graph.distances_from(keypoints[i])(keypoints);
    return 0.5 * (D + D.transpose());
}

Diameter graph_diameter(const GeodesicGraph& graph, int max_runs) {
    // Every run from s bounds the eccentricity of all v: max(d(s,v), ecc(s) - d(s,v)) <= ecc(v) <= ecc(s) +
    // d(s,v). A vertex whose upper bound does not pass the longest distance seen is done (Takes and Kosters
    // 2011). Sources alternate between the vertex that may be most eccentric and the most central one.
    const int n = graph.size();
    Eigen::ArrayXd lower = Eigen::ArrayXd::Zero(n);
    Eigen::ArrayXd upper = Eigen::ArrayXd::Constant(n, std::numeric_limits<double>::infinity());
    Diameter diameter;
    int source = 0;
    bool want_eccentric = true;
    for (;;) {
        const Eigen::ArrayXd d = graph.distances_from(source).array();
        Eigen::Index farthest;
        const double eccentricity = d.maxCoeff(&farthest);
        ++diameter.runs;
        if (eccentricity > diameter.length) {
            diameter.length = eccentricity;
            diameter.from = source;
            diameter.to = static_cast<int>(farthest);
        }
        lower = lower.max(d).max(eccentricity - d);
        upper = upper.min(eccentricity + d);
        lower[source] = upper[source] = eccentricity;

        const double rounding = 1e-12 * diameter.length;
        int next = -1;
        for (int v = 0; v < n; ++v) {
            if (upper[v] <= diameter.length + rounding || v == source || lower[v] == upper[v]) continue;
            const bool better =
                next < 0 ||
                (want_eccentric ? std::pair(upper[v], lower[v]) > std::pair(upper[next], lower[next])
                                : std::pair(lower[v], upper[v]) < std::pair(lower[next], upper[next]));
            if (better) next = v;
        }
        if (next < 0) return diameter;
        if (diameter.runs >= max_runs) {
            diameter.exact = false;
            return diameter;
        }
        source = next;
        want_eccentric = !want_eccentric;
    }
}

}  // namespace sigmatch
