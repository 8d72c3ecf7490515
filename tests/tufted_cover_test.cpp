#include "geometry/tufted_cover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "sigmatch/surface.h"
#include "support/dense.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

using namespace testing;

/// Random triangles between random points, some of which lie in one place or on one line.
Shape random_soup(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    constexpr int points = 30, faces = 70;
    Shape soup{random_matrix(points, 3, random), Faces(faces, 3)};
    for (int k = 0; k < 3; ++k) soup.vertices.row(k) = soup.vertices.row(k + 10);
    for (int k = 3; k < 8; ++k) soup.vertices.row(k) << k, 2 * k, 3 * k;
    for (int& v : soup.faces.reshaped()) v = static_cast<int>(random() % (points - 2));
    soup.faces.row(20) = soup.faces.row(21);
    soup.faces.row(0) << 3, 5, 4;
    soup.faces.row(1) << 0, 10, 12;
    soup.faces.row(2) << 7, 7, 7;
    return soup;
}

int parts(const Shape& shape) {
    const std::vector<int> component = connected_components(shape);
    return *std::max_element(component.begin(), component.end()) + 1;
}

void expect_sound(const Shape& shape, const std::string& name) {
    SCOPED_TRACE(name);
    const LaplaceOperator laplacian = intrinsic_delaunay_laplacian(shape);
    const Eigen::MatrixXd L = laplacian.stiffness;
    ASSERT_TRUE(L.allFinite());
    EXPECT_EQ(L, Eigen::MatrixXd(L.transpose()));
    EXPECT_LT(L.rowwise().sum().cwiseAbs().maxCoeff(), 1e-12 * L.norm());
    EXPECT_LE((L - Eigen::MatrixXd(L.diagonal().asDiagonal())).maxCoeff(), 0);
    const Eigen::VectorXd values = eigenvalues(L);
    EXPECT_GT(values[0], -1e-12 * L.norm());
    const std::vector<int> component = connected_components(shape);
    const auto unused = std::count(component.begin(), component.end(), -1);
    EXPECT_EQ((values.array() < 1e-10 * L.norm()).count(), unused + parts(shape)) << values.head(8);
    for (size_t v = 0; v < component.size(); ++v)
        EXPECT_EQ(laplacian.mass[static_cast<Eigen::Index>(v)] > 0, component[v] >= 0) << v;
}

TEST(TuftedCover, MakesASoundOperatorOfAnyTriangles) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) expect_sound(random_soup(seed), std::to_string(seed));
    for (const auto& [name, shape] : surfaces()) expect_sound(shape, name);
    expect_sound(degenerate_surface(), "degenerate");
    expect_sound(together(potato(2), patch()), "two parts");
    expect_sound({Points::Zero(4, 3), tetrahedron().faces}, "one place");
    expect_sound(with_random_flips(potato(2), 1), "flipped");
}

TEST(TuftedCover, IsThePlainOperatorWhereTheMeshIsDelaunay) {
    for (const Shape& shape : {tetrahedron(), sphere(3), creature("quadruped", "rest", 700).shape}) {
        const LaplaceOperator laplacian = intrinsic_delaunay_laplacian(shape);
        const Eigen::MatrixXd L = cotangent_stiffness(shape);
        EXPECT_LT((Eigen::MatrixXd(laplacian.stiffness) - L).norm(), 1e-12 * L.norm());
        EXPECT_LT((laplacian.mass - lumped_mass(shape)).norm(), 1e-12 * laplacian.mass.norm());
    }
}

TEST(TuftedCover, CountsEveryFaceAtAnEdgeOnce) {
    const double height = std::sqrt(3.0) / 2;  // three equilateral triangles around one edge
    Shape book{Points(5, 3), Faces(3, 3)};
    book.vertices << 0, 0, 0, 0, 0, 1, height, 0, 0.5, 0, height, 0.5, -height, 0, 0.5;
    book.faces << 0, 1, 2, 1, 0, 3, 0, 1, 4;
    const LaplaceOperator laplacian = intrinsic_delaunay_laplacian(book);
    EXPECT_NEAR(laplacian.stiffness.coeff(0, 1), -1.5 / std::sqrt(3.0), 1e-14);
    EXPECT_NEAR(laplacian.stiffness.coeff(0, 2), -0.5 / std::sqrt(3.0), 1e-14);
    EXPECT_NEAR(laplacian.mass.sum(), 3 * height / 2, 1e-14);
}

