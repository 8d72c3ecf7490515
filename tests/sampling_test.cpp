#include "sigmatch/sampling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "sigmatch/errors.h"
#include "sigmatch/geodesics.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

using namespace testing;

TEST(Sampling, EachNewPointIsTheFarthest) {
    for (const Shape& shape : {potato(3), patch(), hemisphere(3), creature("quadruped", "4", 900, 2).shape}) {
        const GeodesicGraph graph(shape);
        const Keypoints sample = farthest_point_sampling(shape, graph, 30);
        ASSERT_EQ(sample.size(), 30u);
        EXPECT_EQ(std::set<int>(sample.begin(), sample.end()).size(), 30u);
        const Points centred = shape.vertices.rowwise() - shape.vertices.colwise().mean();
        EXPECT_NEAR(centred.row(sample[0]).norm(), centred.rowwise().norm().maxCoeff(), 1e-12);
        Eigen::VectorXd distance = graph.distances_from(sample[0]);
        double last = std::numeric_limits<double>::infinity();
        for (size_t k = 1; k < sample.size(); ++k) {
            EXPECT_GE(distance[sample[k]], distance.maxCoeff() * (1 - 1e-9)) << k;  // ties fall by index
            EXPECT_LE(distance.maxCoeff(), last) << k;
            last = distance.maxCoeff();
            distance = distance.cwiseMin(graph.distances_from(sample[k]));
        }
    }
}

TEST(Sampling, DoesNotDependOnScaleAndPlace) {
    for (const Shape& shape : {potato(3), creature("quadruped", "4", 900, 2).shape}) {
        const Keypoints expected = farthest_point_sampling(shape, GeodesicGraph(shape), 25);
        for (double scale : {1e-3, 1.0, 1e3}) {
            const Shape other = moved(shape, scale);
            EXPECT_EQ(farthest_point_sampling(other, GeodesicGraph(other), 25), expected) << scale;
        }
    }
}

TEST(Sampling, DoesNotDependOnPlaceEvenWhereSymmetryMakesTies) {
    const Shape shape = creature("quadruped", "rest", 700).shape;
    const Keypoints expected = farthest_point_sampling(shape, GeodesicGraph(shape), 12);
    for (double scale : {0.1, 1.0, 3.0}) {
        const Shape other = moved(shape, scale);
        EXPECT_EQ(farthest_point_sampling(other, GeodesicGraph(other), 12), expected) << scale;
    }
}

TEST(Sampling, TakesTheWholeShapeAndNoMore) {
    const Shape shape = tetrahedron();
    const GeodesicGraph graph(shape);
    Keypoints sample = farthest_point_sampling(shape, graph, 4);
    std::sort(sample.begin(), sample.end());
    EXPECT_EQ(sample, Keypoints({0, 1, 2, 3}));
    EXPECT_THROW(farthest_point_sampling(shape, graph, 5), InputError);
}

TEST(Sampling, StaysOnTheLargestPart) {
    const Shape shape = together(moved(tetrahedron(), 50), potato(2));
    const Keypoints sample = farthest_point_sampling(shape, GeodesicGraph(shape), 20);
    EXPECT_GE(*std::min_element(sample.begin(), sample.end()), 4);
    const Shape cloud{potato(2).vertices, Faces(0, 3)};
    EXPECT_THROW(farthest_point_sampling(cloud, GeodesicGraph(cloud), 5), InputError);
}

TEST(Sampling, PicksDistinctVerticesWhereSomeCoincide) {
    Shape shape = degenerate_surface();  // two of its vertices are in one place
    const auto count = static_cast<int>(shape.vertices.rows());
    const Keypoints sample = farthest_point_sampling(shape, GeodesicGraph(shape), count);
    EXPECT_EQ(static_cast<int>(std::set<int>(sample.begin(), sample.end()).size()), count);
}

TEST(Sampling, GoesOnFromWhatWasTakenAndLeavesOutWhatWasSkipped) {
    const Shape shape = potato(2);
    const GeodesicGraph graph(shape);
    FarthestPoints points(shape, graph);
    EXPECT_EQ(points.remaining(), shape.vertices.rows());
    points.take(3);
    points.take(90);
    Eigen::VectorXd distance = graph.distances_from(3).cwiseMin(graph.distances_from(90));
    const int farthest = points.next();
    EXPECT_EQ(distance[farthest], distance.maxCoeff());
    points.skip(farthest);
    distance[farthest] = 0;
    const int second = points.next();
    EXPECT_NE(second, farthest);
    EXPECT_EQ(distance[second], distance.maxCoeff());
    EXPECT_EQ(points.remaining(), shape.vertices.rows() - 3);
    for (int v = 0; v < shape.vertices.rows(); ++v) points.skip(v);
    EXPECT_EQ(points.next(), -1);
}

}  // namespace
}  // namespace sigmatch
