#pragma once

#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// A coarser shape and where the keypoints of the fine one are on it.
struct DecimatedShape {
    Shape shape;
    Keypoints keypoints;
    std::vector<int> vertex_ids;  ///< the vertex of the fine shape that each vertex was
};

/// Quadric edge collapse to `faces` faces (or as near as the surface allows). The keypoints are never
/// collapsed: each keeps its place, so no two can fall together. A shape that is coarse enough already is
/// returned as it is.
DecimatedShape decimate(const Shape& shape, const Keypoints& keypoints, int faces);

}  // namespace sigmatch
