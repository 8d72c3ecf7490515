#include "sigmatch/point_cloud.h"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <random>
#include <utility>
#include <vector>

#include "geometry/point_tree.h"
#include "sigmatch/finite_points.h"

namespace sigmatch {

namespace {

using Triangle = std::array<int, 3>;

constexpr size_t neighbour_count = 24;

/// A position in the tangent plane of a point. The point is the origin.
struct TangentPoint {
    int point;
    Eigen::Vector2d at;
};

double cross(const Eigen::Vector2d& p, const Eigen::Vector2d& q) {
    return p.x() * q.y() - p.y() * q.x();
}

/// The neighbours in the tangent plane. Their directions are projected, their distances stay as in space. So
/// points on another sheet behind this one stay far away.
std::vector<TangentPoint> unroll(const Points& points, int centre, const std::vector<size_t>& neighbours) {
    const Eigen::RowVector3d origin = points.row(centre);
    const double reach = (points.row(static_cast<Eigen::Index>(neighbours.back())) - origin).squaredNorm();
    Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
    for (size_t v : neighbours) {
        const Eigen::RowVector3d step = points.row(static_cast<Eigen::Index>(v)) - origin;
        spread += std::exp(-4 * step.squaredNorm() / reach) / reach * step.transpose() * step;
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(spread);
    const Eigen::Matrix<double, 3, 2> plane = axes.eigenvectors().rightCols<2>();
    std::vector<TangentPoint> places;
    for (size_t v : neighbours) {
        const Eigen::RowVector3d step = points.row(static_cast<Eigen::Index>(v)) - origin;
        const Eigen::Vector2d projected = (step * plane).transpose();
        if (projected.squaredNorm() > 0)
            places.push_back({static_cast<int>(v), projected.normalized() * step.norm()});
    }
    return places;
}

/// The Delaunay triangles at the origin. Inversion turns circles through the origin into lines. So the
/// Delaunay neighbours of the origin are the corners of the convex hull of the inverted positions and the
/// origin.
std::vector<Triangle> star(int centre, std::vector<TangentPoint> places) {
    for (TangentPoint& place : places) place.at /= place.at.squaredNorm();
    places.push_back({centre, Eigen::Vector2d::Zero()});
    std::sort(places.begin(), places.end(), [](const TangentPoint& p, const TangentPoint& q) {
        return std::pair(p.at.x(), p.at.y()) < std::pair(q.at.x(), q.at.y());
    });
    std::vector<TangentPoint> hull;
    const auto chain = [&hull](const TangentPoint& next, size_t keep) {
        while (hull.size() > keep + 1 &&
               cross(hull.back().at - hull[hull.size() - 2].at, next.at - hull.back().at) <= 0)
            hull.pop_back();
        hull.push_back(next);
    };
    for (const TangentPoint& place : places) chain(place, 0);
    const size_t lower = hull.size() - 1;
    for (size_t k = places.size() - 1; k-- > 0;) chain(places[k], lower);
    hull.pop_back();  // the first corner, repeated
    std::vector<Triangle> triangles;
    for (size_t k = 0; k < hull.size() && hull.size() > 2; ++k) {
        const int a = hull[k].point, b = hull[(k + 1) % hull.size()].point;
        const double sine = cross(hull[k].at, hull[(k + 1) % hull.size()].at);
        const bool flat = sine <= 1e-5 * hull[k].at.norm() * hull[(k + 1) % hull.size()].at.norm();
        if (a != centre && b != centre && !flat) triangles.push_back({centre, a, b});
    }
    return triangles;
}

std::vector<std::vector<Triangle>> all_stars(const Points& points) {
    const PointView view{points};
    const PointTree tree(3, view);
    std::vector<std::vector<Triangle>> stars(static_cast<size_t>(points.rows()));
    std::vector<size_t> found(neighbour_count + 1);
    std::vector<double> distances(found.size());
    for (int v = 0; v < points.rows(); ++v) {
        const size_t count =
            tree.knnSearch(points.row(v).data(), found.size(), found.data(), distances.data());
        std::vector<size_t> neighbours;
        for (size_t k = 0; k < count; ++k)
            if (static_cast<int>(found[k]) != v && distances[k] > 0) neighbours.push_back(found[k]);
        if (neighbours.size() >= 3) stars[v] = star(v, unroll(points, v, neighbours));
    }
    return stars;
}

/// Four points on a circle have two Delaunay triangulations. A tiny shift of each point, the same in every
/// star, leaves one, so that all stars agree.
Points without_ties(const Points& points) {
    Points moved = points;
    if (points.rows() == 0) return moved;
    const double step = 1e-9 * (points.colwise().maxCoeff() - points.colwise().minCoeff()).norm();
    std::mt19937_64 random;
    std::uniform_real_distribution<double> uniform(-step, step);
    for (double& coordinate : moved.reshaped()) coordinate += uniform(random);
    return moved;
}

Triangle sorted(Triangle triangle) {
    std::sort(triangle.begin(), triangle.end());
    return triangle;
}

}  // namespace

Shape triangulate_cloud(const Points& points) {
    const std::vector<int> finite = finite_rows(points);
    if (std::ssize(finite) < points.rows()) {
        Shape shape = triangulate_cloud(points(finite, Eigen::all));
        for (int& v : shape.faces.reshaped()) v = finite[static_cast<size_t>(v)];
        return {points, std::move(shape.faces)};
    }
    const std::vector<std::vector<Triangle>> stars = all_stars(without_ties(points));
    std::vector<Triangle> proposals, kept;
    for (const auto& triangles : stars)
        for (const Triangle& triangle : triangles) proposals.push_back(sorted(triangle));
    std::sort(proposals.begin(), proposals.end());
    std::vector<bool> covered(stars.size(), false);
    for (size_t begin = 0, end = 0; begin < proposals.size(); begin = end) {
        while (end < proposals.size() && proposals[end] == proposals[begin]) ++end;
        if (end - begin < 2) continue;
        kept.push_back(proposals[begin]);
        for (int v : proposals[begin]) covered[v] = true;
    }
    for (size_t v = 0; v < stars.size(); ++v)
        if (!covered[v]) kept.insert(kept.end(), stars[v].begin(), stars[v].end());
    Shape shape{points, Faces(static_cast<Eigen::Index>(kept.size()), 3)};
    for (size_t f = 0; f < kept.size(); ++f)
        for (int k = 0; k < 3; ++k) shape.faces(static_cast<Eigen::Index>(f), k) = kept[f][k];
    return shape;
}

Shape surface_of(const Shape& shape) {
    return shape.faces.rows() > 0 ? shape : triangulate_cloud(shape.vertices);
}

}  // namespace sigmatch
