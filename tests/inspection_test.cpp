#include "sigmatch/inspection.h"

#include <gtest/gtest.h>

#include "sigmatch/errors.h"
#include "sigmatch/surface.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

using namespace testing;

/// A tube that closes on itself.
Shape torus() {
    constexpr int rings = 12, corners = 8;
    Shape shape{Points(rings * corners, 3), Faces(2 * rings * corners, 3)};
    for (int r = 0, f = 0; r < rings; ++r) {
        for (int c = 0; c < corners; ++c) {
            const double u = 2 * M_PI * r / rings, v = 2 * M_PI * c / corners;
            shape.vertices.row(r * corners + c) << (3 + std::cos(v)) * std::cos(u),
                (3 + std::cos(v)) * std::sin(u), std::sin(v);
            const int r1 = (r + 1) % rings, c1 = (c + 1) % corners;
            shape.faces.row(f++) << r * corners + c, r1 * corners + c, r1 * corners + c1;
            shape.faces.row(f++) << r * corners + c, r1 * corners + c1, r * corners + c1;
        }
    }
    return shape;
}

TEST(Inspection, KnowsSoundShapes) {
    const Inspection ball = inspect(sphere(2));
    EXPECT_EQ(ball.vertices, 162);
    EXPECT_EQ(ball.faces, 320);
    EXPECT_EQ(ball.edges, 480);
    EXPECT_EQ(ball.euler_characteristic, 2);
    EXPECT_EQ(ball.genus, 0);
    EXPECT_EQ(ball.part_vertices, std::vector<int>{162});
    EXPECT_DOUBLE_EQ(ball.area, surface_area(sphere(2)));
    EXPECT_NEAR(ball.highest.maxCoeff(), 1, 1e-12);
    EXPECT_TRUE(findings(ball).empty());
    EXPECT_EQ(inspect(torus()).genus, 1);
    EXPECT_EQ(inspect(together(torus(), sphere(1))).genus, 1);
    EXPECT_NEAR(inspect(tetrahedron()).smallest_angle, 60, 1e-12);
}

TEST(Inspection, CountsBorders) {
    const Inspection found = inspect(hemisphere(3));
    EXPECT_EQ(found.border_loops, 1);
    EXPECT_EQ(found.euler_characteristic, 1);
    EXPECT_FALSE(found.genus);
    EXPECT_EQ(inspect(patch(4, 5)).border_edges, 18);
}

TEST(Inspection, CountsEveryFlaw) {
    Shape shape = potato(2);
    const int n = static_cast<int>(shape.vertices.rows());
    const int a = shape.faces(0, 0), b = shape.faces(0, 1), c = shape.faces(0, 2);
    std::swap(shape.faces(5, 0), shape.faces(5, 1));  // three edges disagree
    shape.vertices.conservativeResize(n + 5, 3);
    shape.vertices.row(n) << 5, 5, 5;  // the tip of a fin on an edge
    shape.vertices.row(n + 1) << 6, 5, 5;
    shape.vertices.row(n + 2) << 6, 6, 5;  // n, n + 1, n + 2: a triangle at the tip of the fin
    shape.vertices.row(n + 3) = 0.5 * (shape.vertices.row(n + 1) + shape.vertices.row(n + 2));
    shape.vertices.row(n + 4) << 9, 9, 9;  // no face
    shape = with_faces(shape, {{b, c, a}, {a, a, b}, {a, b, n}, {n, n + 1, n + 2}, {n + 2, n + 3, n + 1}});
    const Inspection found = inspect(shape);
    EXPECT_EQ(found.inconsistent_edges, 3 + 1);  // and the flat face runs with its neighbour
    EXPECT_EQ(found.duplicate_faces, 1);
    EXPECT_EQ(found.collapsed_faces, 1);
    EXPECT_EQ(found.flat_faces, 1);
    EXPECT_EQ(found.nonmanifold_edges, 1);
    EXPECT_EQ(found.nonmanifold_vertices, 1);  // n
    EXPECT_EQ(found.isolated_vertices, 1);
    EXPECT_EQ(found.border_edges, 2 + 2 + 2);
    EXPECT_EQ(found.part_vertices, std::vector<int>{n + 4});
    EXPECT_EQ(found.smallest_angle, 0);
    EXPECT_FALSE(found.genus);
    EXPECT_GE(findings(found).size(), 8u);
}

TEST(Inspection, CountsBorderVerticesThatCoincide) {
    const Shape ball = sphere(2);
    const Shape half{ball.vertices, ball.faces.topRows(ball.faces.rows() / 2)};
    const Shape other{ball.vertices, ball.faces.bottomRows(ball.faces.rows() / 2)};
    const Inspection found = inspect(together(half, other));
    EXPECT_EQ(found.part_vertices.size(), 2u);
    EXPECT_EQ(found.joinable_vertices, found.border_edges / 2);
}

TEST(Inspection, KnowsACloudAndRefusesAMissingVertex) {
    const Inspection cloud = inspect({sphere(1).vertices, Faces(0, 3)});
    EXPECT_EQ(cloud.isolated_vertices, cloud.vertices);
    ASSERT_EQ(findings(cloud).size(), 1u);
    EXPECT_NE(findings(cloud)[0].find("cloud"), std::string::npos);
    EXPECT_THROW(inspect(with_faces(tetrahedron(), {{0, 1, 4}})), InputError);
}

}  // namespace
}  // namespace sigmatch
