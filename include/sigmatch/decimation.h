#pragma once

#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// A coarser shape with the keypoints of the fine one.
struct DecimatedShape {
    Shape shape;
    Keypoints keypoints;
    std::vector<int> vertex_ids;  ///< for each vertex, its id in the fine shape
};

/// Quadric edge collapse to `faces` faces, or as near as the surface allows. Keypoints are never collapsed:
/// each keeps its position, and no two become one. A shape with at most `faces` faces is returned unchanged.
DecimatedShape decimate(const Shape& shape, const Keypoints& keypoints, int faces);

}  // namespace sigmatch
