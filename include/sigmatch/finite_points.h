#pragma once

#include <vector>

#include "sigmatch/shape.h"

/// A file may have vertices with coordinates that are not finite (NaN or infinite). The shape keeps them, so
/// that ids stay valid, with NaN as coordinates. Faces on them are left out, and nothing is computed from
/// them.
namespace sigmatch {

/// The points with finite coordinates.
inline std::vector<int> finite_rows(const Points& points) {
    std::vector<int> finite;
    for (int v = 0; v < points.rows(); ++v)
        if (points.row(v).allFinite()) finite.push_back(v);
    return finite;
}

/// The faces whose corners all have finite coordinates.
inline Faces faces_on_finite_points(const Faces& faces, const Points& points) {
    std::vector<bool> is_finite(static_cast<std::size_t>(points.rows()), false);
    for (const int v : finite_rows(points)) is_finite[static_cast<std::size_t>(v)] = true;
    std::vector<Eigen::Index> kept;
    for (Eigen::Index f = 0; f < faces.rows(); ++f) {
        const auto finite_corner = [&](int v) { return is_finite[static_cast<std::size_t>(v)]; };
        if (finite_corner(faces(f, 0)) && finite_corner(faces(f, 1)) && finite_corner(faces(f, 2)))
            kept.push_back(f);
    }
    return faces(kept, Eigen::all);
}

struct BoundingBox {
    Eigen::RowVector3d lowest, highest;
    double diagonal() const { return (highest - lowest).norm(); }
};

/// The box around the finite points; a single point at the origin if there are none.
inline BoundingBox bounding_box(const Points& points) {
    const std::vector<int> finite = finite_rows(points);
    if (finite.empty()) return {Eigen::RowVector3d::Zero(), Eigen::RowVector3d::Zero()};
    BoundingBox box{points.row(finite.front()), points.row(finite.front())};
    for (const int v : finite) {
        box.lowest = box.lowest.cwiseMin(points.row(v));
        box.highest = box.highest.cwiseMax(points.row(v));
    }
    return box;
}

}  // namespace sigmatch
