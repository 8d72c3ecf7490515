#pragma once

#include "sigmatch/geodesics.h"
#include "sigmatch/shape.h"

namespace sigmatch {

/// Farthest point sampling, one vertex at a time, for callers that want to skip some vertices. Samples the
/// largest connected part only: otherwise the crumbs of a scan would get most of the points.
class FarthestPoints {
public:
    /// `graph` belongs to `shape` and must outlive this object.
    FarthestPoints(const Shape& shape, const GeodesicGraph& graph);

    /// The number of vertices that are neither taken nor skipped.
    int remaining() const;

    /// The remaining vertex that is farthest, along the edges, from all taken vertices. If none is taken yet,
    /// the vertex farthest from the centroid: this is invariant to motion and scale. -1 if none remains.
    int next() const;

    void take(int vertex);
    void skip(int vertex);

private:
    const GeodesicGraph& graph_;
    std::vector<bool> open_;
    Eigen::VectorXd distance_;
    bool none_taken_ = true;
};

/// `count` vertices spread over the shape: each is the farthest, along the edges, from the ones before it.
/// Throws InputError if the largest connected part has fewer vertices.
Keypoints farthest_point_sampling(const Shape& shape, const GeodesicGraph& graph, int count);

}  // namespace sigmatch
