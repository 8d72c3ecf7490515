#include "geometry/rigid_motions.h"

#include <gtest/gtest.h>

#include "sigmatch/sampling.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

TEST(RigidMotions, TheBestLaysACopyOnTheOriginal) {
    const Shape shape = testing::creature("quadruped", "walk", 500).shape;
    const Shape copy = testing::moved(shape, 1, 5);
    const std::vector<int> spread = farthest_point_sampling(shape, GeodesicGraph(shape), 80);
    const auto motions = rigid_motions(shape.vertices, spread, copy.vertices, spread, 3, 0);
    ASSERT_EQ(motions.size(), 3u);  // different ones, too
    EXPECT_LT((moved(shape.vertices, motions[0]) - copy.vertices).rowwise().norm().maxCoeff(), 1e-9);
    for (size_t k = 1; k < motions.size(); ++k)
        EXPECT_GT((moved(shape.vertices, motions[k]) - copy.vertices).rowwise().norm().mean(), 1e-2);
}

}  // namespace
}  // namespace sigmatch
