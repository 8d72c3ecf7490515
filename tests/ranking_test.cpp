#include "solver/ranking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "sigmatch/solve.h"
#include "support/random_problem.h"

namespace sigmatch {
namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();

using Entries = std::vector<Ranking::Entry>;

/// Different matches in random order. `steps` of the objective, so that some are equal; 0: all different.
Entries random_offers(int count, int steps, std::mt19937_64& random) {
    std::uniform_real_distribution<double> uniform(0.5, 1.5);
    Entries offers;
    while (static_cast<int>(offers.size()) < count) {
        const Match match = testing::random_permutation(6, random);
        if (std::any_of(offers.begin(), offers.end(),
                        [&](const auto& other) { return other.match == match; }))
            continue;
        const double objective = uniform(random);
        offers.push_back({match, steps > 0 ? std::round(objective * steps) / steps : objective});
    }
    return offers;
}

/// The best of the offers by sorting all of them; of equal ones those that came first.
Entries plainly_ranked(Entries offers, int most, double within) {
    std::stable_sort(offers.begin(), offers.end(),
                     [](const auto& p, const auto& q) { return p.objective < q.objective; });
    const double limit = std::isfinite(within) ? (1 + within) * offers.front().objective : no_limit;
    std::erase_if(offers, [&](const auto& offer) { return offer.objective > limit; });
    if (static_cast<int>(offers.size()) > most) offers.resize(most);
    return offers;
}

bool holds(const Entries& entries, const Match& match) {
    return std::any_of(entries.begin(), entries.end(),
                       [&](const auto& entry) { return entry.match == match; });
}

void expect_same(const Entries& found, const Entries& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (size_t k = 0; k < found.size(); ++k) {
        EXPECT_EQ(found[k].objective, expected[k].objective) << "place " << k;
        EXPECT_EQ(found[k].match, expected[k].match) << "place " << k;
    }
}

TEST(Ranking, IsAPlainSortOfAllOffers) {
    std::mt19937_64 random(1);
    for (int trial = 0; trial < 300; ++trial) {
        const int most = 1 + trial % 7;
        const double within = trial % 3 == 0 ? no_limit : 0.1 * static_cast<double>(trial % 5);
        const Entries offers = random_offers(1 + static_cast<int>(random() % 40), trial % 2 * 10, random);
        Ranking ranking(most, within);
        for (size_t k = 0; k < offers.size(); ++k) {
            const Entries expected =
                plainly_ranked(Entries(offers.begin(), offers.begin() + k + 1), most, within);
            EXPECT_EQ(ranking.offer(offers[k].match, offers[k].objective), holds(expected, offers[k].match));
            expect_same(ranking.entries(), expected);
            EXPECT_EQ(ranking.best().match, expected.front().match);
            EXPECT_EQ(ranking.best().objective, expected.front().objective);
        }
    }
}

TEST(Ranking, TakesNoMatchTwice) {
    std::mt19937_64 random(2);
    for (int trial = 0; trial < 50; ++trial) {
        const int most = 1 + trial % 7;
        const double within = trial % 2 == 0 ? no_limit : 0.3;
        const Entries offers = random_offers(20, 0, random);
        Ranking ranking(most, within);
        for (int k = 0; k < 200; ++k) {
            const auto& [match, objective] = offers[random() % offers.size()];
            const bool is_known = holds(ranking.entries(), match);
            const bool was_taken = ranking.offer(match, objective);
            EXPECT_FALSE(is_known && was_taken);
            EXPECT_EQ(was_taken || is_known, holds(ranking.entries(), match));
            EXPECT_FALSE(ranking.offer(match, objective));
        }
        for (const auto& [match, objective] : offers) ranking.offer(match, objective);
        expect_same(ranking.entries(), plainly_ranked(offers, most, within));
    }
}

TEST(Ranking, TakesNoEmptyMatch) {
    Ranking ranking(3);
    EXPECT_FALSE(ranking.offer({}, 0.1));
    EXPECT_TRUE(ranking.entries().empty());
    EXPECT_TRUE(ranking.offer({0, 1}, 0.2));
    EXPECT_FALSE(ranking.offer({}, 0.1));
    EXPECT_EQ(ranking.entries().size(), 1u);
}

TEST(Ranking, ABetterBestDropsWhatIsNoLongerWithinTheLimit) {
    Ranking ranking(10, 0.5);
    EXPECT_TRUE(ranking.offer({0, 1, 2}, 1.0));
    EXPECT_TRUE(ranking.offer({0, 2, 1}, 1.5));
    EXPECT_FALSE(ranking.offer({1, 0, 2}, 1.51));
    EXPECT_TRUE(ranking.offer({1, 2, 0}, 0.7));
    ASSERT_EQ(ranking.entries().size(), 2u);
    EXPECT_EQ(ranking.entries()[0].objective, 0.7);
    EXPECT_EQ(ranking.entries()[1].objective, 1.0);
}

TEST(Ranking, AnObjectiveOfZeroLeavesPlaceForOthersUnlessTheyMustBeWithinALimit) {
    for (const double within : {no_limit, 0.5}) {
        Ranking ranking(3, within);
        EXPECT_TRUE(ranking.offer({0, 1, 2}, 1.0));
        EXPECT_TRUE(ranking.offer({0, 2, 1}, 0.0));
        EXPECT_EQ(ranking.offer({1, 0, 2}, 2.0), within == no_limit);
        EXPECT_TRUE(ranking.offer({1, 2, 0}, 0.0));
        EXPECT_EQ(ranking.entries().size(), within == no_limit ? 3u : 2u);
        EXPECT_EQ(ranking.best().objective, 0);
        EXPECT_EQ(ranking.entries().back().objective, within == no_limit ? 1 : 0);
    }
}

TEST(RankingGoal, IsInfiniteWhileThereIsRoomForAnyMatch) {
    Ranking ranking(3);
    for (const double gap : {0.0, 0.1}) EXPECT_EQ(ranking.goal(gap), no_limit);
    ranking.offer({0, 1, 2}, 1);
    ranking.offer({0, 2, 1}, 2);
    for (const double gap : {0.0, 0.1}) EXPECT_EQ(ranking.goal(gap), no_limit);
    ranking.offer({1, 2, 0}, 4);
    for (const double gap : {0.0, 0.1}) EXPECT_LE(ranking.goal(gap), 4);
}

TEST(RankingGoal, OfAnEmptyRankingIsInfiniteWhateverTheLimit) {
    EXPECT_EQ(Ranking(3, 0.1).goal(0), no_limit);
}

TEST(RankingGoal, IsTheLimitWhileThereIsRoomWithinIt) {
    Ranking ranking(3, 0.5);
    ranking.offer({0, 1, 2}, 2);
    EXPECT_DOUBLE_EQ(ranking.goal(0), 3);
    EXPECT_DOUBLE_EQ(ranking.goal(0.2), 3);  // whatever is within is wanted, to no gap
    ranking.offer({0, 2, 1}, 2.5);
    EXPECT_DOUBLE_EQ(ranking.goal(0.2), 3);
    ranking.offer({1, 2, 0}, 2.6);  // the last place: now it takes less to be no news
    EXPECT_DOUBLE_EQ(ranking.goal(0.2), 0.8 * 2.6);
    EXPECT_NEAR(ranking.goal(0), 2.6, 2e-12);
    EXPECT_LT(ranking.goal(0), 2.6);
}

TEST(RankingGoal, OfAFullRankingIsTheLastPlaceButForTheGap) {
    Ranking ranking(2);
    ranking.offer({0, 1, 2}, 1);
    ranking.offer({0, 2, 1}, 3);
    EXPECT_DOUBLE_EQ(ranking.goal(0.1), 2.7);
    EXPECT_DOUBLE_EQ(ranking.goal(0), 3 - absolute_gap);
    ranking.offer({1, 2, 0}, 2);
    EXPECT_DOUBLE_EQ(ranking.goal(0.1), 1.8);
}

TEST(RankingGoal, OfZeroIsZero) {
    for (const double objective : {0.0, 0.3 * absolute_gap, absolute_gap}) {
        Ranking ranking;
        ranking.offer({0, 1, 2}, objective);
        EXPECT_EQ(ranking.goal(0), 0) << objective;
        EXPECT_EQ(ranking.goal(0.01), 0) << objective;
    }
    Ranking ranking;
    ranking.offer({0, 1, 2}, 3 * absolute_gap);
    EXPECT_DOUBLE_EQ(ranking.goal(0), 2 * absolute_gap);
}

/// What the goal is for: matches that reach it change no place by more than the gap.
TEST(RankingGoal, NoOfferFromThereOnChangesAPlaceByMoreThanTheGap) {
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> uniform(0, 1);
    int taken = 0, refused = 0;
    for (int trial = 0; trial < 400; ++trial) {
        const int most = 1 + trial % 4;
        const double within = trial % 3 == 0 ? no_limit : 0.2 * static_cast<double>(1 + trial % 5);
        const double gap = trial % 2 == 0 ? 0 : 0.3 * uniform(random);
        const Entries offers = random_offers(2 + static_cast<int>(random() % 8), 0, random);
        Ranking ranking(most, within);
        for (size_t k = 0; k + 1 < offers.size(); ++k) ranking.offer(offers[k].match, offers[k].objective);
        const double goal = ranking.goal(gap);
        if (std::isinf(goal)) {
            // Whatever comes next is taken: nothing is proven.
            EXPECT_TRUE(ranking.offer(offers.back().match, 1e6));
            continue;
        }
        const Ranking before = ranking;
        const double objective = goal * (1 + 1e-9 + (trial % 5) * 0.01);
        ranking.offer(offers.back().match, objective) ? ++taken : ++refused;
        // A best that is better by the gap may put others out of the limit.
        ASSERT_LE(ranking.entries().size(), before.entries().size());
        if (gap == 0 || within == no_limit) {
            ASSERT_EQ(ranking.entries().size(), before.entries().size());
        }
        for (size_t k = 0; k < ranking.entries().size(); ++k)
            EXPECT_GE(ranking.entries()[k].objective,
                      before.entries()[k].objective * (1 - gap) - absolute_gap);
        // And one that clearly misses it makes a difference.
        Ranking other = before;
        const bool changes = other.offer(offers.back().match, 0.9 * goal);
        EXPECT_TRUE(changes);
    }
    EXPECT_GT(taken, 20);
    EXPECT_GT(refused, 20);
}

}  // namespace
}  // namespace sigmatch
