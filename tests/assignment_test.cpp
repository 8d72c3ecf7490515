#include "numerics/assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "support/dense.h"
#include "support/random_problem.h"

namespace sigmatch {
namespace {

using testing::random_permutation;

CostMatrix random_cost(int n, double forbidden_share, std::mt19937_64& random) {
    std::bernoulli_distribution forbid(forbidden_share);
    CostMatrix cost = testing::random_matrix(n, n, random);
    for (double& c : cost.reshaped())
        if (forbid(random)) c = forbidden;
    return cost;
}

double total(const CostMatrix& cost, const Match& match) {
    double sum = 0;
    for (size_t i = 0; i < match.size(); ++i) sum += cost(static_cast<Eigen::Index>(i), match[i]);
    return sum;
}

/// least(i, j): cheapest permutation that holds (i, j).
CostMatrix least_with_each_pair(const CostMatrix& cost) {
    const int n = static_cast<int>(cost.rows());
    CostMatrix least = CostMatrix::Constant(n, n, forbidden);
    Match match(n);
    std::iota(match.begin(), match.end(), 0);
    do {
        const double value = total(cost, match);
        for (int i = 0; i < n; ++i) least(i, match[i]) = std::min(least(i, match[i]), value);
    } while (std::next_permutation(match.begin(), match.end()));
    return least;
}

TEST(Assignment, OptimumAndForcedBoundsEqualBruteForce) {
    std::mt19937_64 random(1);
    Assignment assignment;  // one object throughout: every solve but the first of a size starts warm
    int infeasible = 0;
    for (int trial = 0; trial < 400; ++trial) {
        const int n = 1 + trial % 6;
        const CostMatrix cost = random_cost(n, 0.15 * (trial % 4), random);
        const CostMatrix least = least_with_each_pair(cost);
        const double optimum = least.row(0).minCoeff();
        if (optimum == forbidden) {
            EXPECT_FALSE(assignment.solve(cost));
            ++infeasible;
            continue;
        }
        ASSERT_TRUE(assignment.solve(cost));
        EXPECT_NEAR(total(cost, assignment.match()), optimum, 1e-12);
        EXPECT_NEAR(assignment.bound(), optimum, 1e-12);
        const CostMatrix& forced = assignment.forced_bounds(cost);
        for (int i = 0; i < n; ++i) {
            for (int j = 0; j < n; ++j) {
                if (least(i, j) == forbidden)
                    EXPECT_EQ(forced(i, j), forbidden);
                else
                    EXPECT_NEAR(forced(i, j), least(i, j), 1e-12);
            }
        }
    }
    EXPECT_GT(infeasible, 10);
}

TEST(Assignment, WarmStartDoesNotChangeTheOptimum) {
    std::mt19937_64 random(2);
    Assignment warm;
    CostMatrix cost = random_cost(30, 0.3, random);
    for (int step = 0; step < 50; ++step) {
        cost += 0.1 * testing::random_matrix(30, 30, random);
        Assignment cold;
        ASSERT_EQ(cold.solve(cost), warm.solve(cost));
        EXPECT_NEAR(cold.bound(), warm.bound(), 1e-11);
    }
}

TEST(Assignment, BoundIsNeverAboveAnyAssignmentForExtremeCosts) {
    std::mt19937_64 random(3);
    for (double scale : {1e-12, 1.0, 1e12}) {
        CostMatrix cost = scale * random_cost(12, 0, random).array();
        cost.row(3) *= 1e6;
        Assignment assignment;
        ASSERT_TRUE(assignment.solve(cost));
        EXPECT_LE(assignment.bound(), total(cost, assignment.match()) + 1e-9 * std::abs(assignment.bound()));
        for (int k = 0; k < 1000; ++k)
            EXPECT_GE(total(cost, random_permutation(12, random)), assignment.bound());
    }
}

}  // namespace
}  // namespace sigmatch
