#pragma once

#include <Eigen/Geometry>
#include <array>

#include "sigmatch/shape.h"

namespace sigmatch {

inline std::array<Eigen::Vector3d, 3> corners(const Shape& shape, Eigen::Index face) {
    return {shape.vertices.row(shape.faces(face, 0)).transpose(),
            shape.vertices.row(shape.faces(face, 1)).transpose(),
            shape.vertices.row(shape.faces(face, 2)).transpose()};
}

/// Normal of a face, as long as twice its area.
inline Eigen::Vector3d face_normal(const Shape& shape, Eigen::Index face) {
    const auto p = corners(shape, face);
    return (p[1] - p[0]).cross(p[2] - p[0]);
}

}  // namespace sigmatch
