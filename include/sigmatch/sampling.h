#pragma once

#include "sigmatch/geodesics.h"
#include "sigmatch/shape.h"

namespace sigmatch {

/// Farthest point sampling, one vertex at a time, for callers that have a say in which are taken.
/// It stays on the largest connected part: crumbs of a scan would otherwise collect all the points.
class FarthestPoints {
public:
    /// `graph`, of the same shape, must outlive this.
    FarthestPoints(const Shape& shape, const GeodesicGraph& graph);

    /// How many vertices are neither taken nor skipped.
    int remaining() const;

    /// Of these the one farthest, along the edges, from all that were taken; before any was, the one farthest
    /// from the centroid, so that pose in space and scale do not matter. -1 if none remains.
    int next() const;

    void take(int vertex);
    void skip(int vertex);

private:
    const GeodesicGraph& graph_;
    std::vector<bool> open_;
    Eigen::VectorXd distance_;
    bool none_taken_ = true;
};

/// `count` vertices spread over the shape: each new one is the farthest, along the edges, from those before.
/// Throws InputError if the shape has fewer vertices than that within reach of each other.
Keypoints farthest_point_sampling(const Shape& shape, const GeodesicGraph& graph, int count);

}  // namespace sigmatch
