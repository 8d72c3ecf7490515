#include "sigmatch/weld.h"

#include <gtest/gtest.h>

#include "sigmatch/surface.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

/// Every triangle with corners of its own, as after a cut along all edges.
Shape cut_apart(const Shape& shape) {
    Shape cut;
    cut.vertices.resize(shape.faces.size(), 3);
    cut.faces.resize(shape.faces.rows(), 3);
    for (Eigen::Index k = 0; k < shape.faces.size(); ++k) {
        cut.vertices.row(k) = shape.vertices.row(shape.faces(k / 3, k % 3));
        cut.faces(k / 3, k % 3) = static_cast<int>(k);
    }
    return cut;
}

TEST(WeldTest, JoinsWhatWasCut) {
    const Shape ball = testing::bumpy_ball(3);
    const Shape cut = cut_apart(ball);
    const WeldedShape welded = weld(cut);
    EXPECT_EQ(welded.shape.vertices, cut.vertices);
    ASSERT_EQ(welded.shape.faces.rows(), ball.faces.rows());
    for (Eigen::Index k = 0; k < cut.faces.size(); ++k) {
        const int vertex = welded.shape.faces(k / 3, k % 3);
        EXPECT_EQ(vertex, welded.first[k]);
        EXPECT_LE(vertex, k);
        EXPECT_EQ(cut.vertices.row(vertex), cut.vertices.row(k));
        EXPECT_EQ(welded.first[vertex], vertex);
    }
    for (const int part : connected_components(welded.shape)) EXPECT_LE(part, 0);
}

TEST(WeldTest, LeavesAWholeShapeAsItIs) {
    const Shape ball = testing::bumpy_ball(3);
    const WeldedShape welded = weld(ball);
    EXPECT_EQ(welded.shape.faces, ball.faces);
    for (size_t v = 0; v < welded.first.size(); ++v) EXPECT_EQ(welded.first[v], static_cast<int>(v));
}

TEST(WeldTest, FacesThatLoseACornerGo) {
    Shape shape;
    shape.vertices.resize(5, 3);
    shape.vertices << 0, 0, 0, 1, 0, 0, 0, 1, 0, -0.0, 0, 0, 1, 1, 0;
    shape.faces.resize(2, 3);
    shape.faces << 0, 1, 3, 3, 1, 2;
    EXPECT_EQ(weld(shape).shape.faces, (Faces(1, 3) << 0, 1, 2).finished());
}

}  // namespace
}  // namespace sigmatch
