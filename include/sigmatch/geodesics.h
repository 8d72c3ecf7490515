#pragma once

#include <Eigen/Core>
#include <vector>

#include "sigmatch/bridges.h"
#include "sigmatch/shape.h"

namespace sigmatch {

/// Shortest paths along the edges of a mesh, and across bridges.
class GeodesicGraph {
public:
    explicit GeodesicGraph(const Shape& shape, const std::vector<Bridge>& bridges = {});
    ~GeodesicGraph();
    GeodesicGraph(GeodesicGraph&&) noexcept;
    GeodesicGraph& operator=(GeodesicGraph&&) noexcept;

    int size() const;

    /// Distance from one vertex to every vertex; infinite where no path leads.
    Eigen::VectorXd distances_from(int vertex) const;

private:
    struct Edge;
    std::vector<int> first_edge_;  // of each vertex, in edges_
    std::vector<Edge> edges_;
    double longest_edge_ = 0, layer_width_ = 1;
};

/// The largest distance between any two vertices of a connected graph, as `largest` runs of one source find
/// it. `exact` tells whether the runs sufficed to exclude every other pair: elongated shapes need some ten,
/// round ones may need thousands, and then the longest distance seen in `max_runs` runs is the answer.
struct Diameter {
    double length = 0;
    int from = 0, to = 0;
    int runs = 0;
    bool exact = true;
};
constexpr int max_diameter_runs = 400;
Diameter graph_diameter(const GeodesicGraph& graph, int max_runs = max_diameter_runs);

/// Distances between the keypoints (n by n, symmetric), and the diameter of the graph, for which the runs
/// from the keypoints serve, too.
struct KeypointDistances {
    Eigen::MatrixXd between;
    Diameter diameter;
};
KeypointDistances keypoint_distances(const GeodesicGraph& graph, const Keypoints& keypoints);

}  // namespace sigmatch
