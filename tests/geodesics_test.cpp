#include "sigmatch/geodesics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "support/meshes.h"

namespace sigmatch {
namespace {

using namespace testing;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// All distances along the edges, after Floyd and Warshall.
Eigen::MatrixXd all_distances(const Shape& shape) {
    const Eigen::Index n = shape.vertices.rows();
    Eigen::MatrixXd D = Eigen::MatrixXd::Constant(n, n, infinity);
    D.diagonal().setZero();
    for (const auto& face : shape.faces.rowwise()) {
        for (int k = 0; k < 3; ++k) {
            const int i = face[k], j = face[(k + 1) % 3];
            D(i, j) = D(j, i) = (shape.vertices.row(i) - shape.vertices.row(j)).norm();
        }
    }
    for (Eigen::Index via = 0; via < n; ++via)
        for (Eigen::Index j = 0; j < n; ++j)
            if (D(via, j) < infinity) D.col(j) = D.col(j).cwiseMin((D.col(via).array() + D(via, j)).matrix());
    return D;
}

void expect_distances(const std::string& name, const Shape& shape) {
    SCOPED_TRACE(name);
    const Eigen::MatrixXd expected = all_distances(shape);
    const GeodesicGraph graph(shape);
    ASSERT_EQ(graph.size(), shape.vertices.rows());
    for (int s = 0; s < graph.size(); ++s) {
        const Eigen::VectorXd distance = graph.distances_from(s);
        ASSERT_EQ(distance.size(), graph.size());
        EXPECT_EQ(distance[s], 0);
        for (int v = 0; v < graph.size(); ++v) {
            if (expected(s, v) < infinity)
                ASSERT_NEAR(distance[v], expected(s, v), 1e-12 * expected(s, v)) << s << " " << v;
            else
                ASSERT_EQ(distance[v], infinity) << s << " " << v;
        }
    }
}

TEST(Geodesics, NearestSourcesAreThoseOfAllDistances) {
    for (const Shape& shape : {potato(2), together(tetrahedron(), potato(1))}) {
        const GeodesicGraph graph(shape);
        const std::vector<int> sources{0, 5, 7, 11, 3};
        const auto nearest = graph.nearest_sources(sources, 3);
        ASSERT_EQ(std::ssize(nearest), graph.size());
        for (int v = 0; v < graph.size(); ++v) {
            std::vector<double> distances;
            for (const int source : sources)
                if (const double d = graph.distances_from(source)[v]; d < infinity) distances.push_back(d);
            std::sort(distances.begin(), distances.end());
            const auto& near = nearest[static_cast<size_t>(v)];
            ASSERT_EQ(near.size(), std::min<size_t>(3, distances.size()));
            for (size_t k = 0; k < near.size(); ++k) {
                EXPECT_NEAR(near[k].distance, distances[k], 1e-12);
                const int source = sources[static_cast<size_t>(near[k].source)];
                EXPECT_NEAR(graph.distances_from(source)[v], near[k].distance, 1e-12);
            }
        }
    }
}

TEST(Geodesics, EqualFloydAndWarshall) {
    expect_distances("tetrahedron", tetrahedron());
    expect_distances("potato", potato(2));
    expect_distances("hemisphere", hemisphere(2));
    expect_distances("patch", patch());
    expect_distances("degenerate", degenerate_surface());
    expect_distances("two parts", together(tetrahedron(), potato(1)));
    expect_distances("creature", creature("quadruped", "sit", 500).shape);
}

TEST(Geodesics, AreInfiniteToAVertexOnNoFace) {
    Shape shape = tetrahedron();
    shape.vertices.conservativeResize(5, 3);
    shape.vertices.row(4) << 9, 9, 9;
    expect_distances("lonely vertex", shape);
}

TEST(Geodesics, BetweenKeypointsAreTheSameBothWays) {
    const Shape shape = creature("biped", "walk", 600).shape;
    const GeodesicGraph graph(shape);
    const Keypoints keypoints = some_keypoints(shape, 17, 5);
    const Eigen::MatrixXd D = keypoint_distances(graph, keypoints).between;
    ASSERT_EQ(D.rows(), 17);
    EXPECT_EQ(D, D.transpose());
    for (int i = 0; i < 17; ++i)
        for (int j = 0; j < 17; ++j)
            EXPECT_NEAR(D(i, j), graph.distances_from(keypoints[i])[keypoints[j]], 1e-12 * D.maxCoeff());
}

double largest_distance(const GeodesicGraph& graph) {
    double largest = 0;
    for (int v = 0; v < graph.size(); ++v) largest = std::max(largest, graph.distances_from(v).maxCoeff());
    return largest;
}

TEST(Diameter, EqualsAllPairs) {
    auto shapes = surfaces();
    shapes.emplace_back("worm", worm(40, 9));
    shapes.emplace_back("bumpy ball", bumpy_ball());
    shapes.emplace_back("quadruped", creature("quadruped", "5", 900, 3).shape);
    for (const auto& [name, shape] : shapes) {
        const GeodesicGraph graph(shape);
        const Diameter diameter = graph_diameter(graph, graph.size());
        const double expected = largest_distance(graph);
        EXPECT_TRUE(diameter.exact) << name;
        EXPECT_NEAR(diameter.length, expected, 1e-11 * expected) << name;
        EXPECT_NEAR(graph.distances_from(diameter.from)[diameter.to], expected, 1e-11 * expected) << name;
        EXPECT_LE(diameter.runs, graph.size()) << name;
    }
}

TEST(Diameter, NeedsFewRunsOnElongatedShapes) {
    for (const Shape& shape : {worm(120, 10), creature("quadruped", "walk", 1500).shape}) {
        const Diameter diameter = graph_diameter(GeodesicGraph(shape));
        EXPECT_TRUE(diameter.exact);
        EXPECT_LT(diameter.runs, shape.vertices.rows() / 10);
    }
}

TEST(Diameter, SaysSoWhenTheRunsDidNotSuffice) {
    const GeodesicGraph graph(sphere(3));
    const double expected = largest_distance(graph);
    const Diameter diameter = graph_diameter(graph, 3);
    EXPECT_EQ(diameter.runs, 3);
    EXPECT_FALSE(diameter.exact);
    EXPECT_LE(diameter.length, expected * (1 + 1e-12));
    EXPECT_GE(diameter.length, expected / 2);  // every vertex is at least half as eccentric
    EXPECT_NEAR(graph.distances_from(diameter.from)[diameter.to], diameter.length, 1e-12);
}

}  // namespace
}  // namespace sigmatch
