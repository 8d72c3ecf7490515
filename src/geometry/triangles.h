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

/// The normal of a face. Its length is twice the area.
inline Eigen::Vector3d face_normal(const Shape& shape, Eigen::Index face) {
    const auto p = corners(shape, face);
    return (p[1] - p[0]).cross(p[2] - p[0]);
}

}  // namespace sigmatch
