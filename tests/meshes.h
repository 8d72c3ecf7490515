#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <random>

#include "sigmatch/laplacian.h"
#include "sigmatch/shape.h"

namespace sigmatch::testing {

/// A grid of (rows + 1) x (columns + 1) points on the surface p(u, v), u and v from 0 to 1, cut into
/// triangles.
template <class Surface>
Shape grid_shape(int rows, int columns, Surface&& p) {
    Shape shape;
    shape.vertices.resize((rows + 1) * (columns + 1), 3);
    shape.faces.resize(2 * rows * columns, 3);
    const auto id = [&](int r, int c) { return r * (columns + 1) + c; };
    for (int r = 0; r <= rows; ++r)
        for (int c = 0; c <= columns; ++c)
            shape.vertices.row(id(r, c)) = Eigen::RowVector3d(p(1.0 * r / rows, 1.0 * c / columns));
    int f = 0;
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) {
            shape.faces.row(f++) << id(r, c), id(r + 1, c), id(r + 1, c + 1);
            shape.faces.row(f++) << id(r, c), id(r + 1, c + 1), id(r, c + 1);
        }
    }
    return shape;
}

/// An open, curved patch: a boundary all round.
inline Shape patch(int rows = 12, int columns = 15) {
    return grid_shape(rows, columns, [](double u, double v) {
        return Eigen::RowVector3d(2 * u, 3 * v, std::sin(3 * u) * std::cos(4 * v) + 0.3 * u * v);
    });
}

/// A closed, bumpy ball: a cube's surface pushed out.
inline Shape bumpy_ball(int cells = 8) {
    Shape ball;
    std::vector<Eigen::RowVector3d> points;
    std::vector<Eigen::RowVector3i> faces;
    const auto vertex = [&](const Eigen::RowVector3d& p) {
        for (size_t v = 0; v < points.size(); ++v)
            if ((points[v] - p).squaredNorm() < 1e-16) return static_cast<int>(v);
        points.push_back(p);
        return static_cast<int>(points.size()) - 1;
    };
    for (int axis = 0; axis < 3; ++axis) {
        for (double side : {-1.0, 1.0}) {
            const auto corner = [&](int r, int c) {
                Eigen::RowVector3d p;
                p[axis] = side;
                p[(axis + 1) % 3] = 2.0 * r / cells - 1;
                p[(axis + 2) % 3] = 2.0 * c / cells - 1;
                return vertex(p);
            };
            for (int r = 0; r < cells; ++r) {
                for (int c = 0; c < cells; ++c) {
                    int a = corner(r, c), b = corner(r + 1, c), d = corner(r + 1, c + 1),
                        e = corner(r, c + 1);
                    if (side < 0) std::swap(b, e);
                    faces.push_back({a, b, d});
                    faces.push_back({a, d, e});
                }
            }
        }
    }
    ball.vertices.resize(static_cast<Eigen::Index>(points.size()), 3);
    ball.faces.resize(static_cast<Eigen::Index>(faces.size()), 3);
    for (size_t v = 0; v < points.size(); ++v) {
        const Eigen::RowVector3d p = points[v].normalized();
        const double bump = 1 + 0.3 * std::sin(3 * p[0]) * std::cos(2 * p[1]) + 0.2 * p[2] * p[0];
        ball.vertices.row(static_cast<Eigen::Index>(v)) =
            bump * p.cwiseProduct(Eigen::RowVector3d(1, 1.4, 0.8));
    }
    for (size_t f = 0; f < faces.size(); ++f) ball.faces.row(static_cast<Eigen::Index>(f)) = faces[f];
    return ball;
}

/// `count` different vertices.
inline Keypoints some_keypoints(const Shape& shape, int count, std::uint64_t seed) {
    Keypoints all(shape.vertices.rows());
    for (size_t v = 0; v < all.size(); ++v) all[v] = static_cast<int>(v);
    std::mt19937_64 random(seed);
    std::shuffle(all.begin(), all.end(), random);
    all.resize(count);
    return all;
}

/// The plain dense D = Pi L Pi of the paper.
inline Eigen::MatrixXd dense_plbo(const Shape& shape) {
    const Eigen::Index n = shape.vertices.rows();
    Eigen::MatrixXd X(n, 4);
    X << shape.vertices, Eigen::VectorXd::Ones(n);
    const Eigen::MatrixXd Pi =
        Eigen::MatrixXd::Identity(n, n) - X * (X.transpose() * X).inverse() * X.transpose();
    return Pi.transpose() * Eigen::MatrixXd(cotangent_stiffness(shape)) * Pi;
}

}  // namespace sigmatch::testing
