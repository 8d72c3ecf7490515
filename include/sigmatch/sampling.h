#pragma once

#include "sigmatch/geodesics.h"
#include "sigmatch/shape.h"

namespace sigmatch {

/// `count` vertices spread over the shape: each new one is the farthest, along the edges, from those before.
/// The first one is the vertex farthest from the centroid, so that pose in space and scale do not matter.
/// Throws InputError if the shape has fewer vertices than that within reach of each other.
Keypoints farthest_point_sampling(const Shape& shape, const GeodesicGraph& graph, int count);

}  // namespace sigmatch
