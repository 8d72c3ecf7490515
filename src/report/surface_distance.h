#pragma once

#include <Eigen/Core>

#include "sigmatch/shape.h"

namespace sigmatch {

/// The distance of each point from the surface; from the nearest point of the shape if it has no faces. Only
/// the triangles around the eight nearest vertices are considered. So on a mesh with very long triangles a
/// distance may come out too large.
Eigen::VectorXd distances_from_surface(const Points& points, const Shape& surface);

/// The distance of a point from a triangle with these corners.
double distance_from_triangle(const Eigen::Vector3d& p, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                              const Eigen::Vector3d& c);

}  // namespace sigmatch