/// A square in the plane, its inner points moved at random, so that many edges are not Delaunay.
constexpr int cells = 7;
Shape shaken_square() {
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> jitter(-0.3, 0.3);
    const auto inside = [](double u) { return u > 0.01 && u < 0.99; };
    return grid_shape(cells, cells, [&](double u, double v) {
        const double du = jitter(random) / cells, dv = jitter(random) / cells;
        return inside(u) && inside(v) ? Eigen::RowVector3d(u + du, v + dv, 0) : Eigen::RowVector3d(u, v, 0);
    });
}

/// Every three points whose circle holds no other.
Faces plane_delaunay(const Points& points) {
    const auto n = static_cast<int>(points.rows());
    std::vector<std::array<int, 3>> triangles;
    for (int a = 0; a < n; ++a)
        for (int b = a + 1; b < n; ++b)
            for (int c = b + 1; c < n; ++c) {
                const Eigen::RowVector3d p = points.row(b) - points.row(a), q = points.row(c) - points.row(a);
                const double det = 2 * (p[0] * q[1] - p[1] * q[0]);
                if (std::abs(det) < 1e-9) continue;
                const double pp = p.squaredNorm(), qq = q.squaredNorm();
                const Eigen::RowVector3d centre((q[1] * pp - p[1] * qq) / det, (p[0] * qq - q[0] * pp) / det,
                                                0);
                bool empty = true;
                for (int d = 0; d < n && empty; ++d)
                    empty = d == a || d == b || d == c ||
                            (points.row(d) - points.row(a) - centre).norm() > centre.norm() * (1 - 1e-9);
                if (empty) triangles.push_back({a, b, c});
            }
    Faces faces(static_cast<Eigen::Index>(triangles.size()), 3);
    for (size_t f = 0; f < triangles.size(); ++f)
        faces.row(static_cast<Eigen::Index>(f)) << triangles[f][0], triangles[f][1], triangles[f][2];
    return faces;
}

TEST(TuftedCover, InThePlaneFlipsToTheDelaunayTriangulation) {
    const Shape square = shaken_square();
    const Shape delaunay{square.vertices, plane_delaunay(square.vertices)};
    ASSERT_EQ(delaunay.faces.rows(), square.faces.rows());
    const Eigen::MatrixXd expected = cotangent_stiffness(delaunay), plain = cotangent_stiffness(square);
    const LaplaceOperator laplacian = intrinsic_delaunay_laplacian(moved(square, 3));
    EXPECT_LT((Eigen::MatrixXd(laplacian.stiffness) - expected).norm(), 1e-9 * expected.norm());
    EXPECT_LT((laplacian.mass / 9 - lumped_mass(delaunay)).norm(), 1e-9);
    EXPECT_GT((plain - expected).norm(), 0.1 * expected.norm());
    const Eigen::MatrixXd image = times(laplacian.stiffness, square.vertices);
    for (int r = 1; r < cells; ++r)
        for (int c = 1; c < cells; ++c)
            EXPECT_LT(image.row(r * (cells + 1) + c).norm(), 1e-10) << "a linear function is harmonic";
}

TEST(TuftedCover, FlipsKeepTheArea) {
    auto shapes = surfaces();
    shapes.emplace_back("flat", shaken_square());
    shapes.emplace_back("worm", worm(40, 5));
    for (const auto& [name, shape] : shapes) {
        TuftedCover cover(shape);
        EXPECT_NEAR(cover.area(), surface_area(shape), 1e-12 * surface_area(shape)) << name;
        cover.make_delaunay();
        EXPECT_NEAR(cover.area(), surface_area(shape), 1e-11 * surface_area(shape)) << name;
        EXPECT_NEAR(cover.laplacian().mass.sum(), surface_area(shape), 1e-11 * surface_area(shape)) << name;
    }
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        TuftedCover cover(random_soup(seed));
        cover.mollify();
        const double area = cover.area();
        cover.make_delaunay();
        EXPECT_NEAR(cover.area(), area, 1e-6 * area) << seed;
    }
}

}  // namespace
}  // namespace sigmatch
