#include "solver/relaxation.h"

#include <gtest/gtest.h>

#include "solver/local_search.h"
#include "support/dense.h"
#include "support/random_problem.h"

namespace sigmatch {
namespace {

using namespace testing;

Relaxation::Limits to_the_end() {
    return {forbidden, 1e-9, 500};
}

TEST(Objective, MinorantTouchesAndNeverPasses) {
    std::mt19937_64 random(21);
    for (int trial = 0; trial < 20; ++trial) {
        const Problem problem = random_problem(6, trial % 2, 0, random);
        const Objective objective(problem);
        const Match at = random_permutation(6, random);
        const Image image = objective.image(at);
        CostMatrix cost;
        const double constant = objective.minorant(image, objective.evaluate(image), cost);
        for_each_match(problem, [&](const Match& match) {
            double value = constant;
            for (int i = 0; i < 6; ++i) value += cost(i, match[i]);
            const double f = objective(match);
            EXPECT_LE(value, f * (1 + 1e-10));
            if (match == at) {
                EXPECT_NEAR(value, f, 1e-7 * f);
            }
        });
    }
}

TEST(Relaxation, BoundsAndForcedBoundsAreValid) {
    std::mt19937_64 random(22);
    for (int trial = 0; trial < 60; ++trial) {
        const Problem problem = random_problem(6, trial % 2, 0.1 * (trial % 5), random);
        const Objective objective(problem);
        const Domain domain(problem.allowed);
        CostMatrix least = CostMatrix::Constant(6, 6, forbidden);
        for_each_match(problem, [&](const Match& match) {
            const double value = objective(match);
            for (int i = 0; i < 6; ++i) least(i, match[i]) = std::min(least(i, match[i]), value);
        });
        Relaxation relaxation(objective);
        for (int iterations : {1, 3, 10, 200}) {
            const double bound =
                relaxation.bound(domain, {}, {forbidden, 0, iterations}, [&](const Match& m, double v) {
                    EXPECT_TRUE(is_allowed(problem, m));
                    EXPECT_NEAR(v, objective(m), 1e-9);
                });
            EXPECT_LE(bound, least.minCoeff() * (1 + 1e-10));
            const CostMatrix forced = relaxation.forced_bounds();
            for (int i = 0; i < 6; ++i)
                for (int j = 0; j < 6; ++j)
                    EXPECT_TRUE(least(i, j) == forbidden || forced(i, j) <= least(i, j) * (1 + 1e-10));
        }
    }
}

TEST(Relaxation, ReachesTheConvexOptimum) {
    // At the optimum the point is doubly stochastic and its value meets the bound from above.
    std::mt19937_64 random(23);
    for (int trial = 0; trial < 20; ++trial) {
        const Problem problem = random_problem(12, trial % 2, 0.6, random);
        const Objective objective(problem);
        Relaxation relaxation(objective);
        const double bound =
            relaxation.bound(Domain(problem.allowed), {}, to_the_end(), [](auto&, double) {});
        const Eigen::MatrixXd P = relaxation.point();
        EXPECT_LT((P.rowwise().sum().array() - 1).abs().maxCoeff(), 1e-9);
        EXPECT_LT((P.colwise().sum().array() - 1).abs().maxCoeff(), 1e-9);
        EXPECT_GE(P.minCoeff(), 0);
        const Image image{times(objective.phi_x().basis(), times(P, problem.points_y)),
                          times(objective.phi_y().basis(), transposed_times(P, problem.points_x)),
                          problem.h_x - times(P, problem.h_y)};
        const double value = objective.evaluate(image).total();
        EXPECT_LE(bound, value + 1e-9);
        EXPECT_NEAR(bound, value,
                    1e-3 * objective(LocalSearch(objective, Domain(problem.allowed), 0).random_match()));
    }
}

TEST(Relaxation, OfOnePermutationIsItsValue) {
    std::mt19937_64 random(24);
    Problem problem = random_problem(8, true, 0, random);
    const Match only = random_permutation(8, random);
    problem.allowed.setConstant(false);
    for (int i = 0; i < 8; ++i) problem.allowed(i, only[i]) = true;
    const Objective objective(problem);
    Relaxation relaxation(objective);
    const double bound = relaxation.bound(Domain(problem.allowed), {}, to_the_end(), [](auto&, double) {});
    EXPECT_NEAR(bound, objective(only), 1e-9);
}

TEST(LocalSearch, StaysInTheDomainAndEndsWhereNoExchangeHelps) {
    std::mt19937_64 random(25);
    for (int trial = 0; trial < 20; ++trial) {
        const Problem problem = random_problem(9, trial % 2, 0.3, random);
        const Objective objective(problem);
        const Domain domain(problem.allowed);
        LocalSearch search(objective, domain, trial);
        Match match = search.random_match();
        ASSERT_TRUE(is_allowed(problem, match));
        const double before = objective(match), after = search.descend(match);
        EXPECT_TRUE(is_allowed(problem, match));
        EXPECT_LE(after, before);
        EXPECT_NEAR(after, objective(match), 1e-10);  // incremental and plain evaluation agree
        for (int i = 0; i < 9; ++i) {
            for (int k = 0; k < i; ++k) {
                Match other = match;
                std::swap(other[i], other[k]);
                EXPECT_TRUE(!is_allowed(problem, other) || objective(other) >= after * (1 - 1e-9));
            }
        }
    }
}

}  // namespace
}  // namespace sigmatch
