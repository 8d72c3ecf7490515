#include "solver/tree/open_nodes.h"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <random>
#include <vector>

#include "numerics/on_threads.h"
#include "solver/tree/pair_bounds.h"
#include "support/random_problem.h"

namespace sigmatch {
namespace {

constexpr double none = std::numeric_limits<double>::infinity();

OpenNode node_of(double bound, int depth = 1) {
    return {std::vector<Decision>(static_cast<std::size_t>(depth), Decision{0, 0}), bound, bound, 0};
}

TEST(OpenNodes, TheLeastBoundComesFirst) {
    OpenNodes open(1, 1'000'000);
    EXPECT_EQ(open.lower(), none);
    for (const double bound : {3.0, 1.0, 2.0}) open.add(node_of(bound));
    for (const double bound : {1.0, 2.0, 3.0}) {
        EXPECT_EQ(open.take(0)->bound, bound);
        EXPECT_EQ(open.lower(), bound) << "while it is being searched";
    }
    EXPECT_FALSE(open.take(0));
    EXPECT_EQ(open.lower(), none);
}

TEST(OpenNodes, AreCrowdedAboveTheLimit) {
    OpenNodes open(1, 1000);
    EXPECT_FALSE(open.is_crowded());
    for (int k = 0; k < 10; ++k) open.add(node_of(k, 20));
    EXPECT_TRUE(open.is_crowded());
    for (int k = 0; k < 9; ++k) open.take(0);
    EXPECT_FALSE(open.is_crowded());
}

TEST(OpenNodes, WhatWasLeftHalfDoneStaysOpen) {
    OpenNodes open(1, 1'000'000);
    open.add(node_of(1));
    open.add(node_of(2));
    open.take(0);
    open.stop();
    EXPECT_FALSE(open.take(0));
    EXPECT_EQ(open.lower(), 1);
}

TEST(OpenNodes, ThreadsWaitForWhatOthersMayAdd) {
    constexpr int threads = 4, depth = 8;
    OpenNodes open(threads, 1'000'000);
    open.add(node_of(0));
    std::atomic<int> taken = 0;
    on_threads(
        threads,
        [&](int thread) {
            while (const auto node = open.take(thread)) {
                ++taken;
                EXPECT_LE(open.lower(), node->bound);
                const auto deeper = static_cast<int>(node->path.size()) + 1;
                if (deeper > depth) continue;
                for (int child = 0; child < 2; ++child) open.add(node_of(node->bound + child, deeper));
            }
        },
        [&] { open.stop(); });
    EXPECT_EQ(taken, (1 << depth) - 1);
}

TEST(PairBounds, AreNotAboveWhatMatchesHave) {
    std::mt19937_64 random(1);
    for (int trial = 0; trial < 20; ++trial) {
        const int n = 4 + trial % 3;
        const Problem problem = testing::random_problem(n, true, 0.3, random);
        const Features features(problem);
        const PairBounds bounds(problem, features);
        testing::for_each_match(problem, [&](const Match& match) {
            for (int i = 0; i < n; ++i) {
                double sum = 0;
                for (int k = 0; k < n; ++k) {
                    if (k == i) continue;
                    const double half = bounds.half(i, match[i], k);
                    EXPECT_LE(half, features.together(i, match[i], k, match[k]) / 2);
                    sum += half;
                }
                EXPECT_NEAR(bounds.half_with_all(i, match[i]), sum, 1e-12);
            }
        });
    }
}

TEST(PairBounds, AreZeroWhereKeypointsMayStayAlone) {
    std::mt19937_64 random(2);
    Problem problem = testing::random_problem(5, true, 0, random);
    problem.unmatched_cost = 0.1;
    EXPECT_EQ(PairBounds(problem, Features(problem)).half_with_all(0, 0), 0);
}

}  // namespace
}  // namespace sigmatch
