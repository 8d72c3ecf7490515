#include "geometry/nearest_on_surface.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/nearest_on_triangle.h"

namespace sigmatch {

namespace {

struct Best {
    SurfacePoint place{-1, {1, 0, 0}};
    double distance = std::numeric_limits<double>::infinity();
};

void look_at_face(const Shape& shape, int face, const Points& points, std::vector<Best>& best) {
    const auto corner = [&](int c) -> Eigen::RowVector3d { return shape.vertices.row(shape.faces(face, c)); };
    const Eigen::RowVector3d p = corner(0), u = corner(1) - p, v = corner(2) - p;
    const double uu = u.squaredNorm(), uv = u.dot(v), vv = v.squaredNorm(),
                 reach = std::sqrt(std::max(uu, vv));
    for (Eigen::Index i = 0; i < points.rows(); ++i) {
        const Eigen::RowVector3d w = points.row(i) - p;
        const double pp = w.squaredNorm(), limit = best[i].distance + reach;
        if (!(pp <= limit * limit)) continue;  // all of the triangle is farther away
        const NearestOnTriangle found = nearest_on_triangle(uu, uv, vv, u.dot(w), v.dot(w));
        const double distance = std::sqrt(std::max(0.0, pp - found.gain));
        if (distance < best[i].distance) best[i] = {{face, found.weights}, distance};
    }
}

void look_at_point(const Shape& cloud, int vertex, const Points& points, std::vector<Best>& best) {
    for (Eigen::Index i = 0; i < points.rows(); ++i) {
        const double distance = (points.row(i) - cloud.vertices.row(vertex)).norm();
        if (distance < best[i].distance) best[i] = {{vertex, {1, 0, 0}}, distance};
    }
}

}  // namespace

std::vector<SurfacePoint> nearest_on_surface(const Shape& shape, const Points& points) {
    std::vector<Best> best(static_cast<size_t>(points.rows()));
    const bool is_cloud = shape.faces.rows() == 0;
    for (int f = 0; f < shape.faces.rows(); ++f) look_at_face(shape, f, points, best);
    for (int v = 0; is_cloud && v < shape.vertices.rows(); ++v) look_at_point(shape, v, points, best);
    std::vector<SurfacePoint> places;
    for (const Best& found : best) places.push_back(found.place);
    return places;
}

}  // namespace sigmatch
