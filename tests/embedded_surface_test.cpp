#include "geometry/embedded_surface.h"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <limits>
#include <random>

#include "support/dense.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

using namespace testing;

Eigen::VectorXd point_of(const Embedding& vertices, const Faces& faces, const SurfacePoint& point) {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(vertices.cols());
    for (int c = 0; c < 3; ++c) sum += point.weights[c] * vertices.row(faces(point.face, c)).transpose();
    return sum;
}

/// The least distance over a fine grid of points of one triangle.
double least_on_grid(const Eigen::MatrixXd& corners, const Eigen::VectorXd& point, int steps) {
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= steps; ++i)
        for (int j = 0; i + j <= steps; ++j) {
            const Eigen::Vector3d weights = Eigen::Vector3d(steps - i - j, i, j) / steps;
            least = std::min(least, (corners * weights - point).norm());
        }
    return least;
}

SurfacePoint nearest_on_one(const Eigen::MatrixXd& corners, const Eigen::VectorXd& point) {
    return EmbeddedSurface(corners.transpose(), Faces{{0, 1, 2}}).nearest(point.transpose()).front();
}

TEST(NearestOnTriangle, IsNoFartherThanAnyPointOfAGrid) {
    std::mt19937_64 random(1);
    for (const int dimension : {2, 3, 7}) {
        for (int trial = 0; trial < 60; ++trial) {
            Eigen::MatrixXd corners = random_matrix(dimension, 3, random);
            if (trial % 6 == 3) corners.col(2) = 0.3 * corners.col(0) + 0.7 * corners.col(1);  // no area
            if (trial % 6 == 4) corners.col(1) = corners.col(0);
            if (trial % 6 == 5) corners.col(1) = corners.col(2) = corners.col(0);
            const Eigen::VectorXd point = 2 * random_matrix(dimension, 1, random);
            const SurfacePoint found = nearest_on_one(corners, point);
            EXPECT_GE(found.weights.minCoeff(), 0);
            EXPECT_NEAR(found.weights.sum(), 1, 1e-12);
            const double distance = (corners * found.weights - point).norm();
            const double least = least_on_grid(corners, point, 60);
            EXPECT_LE(distance, least + 1e-9);
            EXPECT_GE(distance, least - 0.1);  // the grid is coarser than that
        }
    }
}

TEST(NearestOnTriangle, FindsThePointItself) {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> share(0, 1);
    for (int trial = 0; trial < 100; ++trial) {
        const Eigen::MatrixXd corners = random_matrix(5, 3, random);
        const double s = share(random), t = (1 - s) * share(random);
        const Eigen::Vector3d weights(1 - s - t, s, t);
        EXPECT_LT((nearest_on_one(corners, corners * weights).weights - weights).norm(), 1e-9);
    }
}

/// Every triangle tried.
double least_distance(const Shape& shape, const Eigen::Vector3d& point) {
    double least = std::numeric_limits<double>::infinity();
    for (Eigen::Index f = 0; f < shape.faces.rows(); ++f) {
        const Eigen::MatrixXd corners = shape.vertices(shape.faces.row(f), Eigen::all).transpose();
        const SurfacePoint found = nearest_on_one(corners, point);
        least = std::min(least, (corners * found.weights - point).norm());
    }
    return least;
}

TEST(EmbeddedSurface, FindsWhatAllTrianglesTriedFind) {
    std::mt19937_64 random(3);
    const Shape shape = creature("quadruped", "walk", 700).shape;
    const EmbeddedSurface surface(shape.vertices, shape.faces);
    int worse = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const int v = static_cast<int>(random() % shape.vertices.rows());
        const Eigen::Vector3d point = shape.vertices.row(v).transpose() + 0.05 * random_matrix(3, 1, random);
        const SurfacePoint found = surface.nearest(point.transpose()).front();
        const double distance = (point_of(shape.vertices, shape.faces, found) - point).norm();
        const double least = least_distance(shape, point);
        EXPECT_GE(distance, least - 1e-12);
        worse += distance > least + 1e-9;
    }
    EXPECT_LE(worse, 2);  // where another sheet of the surface, with large triangles, is nearer
}

TEST(EmbeddedSurface, WalksFromSomeStartsToTheSamePoints) {
    std::mt19937_64 random(5);
    const Shape shape = creature("quadruped", "walk", 1000).shape;
    std::vector<int> starts;
    for (int v = 0; v < shape.vertices.rows(); v += 7) starts.push_back(v);
    const EmbeddedSurface all(shape.vertices, shape.faces), some(shape.vertices, shape.faces, starts);
    int elsewhere = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const int v = static_cast<int>(random() % shape.vertices.rows());
        const Eigen::Vector3d point = shape.vertices.row(v).transpose() + 0.01 * random_matrix(3, 1, random);
        const auto distance = [&](const EmbeddedSurface& surface) {
            return (point_of(shape.vertices, shape.faces, surface.nearest(point.transpose()).front()) - point)
                .norm();
        };
        EXPECT_GE(distance(some), distance(all) - 1e-12);
        elsewhere += distance(some) > distance(all) + 1e-9;
    }
    EXPECT_LE(elsewhere, 15);
}

TEST(EmbeddedSurface, FindsTheSameInManyDimensions) {
    std::mt19937_64 random(6);
    const Shape shape = creature("quadruped", "walk", 1000).shape;
    const Eigen::MatrixXd isometry =
        Eigen::HouseholderQR<Eigen::MatrixXd>(random_matrix(20, 3, random)).householderQ() *
        Eigen::MatrixXd::Identity(20, 3);
    const EmbeddedSurface in_space(shape.vertices, shape.faces),
        in_many(shape.vertices * isometry.transpose(), shape.faces);
    const Embedding points = shape.vertices + 0.01 * random_matrix(shape.vertices.rows(), 3, random);
    const auto expected = in_space.nearest(points), found = in_many.nearest(points * isometry.transpose());
    ASSERT_EQ(found.size(), expected.size());
    int elsewhere = 0;
    for (size_t k = 0; k < found.size(); ++k) {
        const Eigen::Vector3d difference = point_of(shape.vertices, shape.faces, found[k]) -
                                           point_of(shape.vertices, shape.faces, expected[k]);
        elsewhere += difference.norm() > 1e-7;
    }
    EXPECT_LE(elsewhere, 3);  // where two starts are equally near up to single precision
}

TEST(EmbeddedSurface, LeavesVerticesWithoutTrianglesOut) {
    const Embedding vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.5, 0.5, 1}};
    const SurfacePoint found = EmbeddedSurface(vertices, Faces{{1, 0, 2}}).nearest(vertices.row(3)).front();
    EXPECT_EQ(found.face, 0);
    EXPECT_LT((found.weights - Eigen::Vector3d(0.5, 0, 0.5)).norm(), 1e-12);
}

TEST(EmbeddedSurface, WithoutTrianglesGivesTheNearestVertex) {
    const Shape cloud{creature("biped", "rest", 700).shape.vertices, Faces(0, 3)};
    const EmbeddedSurface surface(cloud.vertices, cloud.faces);
    std::mt19937_64 random(4);
    for (int trial = 0; trial < 50; ++trial) {
        const Eigen::Vector3d point = random_matrix(3, 1, random);
        Eigen::Index nearest;
        (cloud.vertices.rowwise() - point.transpose()).rowwise().norm().minCoeff(&nearest);
        const SurfacePoint found = surface.nearest(point.transpose()).front();
        EXPECT_EQ(found.face, nearest);
        EXPECT_EQ(found.weights, Eigen::Vector3d(1, 0, 0));
    }
}

}  // namespace
}  // namespace sigmatch
