#include "geometry/mending.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sigmatch/bridges.h"
#include "sigmatch/geodesics.h"
#include "sigmatch/laplacian.h"
#include "sigmatch/surface.h"
#include "support/dense.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

using namespace testing;

/// Every triangle with corners of its own.
Shape exploded(const Shape& shape) {
    Shape pieces{Points(3 * shape.faces.rows(), 3), Faces(shape.faces.rows(), 3)};
    for (int f = 0; f < shape.faces.rows(); ++f) {
        for (int k = 0; k < 3; ++k) {
            pieces.vertices.row(3 * f + k) = shape.vertices.row(shape.faces(f, k));
            pieces.faces(f, k) = 3 * f + k;
        }
    }
    return pieces;
}

TEST(Mending, LeavesASoundMeshAlone) {
    for (const auto& [name, shape] : surfaces()) {
        const MendedShape mended = mend(shape);
        EXPECT_EQ(mended.shape.faces, shape.faces) << name;
        EXPECT_EQ(mended.shape.vertices, shape.vertices) << name;
        EXPECT_EQ(mended.joined_vertices + mended.duplicate_faces + mended.collapsed_faces, 0) << name;
        for (size_t v = 0; v < mended.joined_to.size(); ++v)
            EXPECT_EQ(mended.joined_to[v], static_cast<int>(v));
    }
}

TEST(Mending, DropsRepeatedAndCollapsedFaces) {
    const Shape ball = potato(2);
    const int a = ball.faces(7, 0), b = ball.faces(7, 1), c = ball.faces(7, 2);
    const MendedShape mended = mend(with_faces(ball, {{b, c, a}, {a, c, b}, {a, a, b}, {c, c, c}}));
    EXPECT_EQ(mended.shape.faces, ball.faces);
    EXPECT_EQ(mended.duplicate_faces, 2);
    EXPECT_EQ(mended.collapsed_faces, 2);
}

TEST(Mending, JoinsTrianglesThatShareNoVertices) {
    const Shape ball = potato(2);
    const MendedShape mended = mend(exploded(ball));
    EXPECT_EQ(mended.shape.vertices.rows(), 3 * ball.faces.rows()) << "vertices keep their numbers";
    EXPECT_EQ(mended.joined_vertices, 3 * ball.faces.rows() - ball.vertices.rows());
    for (Eigen::Index f = 0; f < ball.faces.rows(); ++f)
        for (int k = 0; k < 3; ++k)
            EXPECT_EQ(mended.shape.vertices.row(mended.shape.faces(f, k)),
                      ball.vertices.row(ball.faces(f, k)));
    std::vector<bool> used(mended.shape.vertices.rows(), false);
    for (int v : mended.shape.faces.reshaped()) used[v] = true;
    EXPECT_EQ(std::count(used.begin(), used.end(), true), ball.vertices.rows());
}

TEST(Mending, LeavesTouchingSheetsAlone) {
    const Shape ball = potato(2);  // no border: two balls in one place stay two
    const MendedShape mended = mend(together(ball, ball));
    EXPECT_EQ(mended.joined_vertices, 0);
    EXPECT_EQ(mended.duplicate_faces, 0);
}

TEST(Bridges, JoinAllPartsAtTheirNearestVertices) {
    Shape second = potato(2), third = potato(1);
    second.vertices.rowwise() += Eigen::RowVector3d(3, 0, 0);
    third.vertices.rowwise() += Eigen::RowVector3d(6, 0.3, 0);
    const Shape shape = together(together(potato(2), second), third);
    const std::vector<int> component = connected_components(shape);
    EXPECT_TRUE(bridges_between_parts(potato(2)).empty());
    const std::vector<Bridge> bridges = bridges_between_parts(shape);
    ASSERT_GE(bridges.size(), 2u);
    for (const auto& [p, q] : {std::pair(0, 1), std::pair(1, 2)}) {
        double nearest = 1e9, shortest = 1e9;
        for (int v = 0; v < shape.vertices.rows(); ++v)
            for (int w = 0; w < shape.vertices.rows(); ++w)
                if (component[v] == p && component[w] == q)
                    nearest = std::min(nearest, (shape.vertices.row(v) - shape.vertices.row(w)).norm());
        for (const Bridge& bridge : bridges)
            if (std::minmax(component[bridge.from], component[bridge.to]) == std::minmax(p, q))
                shortest = std::min(shortest, bridge.length);
        EXPECT_NEAR(shortest, nearest, 1e-12);
    }
    for (const Bridge& bridge : bridges)
        EXPECT_NEAR(bridge.length, (shape.vertices.row(bridge.from) - shape.vertices.row(bridge.to)).norm(),
                    1e-12);
    EXPECT_TRUE(GeodesicGraph(shape, bridges).distances_from(0).allFinite());
    EXPECT_FALSE(GeodesicGraph(shape).distances_from(0).allFinite());
}

TEST(Bridges, MakeTheOperatorOfSeveralPartsOne) {
    Shape second = potato(2);
    second.vertices.rowwise() += Eigen::RowVector3d(3, 0, 0);
    const Shape shape = together(potato(2), second);
    const std::vector<Bridge> bridges = bridges_between_parts(shape);
    const Eigen::MatrixXd L = laplace_operator(shape, bridges).stiffness,
                          apart = laplace_operator(shape).stiffness;
    EXPECT_LT(L.rowwise().sum().cwiseAbs().maxCoeff(), 1e-12 * L.norm());
    EXPECT_EQ(L, Eigen::MatrixXd(L.transpose()));
    EXPECT_EQ((eigenvalues(apart).array() < 1e-10).count(), 2);
    EXPECT_EQ((eigenvalues(L).array() < 1e-10).count(), 1);
    const double width = mean_edge_length(shape);
    for (const Bridge& bridge : bridges)
        EXPECT_NEAR(L(bridge.from, bridge.to), -width / bridge.length / std::sqrt(3.0), 1e-12);
}

}  // namespace
}  // namespace sigmatch
