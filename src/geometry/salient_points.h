#pragma once

#include "sigmatch/geodesics.h"
#include "sigmatch/shape.h"

namespace sigmatch {

/// `count` vertices that can be found again on another shape of the kind. First the tips: vertices whose mean
/// distance to the surface is largest around them. Then farthest points. `mass` holds the vertex areas.
/// Vertices that no path reaches are left out. At most half of the vertices are returned: if all were held in
/// place, nothing could bend.
Keypoints salient_points(const Shape& shape, const GeodesicGraph& graph, const Eigen::VectorXd& mass,
                         int count);

/// A few vertices of every connected part that holds at least 2 % of the area: enough to prepare the shape.
/// No two lie in the same place.
Keypoints seeds_of_parts(const Shape& surface);

}  // namespace sigmatch
