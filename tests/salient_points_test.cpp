#include "geometry/salient_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/meshes.h"

namespace sigmatch {
namespace {

using testing::creature;
using testing::moved;
using testing::sphere;
using testing::together;
using testing::worm;

Keypoints salient(const Shape& shape, int count) {
    return salient_points(shape, GeodesicGraph(shape), Eigen::VectorXd::Ones(shape.vertices.rows()), count);
}

TEST(SalientPoints, AreDifferentAndAsManyAsAskedFor) {
    const Shape shape = creature("quadruped", "rest", 700).shape;
    for (const int count : {5, 12, 40}) {
        const Keypoints points = salient(shape, count);
        EXPECT_EQ(static_cast<int>(points.size()), count);
        EXPECT_EQ(std::set<int>(points.begin(), points.end()).size(), points.size());
    }
}

TEST(SalientPoints, AreTheSameAfterMotionAndScaling) {
    const Shape shape = creature("biped", "walk", 700).shape;
    const Keypoints points = salient(shape, 20);
    for (const double scale : {0.001, 1.0, 1000.0}) EXPECT_EQ(salient(moved(shape, scale), 20), points);
}

TEST(SalientPoints, BeginWithTheTips) {
    // Both ends of a worm are tips, and there are no others.
    const Shape shape = worm(40, 8);
    const Keypoints points = salient(shape, 8);
    const GeodesicGraph graph(shape);
    const Diameter diameter = graph_diameter(graph);
    const double between = graph.distances_from(points[0])[points[1]];
    EXPECT_GT(between, 0.9 * diameter.length);
}

TEST(SalientPoints, AreAtMostHalfOfTheVertices) {
    EXPECT_EQ(salient(sphere(1), 25).size(), 21u);
    EXPECT_EQ(salient(sphere(1), 12).size(), 12u);
}

TEST(SeedsOfParts, LieOnLargePartsOnly) {
    const Shape large = sphere(3);
    Shape other = moved(sphere(2), 0.5), crumb = moved(sphere(0), 0.01);
    const Shape all = together(together(large, crumb), other);
    const auto first_of_crumb = static_cast<int>(large.vertices.rows());
    const int first_of_other = first_of_crumb + static_cast<int>(crumb.vertices.rows());
    const Keypoints seeds = seeds_of_parts(all);
    const auto seeds_between = [&](int first, int last) {
        return std::count_if(seeds.begin(), seeds.end(), [&](int v) { return v >= first && v < last; });
    };
    EXPECT_EQ(seeds_between(0, first_of_crumb), 8);
    EXPECT_EQ(seeds_between(first_of_crumb, first_of_other), 0);
    EXPECT_EQ(seeds_between(first_of_other, static_cast<int>(all.vertices.rows())), 8);
}

TEST(SeedsOfParts, NoTwoLieInOnePlace) {
    const Shape one = sphere(2);
    EXPECT_EQ(seeds_of_parts(together(one, one)).size(), 8u);
}

}  // namespace
}  // namespace sigmatch
