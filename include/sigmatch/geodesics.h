#pragma once

#include <Eigen/Core>
#include <vector>

#include "sigmatch/bridges.h"
#include "sigmatch/shape.h"

namespace sigmatch {

/// Shortest paths along the edges of a mesh and across bridges.
class GeodesicGraph {
public:
    explicit GeodesicGraph(const Shape& shape, const std::vector<Bridge>& bridges = {});
    ~GeodesicGraph();
    GeodesicGraph(GeodesicGraph&&) noexcept;
    GeodesicGraph& operator=(GeodesicGraph&&) noexcept;

    int size() const;

    /// Distances from one vertex to all vertices; infinite if there is no path.
    Eigen::VectorXd distances_from(int vertex) const;

    /// A source and the distance to it.
    struct Near {
        int source;  ///< its position in the list of sources
        double distance;
    };
    /// For each vertex, the `count` sources nearest to it, the nearest first; fewer if no path leads to more.
    std::vector<std::vector<Near>> nearest_sources(const std::vector<int>& sources, int count) const;

private:
    struct Edge;
    std::vector<int> first_edge_;  // position in edges_ of the first edge of each vertex
    std::vector<Edge> edges_;
    double longest_edge_ = 0, layer_width_ = 1;
};

/// The largest distance between any two vertices of a connected graph. A run computes all distances from one
/// vertex. If `exact` is true, the runs prove that no two vertices are farther apart. Elongated shapes need
/// about ten runs, round ones may need thousands. After max_runs runs the largest distance seen is returned,
/// with `exact` false.
struct Diameter {
    double length = 0;
    int from = 0, to = 0;  ///< the two vertices
    int runs = 0;
    bool exact = true;
};
constexpr int max_diameter_runs = 400;
Diameter graph_diameter(const GeodesicGraph& graph, int max_runs = max_diameter_runs);

/// Distances from the keypoints and the diameter of the graph. The diameter reuses the runs from the
/// keypoints.
struct KeypointDistances {
    Eigen::MatrixXd between;  ///< n by n, symmetric
    Eigen::MatrixXd from;     ///< #V by n: from each keypoint to every vertex
    Diameter diameter;
};
KeypointDistances keypoint_distances(const GeodesicGraph& graph, const Keypoints& keypoints);

}  // namespace sigmatch
