#include "pipeline/baselines.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <numeric>
#include <random>

#include "sigmatch/match.h"
#include "support/meshes.h"
#include "support/unprepared.h"

namespace sigmatch {
namespace {

using testing::creature;
using testing::moved;
using testing::some_keypoints;

Match random_order(int n, std::uint64_t seed) {
    Match order(n);
    std::iota(order.begin(), order.end(), 0);
    std::mt19937_64 random(seed);
    std::shuffle(order.begin(), order.end(), random);
    return order;
}

/// The keypoints such that keypoint i comes to place order[i].
Keypoints shuffled(const Keypoints& keypoints, const Match& order) {
    Keypoints result(keypoints.size());
    for (size_t i = 0; i < keypoints.size(); ++i) result[order[i]] = keypoints[i];
    return result;
}

TEST(Baselines, RigidFindsARotatedScaledAndShuffledCopy) {
    const Shape x = creature("quadruped", "walk", 700).shape, y = moved(x, 7.5, 3);
    const Keypoints kx = some_keypoints(x, 15, 1);
    const Match truth = random_order(15, 4);
    const Keypoints ky = shuffled(kx, truth);
    EXPECT_EQ(rigid_match(x.vertices(kx, Eigen::all), y.vertices(ky, Eigen::all), 0), truth);
}

TEST(Baselines, RigidDoesNotReflect) {
    Points x = Points::Random(12, 3), y = x;
    y.col(0) *= -1;
    Match same(12);
    std::iota(same.begin(), same.end(), 0);
    EXPECT_EQ(rigid_match(x, x, 0), same);
    EXPECT_NE(rigid_match(x, y, 0), same);
}

TEST(Baselines, DescriptorsKnowTheSameShapeAgain) {
    const Shape x = testing::potato(3), y = moved(x, 0.1, 5);
    const Keypoints kx = some_keypoints(x, 12, 2);
    const Match truth = random_order(12, 6);
    EXPECT_EQ(descriptor_match(PreparedShape({x, kx}), PreparedShape({y, shuffled(kx, truth)})), truth);
}

TEST(Baselines, ResultsSayThatNothingIsProven) {
    const Shape x = testing::potato(2), y = moved(x, 2, 5);
    const Keypoints kx = some_keypoints(x, 8, 2);
    const Match truth = random_order(8, 1);
    for (Method method : {Method::descriptor, Method::rigid}) {
        MatchOptions options;
        options.method = method;
        const MatchResult result = match({x, kx}, {y, shuffled(kx, truth)}, options);
        EXPECT_EQ(result.status, Status::heuristic);
        EXPECT_EQ(result.match, truth) << name(method);
        EXPECT_EQ(result.lower_bound, 0);
        EXPECT_NEAR(result.objective,
                    testing::evaluate_match({x, kx}, {y, shuffled(kx, truth)}, truth, options).objective,
                    1e-12);
        EXPECT_NE(result.brief_report().find("heuristic"), std::string::npos);
    }
}

}  // namespace
}  // namespace sigmatch
