#include "solver/local_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sigmatch/solve.h"
#include "support/dense.h"
#include "support/partial_problem.h"
#include "support/random_problem.h"
#include "support/stated.h"

namespace sigmatch {
namespace {

constexpr double no_price = std::numeric_limits<double>::infinity();

struct NamedProblem {
    std::string name;
    Problem problem;
};

/// Whole and partial ones, with and without mask and price.
std::vector<NamedProblem> problems_to_descend(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<NamedProblem> all;
    for (const bool with_orientation : {false, true}) {
        all.push_back({"whole", testing::random_problem(7, with_orientation, 0, random)});
        all.push_back({"masked", testing::random_problem(8, with_orientation, 0.4, random)});
    }
    all.push_back({"stiff", testing::stiff_problem(7, true, 0.2, random)});
    all.push_back({"part of Y", testing::random_partial_problem(6, 8, no_price, 0, random)});
    all.push_back({"part of Y, masked", testing::random_partial_problem(6, 8, no_price, 0.4, random)});
    all.push_back({"part of X", testing::random_partial_problem(8, 6, no_price, 0, random)});
    all.push_back({"part of X, masked", testing::random_partial_problem(8, 6, no_price, 0.3, random)});
    all.push_back({"priced", testing::random_partial_problem(7, 7, 0.02, 0, random)});
    all.push_back({"priced, masked", testing::random_partial_problem(7, 8, 0.05, 0.3, random)});
    all.push_back({"dear", testing::random_partial_problem(6, 6, 10, 0.2, random)});
    return all;
}

double value_of(const Problem& problem, const Match& match) {
    return evaluate(problem, match).sum();
}

/// Every match that differs by a cycle of two or three partners.
std::vector<Match> exchanges_of(const Match& match, int longest) {
    std::vector<Match> all;
    const auto n = static_cast<int>(match.size());
    const auto has_partner = [&](int i) { return match[i] != unmatched; };
    for (int i = 0; i < n; ++i)
        for (int k = i + 1; k < n; ++k) {
            if (!has_partner(i) || !has_partner(k)) continue;
            Match two = match;
            std::swap(two[i], two[k]);
            all.push_back(two);
            for (int l = i + 1; l < n && longest > 2; ++l) {
                if (l == k || !has_partner(l)) continue;
                Match three = match;
                three[i] = match[k];
                three[k] = match[l];
                three[l] = match[i];
                all.push_back(three);
            }
        }
    return all;
}

/// Every match in which one keypoint has got a partner that was free, or lost its own, or, without one, has
/// taken that of another.
std::vector<Match> reassignments_of(const Problem& problem, const Match& match) {
    std::vector<Match> all;
    for (int i = 0; i < problem.size(); ++i) {
        Match alone = match;
        alone[i] = unmatched;
        all.push_back(alone);
        for (int j = 0; j < problem.size_y(); ++j) {
            Match moved = match;
            const auto former = std::find(moved.begin(), moved.end(), j);
            if (former != moved.end() && match[i] != unmatched) continue;
            if (former != moved.end()) *former = unmatched;
            moved[i] = j;
            all.push_back(moved);
        }
    }
    return all;
}

/// None of the others that the problem allows is better.
void expect_none_better(const Problem& problem, double value, const std::vector<Match>& others) {
    for (const Match& other : others)
        if (testing::is_valid(problem, other)) {
            EXPECT_GE(value_of(problem, other), value * (1 - 1e-9) - 1e-14);
        }
}

TEST(LocalSearch, DescendsToWhereNoExchangeHelps) {
    int better = 0;
    for (const auto& [name, problem] : problems_to_descend(1)) {
        SCOPED_TRACE(name);
        LocalSearch search(problem, 5);
        for (int trial = 0; trial < 10; ++trial) {
            Match match = search.random_match();
            const double before = value_of(problem, match), reached = search.descend(match);
            EXPECT_TRUE(testing::is_valid(problem, match));
            EXPECT_NEAR(reached, value_of(problem, match), 1e-10 * reached);
            EXPECT_LE(reached, before * (1 + 1e-12));
            better += reached < 0.99 * before;
            expect_none_better(problem, reached, exchanges_of(match, 3));
            if (problem.is_partial()) expect_none_better(problem, reached, reassignments_of(problem, match));
        }
    }
    EXPECT_GT(better, 60);
}

TEST(LocalSearch, WhereItIsNotPromisingItExchangesTwoOnly) {
    int could_go_on = 0;
    for (const auto& [name, problem] : problems_to_descend(2)) {
        SCOPED_TRACE(name);
        LocalSearch search(problem, 6);
        for (int trial = 0; trial < 20; ++trial) {
            Match match = search.random_match();
            const double reached = search.descend(match, 0);
            EXPECT_NEAR(reached, value_of(problem, match), 1e-10 * reached);
            expect_none_better(problem, reached, exchanges_of(match, 2));
            could_go_on += search.descend(match) < reached * (1 - 1e-9);
        }
    }
    EXPECT_GT(could_go_on, 0);  // by cycles of three
}

TEST(LocalSearch, AtALocalOptimumNothingMoves) {
    for (const auto& [name, problem] : problems_to_descend(3)) {
        SCOPED_TRACE(name);
        LocalSearch search(problem, 7);
        Match match = search.random_match();
        const double reached = search.descend(match);
        const Match before = match;
        EXPECT_NEAR(search.descend(match), reached, 1e-12 * reached);
        EXPECT_EQ(match, before);
    }
}

TEST(LocalSearch, StartsLieOnTheMaskAndHaveAllPairs) {
    for (const auto& [name, problem] : problems_to_descend(4)) {
        SCOPED_TRACE(name);
        LocalSearch search(problem, 8);
        for (int trial = 0; trial < 10; ++trial)
            for (const Match& match :
                 {search.random_match(), search.aligned_match(), search.aligned_match(true)}) {
                EXPECT_TRUE(testing::is_valid(problem, match));
                const auto alone = std::count(match.begin(), match.end(), unmatched);
                EXPECT_EQ(problem.size() - alone, problem.smaller_size());
            }
    }
}

TEST(LocalSearch, RandomMatchesReachEveryMatch) {
    std::mt19937_64 random(9);
    Problem problem = testing::random_problem(5, false, 0.3, random);
    std::set<Match> expected, found;
    testing::for_each_match(problem, [&](const Match& match) { expected.insert(match); });
    LocalSearch search(problem, 10);
    for (size_t trial = 0; trial < 200 * expected.size(); ++trial) found.insert(search.random_match());
    EXPECT_GT(expected.size(), 5u);
    EXPECT_EQ(found, expected);
}

/// A motion, and the order of the keypoints, are all that tells X and Y apart.
TEST(LocalSearch, AlignedMatchesFindAMotion) {
    std::mt19937_64 random(11);
    for (int trial = 0; trial < 10; ++trial) {
        constexpr int n = 12;
        Problem problem = testing::random_problem(n, false, 0, random);
        problem.points_x.col(1) *= 2;  // longer than wide, so that a motion is soon found
        problem.points_x.col(2) *= 4;
        const Match truth = testing::random_permutation(n, random);
        const bool is_mirrored = trial % 2 == 1;
        Points x = problem.points_x;
        if (is_mirrored) x.col(1) *= -1;
        problem.points_y(truth, Eigen::all) =
            (3 * testing::times(x, testing::random_rotation(random))).rowwise() +
            Eigen::RowVector3d(1, -2, 5);
        problem.deform_x = testing::random_deformation(problem.points_x, random);
        problem.deform_y = testing::random_deformation(problem.points_y, random);
        EXPECT_EQ(LocalSearch(problem, 12).aligned_match(is_mirrored), truth) << "trial " << trial;
    }
}

TEST(LocalSearch, WhereTheMaskAllowsNoMatchThereIsNone) {
    std::mt19937_64 random(13);
    Problem empty_row = testing::random_problem(6, false, 0.2, random), empty_column = empty_row,
            narrow = empty_row;
    empty_row.allowed.row(2).setConstant(false);
    empty_column.allowed.col(4).setConstant(false);
    narrow.allowed.setConstant(true);  // three rows share two columns
    narrow.allowed.block(0, 2, 3, 4).setConstant(false);
    Problem part = testing::random_partial_problem(5, 7, no_price, 0.2, random);
    part.allowed.row(1).setConstant(false);
    for (const Problem& problem : {empty_row, empty_column, narrow, part}) {
        LocalSearch search(problem, 14);
        EXPECT_TRUE(search.random_match().empty());
        EXPECT_TRUE(search.aligned_match().empty());
        EXPECT_TRUE(search.aligned_match(true).empty());
    }
    // Of Y, which is larger, a keypoint may be left over.
    Problem spare = testing::random_partial_problem(5, 7, no_price, 0, random);
    spare.allowed.col(3).setConstant(false);
    EXPECT_TRUE(testing::is_valid(spare, LocalSearch(spare, 15).random_match()));
}

/// As many pairs as there can be: with a price, a keypoint without candidates stays alone.
TEST(LocalSearch, WithAPriceAKeypointWithoutCandidatesIsNoObstacle) {
    std::mt19937_64 random(16);
    Problem problem = testing::random_partial_problem(6, 6, 0.1, 0, random);
    problem.allowed.row(2).setConstant(false);
    LocalSearch search(problem, 17);
    for (const Match& match : {search.random_match(), search.aligned_match()}) {
        ASSERT_EQ(match.size(), 6u);
        EXPECT_TRUE(testing::is_valid(problem, match));
        EXPECT_EQ(match[2], unmatched);
        EXPECT_EQ(std::count(match.begin(), match.end(), unmatched), 1);
    }
}

/// The same for the search as a whole, with and without a match to start from.
TEST(LocalSearch, WithAPriceProblemsWithoutAFullMatchAreSolved) {
    std::mt19937_64 random(30);
    Problem problem = testing::random_partial_problem(5, 6, 0.1, 0, random);
    problem.allowed.row(2).setConstant(false);
    double least = no_price;
    testing::for_each_partial_match(
        problem, [&](const Match& match) { least = std::min(least, value_of(problem, match)); });
    SolveOptions options;
    options.relative_gap = 0;
    ASSERT_NO_THROW(solve(problem, options));
    EXPECT_NEAR(solve(problem, options).objective, least, 1e-9 * least);
    options.start = {0, 1, unmatched, 3, 4};
    EXPECT_NEAR(solve(problem, options).objective, least, 1e-9 * least);
}

/// What iterate() tells of.
std::vector<std::pair<Match, double>> walk_of(const Problem& problem, std::uint64_t seed, const Match& start,
                                              int kicks) {
    std::vector<std::pair<Match, double>> told;
    LocalSearch(problem, seed)
        .iterate(
            start, kicks, [] { return false; },
            [&](const Match& match, double value) { told.emplace_back(match, value); });
    return told;
}

TEST(LocalSearch, IteratesToEverBetterMatches) {
    int improved = 0;
    for (const auto& [name, problem] : problems_to_descend(5)) {
        SCOPED_TRACE(name);
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            const Match start = LocalSearch(problem, 100 + seed).random_match();
            double last = value_of(problem, start) * (1 + 1e-12);
            const auto told = walk_of(problem, seed, start, 20);
            ASSERT_FALSE(told.empty());
            for (const auto& [match, value] : told) {
                EXPECT_TRUE(testing::is_valid(problem, match));
                EXPECT_NEAR(value, value_of(problem, match), 1e-10 * value);
                EXPECT_LT(value, last + (&match == &told[0].first ? 1e-14 : 0));
                last = value;
            }
            improved += told.size() > 1;
        }
    }
    EXPECT_GT(improved, 20);  // kicks do help
}

TEST(LocalSearch, EndsWhenItIsToldTo) {
    std::mt19937_64 random(18);
    const Problem problem = testing::random_problem(8, true, 0, random);
    const Match start = testing::random_permutation(8, random);
    const auto count = [&](int kicks, int asked_at_most) {
        int asked = 0, told = 0;
        LocalSearch(problem, 19)
            .iterate(
                start, kicks, [&] { return ++asked > asked_at_most; }, [&](const Match&, double) { ++told; });
        EXPECT_GE(told, 1);
        return std::pair(asked, told);
    };
    EXPECT_EQ(count(0, 1000), std::pair(0, 1));
    EXPECT_EQ(count(50, 0), std::pair(1, 1));  // no kick
    EXPECT_EQ(count(50, 7).first, 8);
    EXPECT_EQ(count(50, 1000).first, 50);
}

TEST(LocalSearch, TheSameSeedGivesTheSameWalk) {
    int different = 0;
    for (const auto& [name, problem] : problems_to_descend(6)) {
        SCOPED_TRACE(name);
        LocalSearch one(problem, 20), same(problem, 20), other(problem, 21);
        const Match random = one.random_match(), aligned = one.aligned_match();
        EXPECT_EQ(same.random_match(), random);
        EXPECT_EQ(same.aligned_match(), aligned);
        different += other.random_match() != random;
        EXPECT_EQ(walk_of(problem, 22, random, 20), walk_of(problem, 22, random, 20));
        different += walk_of(problem, 22, random, 20) != walk_of(problem, 23, random, 20);
    }
    EXPECT_GT(different, 5);
}

TEST(LocalSearch, FindsTheBestOfSmallProblems) {
    std::mt19937_64 random(24);
    for (int trial = 0; trial < 12; ++trial) {
        const bool is_partial = trial % 3 == 2;
        const Problem problem = is_partial
                                    ? testing::random_partial_problem(5, 7, no_price, 0.2, random)
                                    : testing::random_problem(6, trial % 2 == 0, 0.3 * (trial % 3), random);
        double least = no_price;
        testing::for_each_partial_match(
            problem, [&](const Match& match) { least = std::min(least, value_of(problem, match)); });
        const Match start = LocalSearch(problem, 25).random_match();
        EXPECT_NEAR(walk_of(problem, 26, start, 200).back().second, least, 1e-9 * least) << "trial " << trial;
    }
}

TEST(LocalSearch, TinyProblemsAreNoTrouble) {
    std::mt19937_64 random(27);
    for (const int n : {1, 2, 3}) {
        const Problem problem = testing::stiff_problem(n, true, 0, random);
        LocalSearch search(problem, 28);
        const auto told = walk_of(problem, 29, search.random_match(), 30);
        EXPECT_NEAR(told.back().second, testing::brute_force(problem).value, 1e-12) << n << " keypoints";
    }
}

}  // namespace
}  // namespace sigmatch
