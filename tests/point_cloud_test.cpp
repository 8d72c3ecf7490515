#include "sigmatch/point_cloud.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "sigmatch/laplacian.h"
#include "sigmatch/match.h"
#include "sigmatch/spectrum.h"
#include "sigmatch/surface.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

using namespace testing;

std::set<std::array<int, 3>> face_set(const Faces& faces) {
    std::set<std::array<int, 3>> all;
    for (Eigen::Index f = 0; f < faces.rows(); ++f) {
        std::array<int, 3> corners = {faces(f, 0), faces(f, 1), faces(f, 2)};
        std::sort(corners.begin(), corners.end());
        all.insert(corners);
    }
    return all;
}

/// Random points of the unit disc in space: their Delaunay triangles are those whose circles are empty.
TEST(PointCloud, FlatCloudsGetTheirDelaunayTriangles) {
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> uniform(-1, 1);
    Points points(120, 3);
    for (Eigen::Index v = 0; v < points.rows(); ++v) points.row(v) << uniform(random), uniform(random), 0;
    const Shape shape = triangulate_cloud(points);
    const auto inside = [&](int a, int b, int c, int d) {
        Eigen::Matrix3d m;
        for (int k = 0; const int v : {a, b, c}) {
            const Eigen::Vector2d p = (points.row(v) - points.row(d)).head<2>();
            m.row(k++) << p.x(), p.y(), p.squaredNorm();
        }
        const Eigen::Vector2d p = (points.row(b) - points.row(a)).head<2>(),
                              q = (points.row(c) - points.row(a)).head<2>();
        return m.determinant() * (p.x() * q.y() - p.y() * q.x()) > 0;
    };
    // Near the border of the cloud a triangle may need a neighbour further than the nearest ones.
    int empty = 0, inner = 0;
    const auto faces = face_set(shape.faces);
    for (int a = 0; a < 120; ++a)
        for (int b = a + 1; b < 120; ++b)
            for (int c = b + 1; c < 120; ++c) {
                bool delaunay = true;
                for (int d = 0; d < 120 && delaunay; ++d)
                    if (d != a && d != b && d != c) delaunay = !inside(a, b, c, d);
                const bool central =
                    points.row(a).norm() < 0.6 && points.row(b).norm() < 0.6 && points.row(c).norm() < 0.6;
                if (!central) continue;
                inner += delaunay;
                empty += delaunay && faces.contains({a, b, c});
                EXPECT_EQ(faces.contains({a, b, c}), delaunay) << a << " " << b << " " << c;
            }
    EXPECT_EQ(empty, inner);
    EXPECT_GT(inner, 40);
}

TEST(PointCloud, DenseCloudsBecomeClosedSurfaces) {
    const Shape mesh = potato(4);
    const Shape cloud = triangulate_cloud(mesh.vertices);
    EXPECT_NEAR(surface_area(cloud), surface_area(mesh), 0.01 * surface_area(mesh));
    std::map<std::pair<int, int>, int> edges;
    for (Eigen::Index f = 0; f < cloud.faces.rows(); ++f)
        for (int k = 0; k < 3; ++k) ++edges[std::minmax({cloud.faces(f, k), cloud.faces(f, (k + 1) % 3)})];
    const auto two_sided =
        std::count_if(edges.begin(), edges.end(), [](const auto& e) { return e.second == 2; });
    EXPECT_GT(static_cast<double>(two_sided), 0.98 * static_cast<double>(edges.size()));
    EXPECT_TRUE(is_connected(cloud));
}

TEST(PointCloud, GridsAreTriangulatedOnce) {
    // Four corners of a square lie on a circle: without care each proposes another triangle.
    constexpr int side = 14;
    for (const double angle : {0.0, 0.3}) {
        Points points(side * side, 3);
        for (int r = 0; r < side; ++r)
            for (int c = 0; c < side; ++c)
                points.row(side * r + c) << c * std::cos(angle) - r * std::sin(angle),
                    c * std::sin(angle) + r * std::cos(angle), 0.5 * c;
        const Shape shape = triangulate_cloud(points);
        const double area = (side - 1) * (side - 1) * std::sqrt(1.25);
        EXPECT_NEAR(surface_area(shape), area, 1e-3 * area);
        EXPECT_EQ(shape.faces.rows(), 2 * (side - 1) * (side - 1));
        EXPECT_EQ(shape.vertices, points);
    }
}

TEST(PointCloud, HasNearlyTheSpectrumOfTheMesh) {
    const Shape mesh = creature("quadruped", "walk", 3000).shape;
    const auto spectrum = [](const Shape& shape) {
        return laplacian_spectrum(LaplaceSolver(cotangent_stiffness(shape)), lumped_mass(shape), 20).values;
    };
    const Eigen::VectorXd expected = spectrum(mesh), found = spectrum(triangulate_cloud(mesh.vertices));
    for (int k = 0; k < 20; ++k) EXPECT_NEAR(found[k], expected[k], 0.05 * expected[k]) << k;
}

TEST(PointCloud, DoesNotDependOnPoseAndOrder) {
    const Shape mesh = potato(3);
    const auto faces = face_set(triangulate_cloud(mesh.vertices).faces);
    EXPECT_EQ(face_set(triangulate_cloud(moved(mesh, 1e3, 4).vertices).faces), faces);
    std::vector<int> order(static_cast<size_t>(mesh.vertices.rows()));
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), std::mt19937_64(1));
    Faces back = triangulate_cloud(mesh.vertices(order, Eigen::all)).faces;
    for (int& v : back.reshaped()) v = order[v];
    EXPECT_EQ(face_set(back), faces);
}

TEST(PointCloud, PoorCloudsDoNoHarm) {
    EXPECT_EQ(triangulate_cloud(Points::Zero(0, 3)).faces.rows(), 0);
    EXPECT_EQ(triangulate_cloud(Points::Zero(50, 3)).faces.rows(), 0);
    Points line(40, 3);
    for (int v = 0; v < 40; ++v) line.row(v) << v, 2 * v, -v;
    EXPECT_EQ(triangulate_cloud(line).faces.rows(), 0);
    Points twice(2 * 162, 3);
    twice << sphere(2).vertices, sphere(2).vertices;
    const Shape doubled = triangulate_cloud(twice);
    EXPECT_GT(doubled.faces.rows(), 0);
    EXPECT_GE(doubled.faces.minCoeff(), 0);
    EXPECT_LT(doubled.faces.maxCoeff(), twice.rows());
    EXPECT_LE(triangulate_cloud(sphere(0).vertices.topRows(3)).faces.rows(), 1);
}

TEST(PointCloud, MatchesAMeshAndAnotherCloud) {
    CreatureOptions x, y;
    x.vertices = y.vertices = 1500;
    y.pose = "walk", y.remesh = 3, y.scale = 4, y.rotate = 2;
    const CreaturePair pair = make_creature_pair("p", x, y, 7);
    const Shape cloud_x{pair.x.shape.vertices, Faces(0, 3)}, cloud_y{pair.y.shape.vertices, Faces(0, 3)};
    MatchOptions options;
    options.relative_gap = 0.1;
    EXPECT_EQ(match({pair.x.shape, pair.kx}, {cloud_y, pair.ky}, options).match, pair.truth);
    EXPECT_EQ(match({cloud_x, pair.kx}, {cloud_y, pair.ky}, options).match, pair.truth);
}

}  // namespace
}  // namespace sigmatch
