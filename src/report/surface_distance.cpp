#include "report/surface_distance.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/point_tree.h"
#include "geometry/triangles.h"
#include "sigmatch/finite_points.h"

namespace sigmatch {

namespace {

double distance_from_edge(const Eigen::Vector3d& p, const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
    const Eigen::Vector3d edge = b - a;
    const double length = edge.squaredNorm();
    const double t = length > 0 ? std::clamp((p - a).dot(edge) / length, 0.0, 1.0) : 0;
    return (p - a - t * edge).norm();
}

}  // namespace

double distance_from_triangle(const Eigen::Vector3d& p, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                              const Eigen::Vector3d& c) {
    const Eigen::Vector3d normal = (b - a).cross(c - a);
    const double square = normal.squaredNorm();
    if (square > 0) {  // barycentric coordinates of the projection of p to the plane
        const double u = normal.dot((b - a).cross(p - a)), v = normal.dot((c - b).cross(p - b)),
                     w = normal.dot((a - c).cross(p - c));
        if (u >= 0 && v >= 0 && w >= 0) return std::abs(normal.dot(p - a)) / std::sqrt(square);
    }
    return std::min({distance_from_edge(p, a, b), distance_from_edge(p, b, c), distance_from_edge(p, c, a)});
}

Eigen::VectorXd distances_from_surface(const Points& points, const Shape& surface) {
    std::vector<std::vector<Eigen::Index>> faces_at(static_cast<size_t>(surface.vertices.rows()));
    for (Eigen::Index f = 0; f < surface.faces.rows(); ++f)
        for (int k = 0; k < 3; ++k) faces_at[static_cast<size_t>(surface.faces(f, k))].push_back(f);
    const std::vector<int> finite = finite_rows(surface.vertices);
    const Points vertices = surface.vertices(finite, Eigen::all);
    const PointView view{vertices};
    const PointTree tree(3, view);
    std::array<size_t, 8> nearest{};
    std::array<double, 8> squares{};
    Eigen::VectorXd distances(points.rows());
    for (Eigen::Index v = 0; v < points.rows(); ++v) {
        const Eigen::Vector3d p = points.row(v);
        const size_t found = tree.knnSearch(p.data(), nearest.size(), nearest.data(), squares.data());
        double least = std::sqrt(squares[0]);
        for (size_t k = 0; k < found; ++k) {
            for (const Eigen::Index f : faces_at[static_cast<size_t>(finite[nearest[k]])]) {
                const auto [a, b, c] = corners(surface, f);
                least = std::min(least, distance_from_triangle(p, a, b, c));
            }
        }
        distances[v] = least;
    }
    return distances;
}

}  // namespace sigmatch
