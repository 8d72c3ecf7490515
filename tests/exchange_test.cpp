#include "solver/objective/exchange.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/dense.h"
#include "support/partial_problem.h"
#include "support/random_problem.h"
#include "support/stated.h"

namespace sigmatch {
namespace {

struct Exchangeable {
    std::string what;
    Problem problem;
    Match match;
};

/// Whole and partial problems of all sorts, each with a random match.
std::vector<Exchangeable> exchangeables(std::uint64_t seed) {
    constexpr double no_price = std::numeric_limits<double>::infinity();
    std::mt19937_64 random(seed);
    std::vector<Exchangeable> all;
    const auto add_whole = [&](const std::string& what, const Problem& problem) {
        all.push_back({what, problem, testing::random_permutation(problem.size(), random)});
    };
    const auto add_partial = [&](int rows, int columns, double price, int pairs) {
        const Problem problem = testing::random_partial_problem(rows, columns, price, 0, random);
        all.push_back(
            {std::to_string(pairs) + " pairs of " + std::to_string(rows) + " and " + std::to_string(columns),
             problem, testing::random_partial_match(problem, pairs, random)});
    };
    for (const int n : {5, 6, 8}) {
        add_whole("whole", testing::random_problem(n, false, 0, random));
        add_whole("whole, oriented", testing::random_problem(n, true, 0, random));
    }
    add_whole("stiff", testing::stiff_problem(6, true, 0, random));
    Problem one_sided = testing::random_problem(7, true, 0, random);
    one_sided.deform_y.S.setZero();
    add_whole("without the bending of Y", one_sided);
    one_sided.deform_x.S.setZero();
    add_whole("orientation alone", one_sided);
    add_partial(6, 9, no_price, 6);
    add_partial(9, 6, no_price, 6);
    add_partial(8, 8, 0.1, 6);
    add_partial(8, 9, 0.02, 5);
    add_partial(7, 7, 0.1, 3);
    return all;
}

/// Rows that have a partner.
std::vector<int> matched_rows(const Match& match) {
    std::vector<int> rows;
    for (size_t i = 0; i < match.size(); ++i)
        if (match[i] != unmatched) rows.push_back(static_cast<int>(i));
    return rows;
}

/// All cycles of two and of three.
void for_each_exchange(const Match& match, const std::function<void(const Exchange&)>& visit) {
    const std::vector<int> rows = matched_rows(match);
    for (const int i : rows)
        for (const int k : rows) {
            if (k <= i) continue;
            visit({2, {i, k}});
            for (const int l : rows)
                if (l > i && l != k) visit({3, {i, k, l}});
        }
}

/// rows[0] takes the column of rows[1], and so on round.
Match exchanged(const Match& match, const Exchange& exchange) {
    Match after = match;
    for (int k = 0; k < exchange.count; ++k)
        after[exchange.rows[k]] = match[exchange.rows[(k + 1) % exchange.count]];
    return after;
}

double plain_value(const Problem& problem, const Match& match) {
    return problem.is_partial() ? testing::plain_partial_objective(problem, match)
                                : evaluate(problem, match).sum();
}

TEST(ExchangeableMatch, HasTheValueOfTheObjective) {
    for (const Exchangeable& given : exchangeables(1)) {
        const std::string& what = given.what;
        const Problem& problem = given.problem;
        const Match& match = given.match;
        SCOPED_TRACE(what);
        Objective objective(problem);
        const ExchangeableMatch current(objective, match);
        const double expected = plain_value(problem, match);
        EXPECT_NEAR(current.value(), expected, 1e-9 * expected);
        EXPECT_EQ(current.match(), match);
    }
}

TEST(ExchangeableMatch, TakesExactlyTheExchangesThatLowerTheObjective) {
    int taken = 0, refused = 0;
    for (const Exchangeable& given : exchangeables(2)) {
        const std::string& what = given.what;
        const Problem& problem = given.problem;
        const Match& match = given.match;
        SCOPED_TRACE(what);
        Objective objective(problem);
        const ExchangeableMatch start(objective, match);
        const double before = plain_value(problem, match);
        for_each_exchange(match, [&](const Exchange& exchange) {
            const Match after = exchanged(match, exchange);
            const double value = plain_value(problem, after);
            if (std::abs(value - before) < 1e-8 * before) return;  // too close to tell
            ExchangeableMatch current = start;
            EXPECT_EQ(current.try_exchange(exchange), value < before)
                << exchange.count << " rows, from " << before << " to " << value;
            EXPECT_EQ(current.match(), value < before ? after : match);
            EXPECT_NEAR(current.value(), std::min(value, before), 1e-9 * before);
            ++(value < before ? taken : refused);
        });
    }
    EXPECT_GT(taken, 200);
    EXPECT_GT(refused, 200);
}

TEST(ExchangeableMatch, StaysTrueOverManyExchanges) {
    int taken = 0;
    for (const Exchangeable& given : exchangeables(3)) {
        const std::string& what = given.what;
        const Problem& problem = given.problem;
        const Match& match = given.match;
        SCOPED_TRACE(what);
        std::mt19937_64 random(3);
        Objective objective(problem);
        ExchangeableMatch current(objective, match);
        const std::vector<int> rows = matched_rows(match);
        for (int step = 0; step < 100; ++step) {
            const Match order = testing::random_permutation(static_cast<int>(rows.size()), random);
            const Exchange exchange{2 + step % 2, {rows[order[0]], rows[order[1]], rows[order[2]]}};
            const Match expected = exchanged(current.match(), exchange);
            const double before = current.value();
            if (current.try_exchange(exchange)) {
                ++taken;
                EXPECT_EQ(current.match(), expected);
                EXPECT_LT(current.value(), before);
            } else {
                EXPECT_EQ(current.value(), before);
            }
            const double plain = plain_value(problem, current.match());
            EXPECT_NEAR(current.value(), plain, 1e-9 * plain);
        }
    }
    EXPECT_GT(taken, 60);
}

TEST(ExchangeableMatch, TheLeastChangeIsALowerBound) {
    int worth_trying = 0, hopeless = 0;
    for (const Exchangeable& given : exchangeables(4)) {
        SCOPED_TRACE(given.what);
        Objective objective(given.problem);
        ExchangeableMatch current(objective, given.match);
        const auto expect_bound = [&](const Exchange& exchange) {
            const double before = plain_value(given.problem, current.match()),
                         after = plain_value(given.problem, exchanged(current.match(), exchange)),
                         change = current.least_change(exchange);
            EXPECT_LE(change, after - before + 1e-8 * before);
            ++(change < 0 ? worth_trying : hopeless);
        };
        for_each_exchange(given.match, expect_bound);
        for_each_exchange(given.match, [&](const Exchange& exchange) { current.try_exchange(exchange); });
        for_each_exchange(current.match(), expect_bound);  // what is known follows the match
    }
    EXPECT_GT(worth_trying, 100);  // else the bound would tell nothing
    EXPECT_GT(hopeless, 100);
}

/// The objective of a shape and its affine image is zero but for rounding, and so is what exchanges see of
/// it.
TEST(ExchangeableMatch, FindsTheWayToZeroAndStaysThere) {
    std::mt19937_64 random(6);
    for (int trial = 0; trial < 10; ++trial) {
        constexpr int n = 8;
        Problem problem = testing::random_problem(n, trial % 2 == 0, 0, random);
        const Match truth = testing::random_permutation(n, random);
        problem.points_y(truth, Eigen::all) = testing::random_affine_image(problem.points_x, random);
        problem.h_y(truth) = problem.h_x;
        problem.costs.resize(0, 0);
        for (PairTerm& term : problem.pair_terms) term.y(truth, truth) = term.x;
        problem.deform_y = testing::random_deformation(problem.points_y, random);
        Objective objective(problem);
        for_each_exchange(truth, [&](const Exchange& exchange) {
            // There and back: the cycle the other way round.
            const Exchange back{
                exchange.count,
                {exchange.rows[exchange.count - 1], exchange.rows[exchange.count - 2], exchange.rows[0]}};
            ExchangeableMatch current(objective, exchanged(truth, exchange));
            const double before = current.value();
            ASSERT_EQ(exchanged(current.match(), back), truth);
            EXPECT_TRUE(current.try_exchange(back));
            EXPECT_EQ(current.match(), truth);
            EXPECT_LT(current.value(), 1e-12 * before + 1e-13);
            EXPECT_FALSE(current.try_exchange(exchange));
            EXPECT_EQ(current.match(), truth);
        });
    }
}

}  // namespace
}  // namespace sigmatch
