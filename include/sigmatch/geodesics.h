#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// Shortest paths along the edges of a mesh.
class GeodesicGraph {
public:
    explicit GeodesicGraph(const Shape& shape);
    ~GeodesicGraph();
    GeodesicGraph(GeodesicGraph&&) noexcept;
    GeodesicGraph& operator=(GeodesicGraph&&) noexcept;

    int size() const;

    /// Distance from one vertex to every vertex; infinite where no path leads.
    Eigen::VectorXd distances_from(int vertex) const;

private:
    struct Graph;
    std::unique_ptr<Graph> graph_;
};

/// Distances between the keypoints (n by n, symmetric).
Eigen::MatrixXd keypoint_distances(const GeodesicGraph& graph, const Keypoints& keypoints);

/// The largest distance between any two vertices of a connected graph, as `largest` runs of one source find
/// it. `exact` tells whether the runs sufficed to exclude every other pair: elongated shapes need some ten,
/// round ones may need thousands, and then the longest distance seen in `max_runs` runs is the answer.
struct Diameter {
    double length = 0;
    int from = 0, to = 0;
    int runs = 0;
    bool exact = true;
};
Diameter graph_diameter(const GeodesicGraph& graph, int max_runs = 400);

}  // namespace sigmatch
