#include "sigmatch/surface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "support/meshes.h"

namespace sigmatch {
namespace {

using namespace testing;

TEST(Surface, AreaOfKnownShapes) {
    EXPECT_NEAR(surface_area(tetrahedron()), 8 * std::sqrt(3.0), 1e-13);
    EXPECT_NEAR(surface_area(sphere(4)), 4 * std::numbers::pi, 0.05);
    EXPECT_NEAR(surface_area(moved(potato(2), 10)), 100 * surface_area(potato(2)), 1e-9);
    EXPECT_EQ(surface_area({tetrahedron().vertices, Faces(0, 3)}), 0);
}

TEST(OutwardFaces, KeepsWhatIsRight) {
    for (const Shape& shape : {tetrahedron(), sphere(2), potato(3), bumpy_ball(), hemisphere(3), worm(20, 7),
                               creature("quadruped", "jump", 800).shape})
        EXPECT_EQ(from_smallest_corner(outward_faces(shape)), from_smallest_corner(shape.faces));
}

TEST(OutwardFaces, MendsRandomFlipsAndInsideOut) {
    for (const Shape& shape :
         {tetrahedron(), potato(2), hemisphere(3), worm(20, 7), creature("biped", "2", 700, 5).shape}) {
        const Faces expected = from_smallest_corner(shape.faces);
        Shape inside_out = shape;
        inside_out.faces.col(1).swap(inside_out.faces.col(2));
        EXPECT_EQ(from_smallest_corner(outward_faces(inside_out)), expected);
        for (std::uint64_t seed = 1; seed <= 5; ++seed)
            EXPECT_EQ(from_smallest_corner(outward_faces(with_random_flips(shape, seed))), expected);
    }
}

TEST(OutwardFaces, TreatsEachPartByItself) {
    Shape first = potato(2), second = creature("quadruped", "rest", 600).shape;
    const Faces expected = from_smallest_corner(together(first, second).faces);
    second.faces.col(0).swap(second.faces.col(1));
    EXPECT_EQ(from_smallest_corner(outward_faces(together(first, second))), expected);
    first = with_random_flips(first, 3);
    EXPECT_EQ(from_smallest_corner(outward_faces(together(first, second))), expected);
}

TEST(OutwardFaces, DoesNotDependOnThePlace) {
    for (const Shape& shape : {potato(2), hemisphere(2)}) {
        Shape far = moved(with_random_flips(shape, 1), 1e-3);
        far.vertices.rowwise() += Eigen::RowVector3d(-5, 3, 8);
        EXPECT_EQ(from_smallest_corner(outward_faces(far)), from_smallest_corner(shape.faces));
    }
}

TEST(OutwardFaces, TurnsAMirroredShapeOutside) {
    const Shape shape = potato(3);
    Shape mirrored = shape;
    mirrored.vertices.col(0) *= -1;  // its faces now look inwards
    const Points normals = vertex_normals(mirrored.vertices, outward_faces(mirrored));
    Points expected = vertex_normals(shape.vertices, shape.faces);
    expected.col(0) *= -1;
    EXPECT_LT((normals - expected).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_GT(normals.cwiseProduct(mirrored.vertices).rowwise().sum().minCoeff(), 0);  // it is star-shaped
}

TEST(OutwardFaces, SurvivesDegenerateAndNonManifoldFaces) {
    const Shape ball = potato(2);
    const Shape odd = with_faces(ball, {{0, 0, 1}, {5, 5, 5}, {ball.faces(0, 0), ball.faces(0, 1), 30}});
    const Faces faces = outward_faces(odd);
    ASSERT_EQ(faces.rows(), odd.faces.rows());
    for (Eigen::Index f = 0; f < faces.rows(); ++f) {
        Eigen::RowVector3i before = odd.faces.row(f), after = faces.row(f);
        std::sort(before.begin(), before.end());
        std::sort(after.begin(), after.end());
        EXPECT_EQ(before, after);
    }
    EXPECT_EQ(from_smallest_corner(faces.topRows(ball.faces.rows())), from_smallest_corner(ball.faces));
}

TEST(VertexNormals, OfASphereAreItsPoints) {
    EXPECT_LT((vertex_normals(tetrahedron().vertices, tetrahedron().faces) -
               tetrahedron().vertices / std::sqrt(3.0))
                  .norm(),
              1e-14);
    const Shape ball = sphere(3);
    const Points normals = vertex_normals(ball.vertices, ball.faces);
    EXPECT_LT((normals.rowwise().norm().array() - 1).abs().maxCoeff(), 1e-14);
    EXPECT_GT(normals.cwiseProduct(ball.vertices).rowwise().sum().minCoeff(), 0.9995);
    const Shape tiny = moved(ball, 1e-7);
    EXPECT_NEAR(vertex_normals(tiny.vertices, tiny.faces).row(5).norm(), 1, 1e-14);
}

TEST(VertexNormals, AreZeroWhereNoFaceHasArea) {
    Shape shape = tetrahedron();
    shape.vertices.conservativeResize(6, 3);
    shape.vertices.row(4) << 3, 3, 3;  // on no face
    shape.vertices.row(5) = (shape.vertices.row(0) + shape.vertices.row(1)) / 2;
    shape = with_faces(shape, {{0, 1, 5}});
    const Points normals = vertex_normals(shape.vertices, shape.faces);
    EXPECT_EQ(normals.row(4).norm(), 0);
    EXPECT_EQ(normals.row(5).norm(), 0);
    EXPECT_NEAR(normals.row(0).norm(), 1, 1e-14);
}

TEST(ConnectedComponents, NumbersThePartsAndLeavesOutLonelyVertices) {
    EXPECT_TRUE(is_connected(potato(2)));
    Shape shape = together(tetrahedron(), potato(1));
    shape.vertices.conservativeResize(shape.vertices.rows() + 1, 3);
    shape.vertices.bottomRows(1) << 0, 0, 0;
    const std::vector<int> component = connected_components(shape);
    ASSERT_EQ(static_cast<Eigen::Index>(component.size()), shape.vertices.rows());
    for (size_t v = 0; v + 1 < component.size(); ++v) EXPECT_EQ(component[v], v < 4 ? 0 : 1) << v;
    EXPECT_EQ(component.back(), -1);
    EXPECT_EQ(connected_components({Points::Zero(3, 3), Faces(0, 3)}), std::vector<int>({-1, -1, -1}));
}

TEST(SubShapeOf, KeepsTheVerticesAskedForInOrder) {
    const Shape shape = together(tetrahedron(), potato(1));
    const std::vector<int> component = connected_components(shape);
    std::vector<bool> keep(component.size());
    for (size_t v = 0; v < keep.size(); ++v) keep[v] = component[v] == 1;
    const SubShape part = sub_shape(shape, keep);
    EXPECT_EQ(part.shape.vertices, potato(1).vertices);
    EXPECT_EQ(part.shape.faces, potato(1).faces);
    for (size_t v = 0; v < part.vertex_ids.size(); ++v)
        EXPECT_EQ(part.vertex_ids[v], static_cast<int>(v) + 4);

    const SubShape none = sub_shape(shape, std::vector<bool>(keep.size(), false));
    EXPECT_EQ(none.shape.vertices.rows(), 0);
    EXPECT_EQ(none.shape.faces.rows(), 0);
    const SubShape triangle = sub_shape(tetrahedron(), {true, false, true, true});
    EXPECT_EQ(triangle.vertex_ids, std::vector<int>({0, 2, 3}));
    EXPECT_EQ(triangle.shape.faces, Faces(Eigen::RowVector3i(0, 1, 2)));
}

}  // namespace
}  // namespace sigmatch
