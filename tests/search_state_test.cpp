#include "solver/search_state.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include "support/random_problem.h"

namespace sigmatch {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

struct Offered {
    Match match;
    double objective;
};

/// Different matches, whose objectives are above 1.
std::vector<Offered> random_matches(int count, std::mt19937_64& random) {
    std::uniform_real_distribution<double> uniform(1, 3);
    std::set<Match> matches;
    while (static_cast<int>(matches.size()) < count) matches.insert(testing::random_permutation(7, random));
    std::vector<Offered> all;
    for (const Match& match : matches) all.push_back({match, uniform(random)});
    std::shuffle(all.begin(), all.end(), random);
    return all;
}

SolveOptions with_alternatives(int alternatives, double gap = 0.01) {
    SolveOptions options;
    options.relative_gap = gap;
    options.alternatives = alternatives;
    options.threads = 1;
    return options;
}

void expect_monotone(const std::vector<Progress>& trace) {
    for (const Progress& moment : trace) EXPECT_LE(moment.lower_bound, moment.upper_bound);
    for (size_t k = 1; k < trace.size(); ++k) {
        EXPECT_GE(trace[k].seconds, trace[k - 1].seconds);
        EXPECT_GE(trace[k].lower_bound, trace[k - 1].lower_bound);
        EXPECT_LE(trace[k].upper_bound, trace[k - 1].upper_bound);
        EXPECT_GE(trace[k].nodes, trace[k - 1].nodes);
        EXPECT_GE(trace[k].relaxations, trace[k - 1].relaxations);
    }
}

TEST(SearchState, KnowsNothingAtFirst) {
    const SolveOptions options = with_alternatives(1);
    SearchState state(options);
    EXPECT_EQ(state.upper(), endless);
    EXPECT_EQ(state.goal(), endless);
    EXPECT_TRUE(state.best().empty());
    EXPECT_TRUE(state.ranking().entries().empty());
    EXPECT_EQ(state.nodes(), 0);
    EXPECT_EQ(&state.options(), &options);
    const Solution solution = state.finish();
    EXPECT_TRUE(solution.match.empty());
    EXPECT_TRUE(solution.ranking.empty());
    EXPECT_EQ(solution.objective, endless);
    EXPECT_EQ(solution.lower_bound, 0);
    EXPECT_EQ(solution.status, Status::time_limit);
    EXPECT_EQ(solution.trace.size(), 1u);
}

TEST(SearchState, KeepsWhatTheRankingOfAllOffersKeeps) {
    std::mt19937_64 random(1);
    for (int trial = 0; trial < 60; ++trial) {
        SolveOptions options = with_alternatives(1 + trial % 4, 0.02);
        if (trial % 3 == 0) options.within = 0.4;
        SearchState state(options);
        Ranking ranking(options.alternatives, options.within);
        double least = endless;
        for (const auto& [match, objective] : random_matches(30, random)) {
            EXPECT_EQ(state.offer(match, objective), ranking.offer(match, objective));
            EXPECT_FALSE(state.offer(match, objective));
            least = std::min(least, objective);
            EXPECT_EQ(state.upper(), least);
            EXPECT_EQ(state.best(), ranking.best().match);
            const auto kept = state.ranking().entries();
            ASSERT_EQ(kept.size(), ranking.entries().size());
            for (size_t k = 0; k < kept.size(); ++k) EXPECT_EQ(kept[k].match, ranking.entries()[k].match);
            // The goal leaves a little of the gap for rounding.
            const double all_of_the_gap = ranking.goal(options.relative_gap);
            EXPECT_GE(state.goal(), all_of_the_gap);
            if (std::isfinite(all_of_the_gap)) {
                EXPECT_LE(state.goal(), all_of_the_gap * (1 + 1e-6));
            }
        }
        const Solution solution = state.finish();
        EXPECT_EQ(solution.match, ranking.best().match);
        EXPECT_EQ(solution.objective, least);
        ASSERT_EQ(solution.ranking.size(), ranking.entries().size());
        for (size_t k = 0; k < solution.ranking.size(); ++k) {
            EXPECT_EQ(solution.ranking[k].match, ranking.entries()[k].match);
            EXPECT_EQ(solution.ranking[k].objective, ranking.entries()[k].objective);
        }
    }
}

TEST(SearchState, AtNoGapTheGoalIsNextToTheBest) {
    for (const double objective : {1e-6, 1.0, 1e6}) {
        const SolveOptions options = with_alternatives(1, 0);
        SearchState state(options);
        state.offer({0, 1, 2}, objective);
        EXPECT_LT(state.goal(), objective);
        EXPECT_GT(state.goal(), objective * (1 - 1e-5));
    }
}

TEST(SearchState, TheBoundNeverFalls) {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> uniform(0, 1);
    const SolveOptions options = with_alternatives(1);
    SearchState state(options);
    state.offer({0, 1, 2}, 2);
    double most = 0;
    for (int k = 0; k < 200; ++k) {
        const double bound = uniform(random);
        most = std::max(most, bound);
        state.raise_bound(bound);
    }
    state.raise_bound(0);
    const Solution solution = state.finish();
    EXPECT_EQ(solution.lower_bound, most);
    EXPECT_EQ(solution.others_bound, most);
    expect_monotone(solution.trace);
}

TEST(SearchState, TheLowerBoundIsNeverAboveTheUpperOne) {
    const SolveOptions options = with_alternatives(2);
    SearchState state(options);
    state.offer({0, 1, 2}, 2);
    state.offer({0, 2, 1}, 3);
    state.raise_bound(2.5);  // the best is ranked, all others lie above
    Solution solution = state.finish();
    EXPECT_EQ(solution.objective, 2);
    EXPECT_EQ(solution.lower_bound, 2);
    EXPECT_EQ(solution.others_bound, 2.5);
    expect_monotone(solution.trace);
}

TEST(SearchState, TheTraceIsMonotoneAndHoldsAllNews) {
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (int trial = 0; trial < 20; ++trial) {
        SolveOptions options = with_alternatives(1 + trial % 3);
        std::vector<Progress> told;
        options.on_progress = [&](const Progress& moment) { told.push_back(moment); };
        SearchState state(options);
        size_t news = 0;
        double least = endless, most = 0;
        for (const auto& [match, objective] : random_matches(50, random)) {
            state.count_nodes(static_cast<std::int64_t>(random() % 4));
            if (random() % 2 == 0) state.count_relaxation();
            const double bound = uniform(random);  // below all objectives
            news += objective < least;
            state.offer(match, objective);
            news += bound > most;
            state.raise_bound(bound);
            least = std::min(least, objective);
            most = std::max(most, bound);
            EXPECT_EQ(told.size(), news);
            EXPECT_EQ(told.back().upper_bound, least);
            EXPECT_EQ(told.back().lower_bound, most);
        }
        const Solution solution = state.finish();
        ASSERT_EQ(solution.trace.size(), news + 1);  // and how it ended
        expect_monotone(solution.trace);
        for (size_t k = 0; k < news; ++k) {
            EXPECT_EQ(solution.trace[k].lower_bound, told[k].lower_bound);
            EXPECT_EQ(solution.trace[k].upper_bound, told[k].upper_bound);
            EXPECT_EQ(solution.trace[k].nodes, told[k].nodes);
        }
        EXPECT_EQ(solution.trace.back().lower_bound, solution.lower_bound);
        EXPECT_EQ(solution.trace.back().upper_bound, solution.objective);
        EXPECT_EQ(solution.trace.back().nodes, solution.nodes);
    }
}

TEST(SearchState, BoundsAboveTheBestAreNoNews) {
    int told = 0;
    SolveOptions options = with_alternatives(3);
    options.on_progress = [&](const Progress&) { ++told; };
    SearchState state(options);
    state.offer({0, 1, 2}, 1);
    state.raise_bound(1.5);
    EXPECT_EQ(told, 2);
    state.raise_bound(1.7);  // of the runner-up alone
    EXPECT_EQ(told, 2);
    EXPECT_EQ(state.finish().others_bound, 1.7);
}

TEST(SearchState, Counts) {
    const SolveOptions options = with_alternatives(1);
    SearchState state(options);
    state.count_nodes(3);
    state.count_nodes(4);
    state.count_relaxation();
    EXPECT_EQ(state.nodes(), 7);
    const Solution solution = state.finish();
    EXPECT_EQ(solution.nodes, 7);
    EXPECT_EQ(solution.relaxations, 1);
}

TEST(SearchState, MustStopWhenTheTimeIsUp) {
    SolveOptions hasty = with_alternatives(1), patient = hasty;
    hasty.time_limit_s = 0;
    patient.time_limit_s = 1e6;
    const SearchState soon_over(hasty), state(patient);
    while (soon_over.seconds() == 0 || state.seconds() == 0) {
    }
    EXPECT_TRUE(soon_over.must_stop());
    EXPECT_FALSE(state.must_stop());
}

TEST(SearchState, MustStopWhenAskedTo) {
    std::stop_source source;
    SolveOptions options = with_alternatives(1);
    options.stop = source.get_token();
    const SearchState state(options);
    EXPECT_FALSE(state.must_stop());
    source.request_stop();
    EXPECT_TRUE(state.must_stop());
}

TEST(SearchState, ThreadsAndMemoryAreThoseOfTheOptions) {
    SolveOptions options = with_alternatives(1);
    options.threads = 5;
    options.memory_limit_gb = 3;
    const SearchState state(options);
    EXPECT_EQ(state.threads(), 5);
    EXPECT_EQ(state.memory(), std::size_t{3} << 30);
    options.threads = 0;
    EXPECT_GE(SearchState(options).threads(), 1);
}

TEST(SearchStateStatus, IsOptimalFromTheGoalOn) {
    for (const double gap : {0.0, 1e-6, 1e-2, 0.5})
        for (const double objective : {1e-3, 1.0, 1e4})
            for (const double share : {1.0, 0.9}) {
                const SolveOptions options = with_alternatives(1, gap);
                SearchState state(options);
                state.offer({0, 1, 2}, objective);
                state.raise_bound(share * state.goal());
                EXPECT_EQ(state.finish().status, share == 1 ? Status::optimal : Status::time_limit)
                    << "gap " << gap << ", objective " << objective;
            }
}

TEST(SearchStateStatus, AnObjectiveOfZeroIsOptimalWithoutAnyBound) {
    for (const double objective : {0.0, 0.5 * absolute_gap}) {
        const SolveOptions options = with_alternatives(1, 0);
        SearchState state(options);
        state.offer({0, 1, 2}, objective);
        EXPECT_EQ(state.goal(), 0);
        EXPECT_EQ(state.finish().status, Status::optimal);
    }
}

TEST(SearchStateStatus, WithoutAProofItIsTimeLimitOrInterrupted) {
    std::stop_source source;
    SolveOptions options = with_alternatives(1);
    options.stop = source.get_token();
    for (const bool is_stopped : {false, true})
        for (const bool is_proven : {false, true}) {
            if (is_stopped) source.request_stop();
            SearchState state(options);
            state.offer({0, 1, 2}, 1);
            state.raise_bound(is_proven ? 0.995 : 0.98);
            EXPECT_EQ(state.finish().status, is_proven    ? Status::optimal
                                             : is_stopped ? Status::interrupted
                                                          : Status::time_limit);
        }
}

TEST(SearchStateStatus, WithAlternativesTheRankingMustBeProvenToo) {
    const auto status = [](double within, int offers, double others) {
        SolveOptions options = with_alternatives(3);
        options.within = within;
        SearchState state(options);
        const Offered all[] = {{{0, 1, 2}, 1.0}, {{0, 2, 1}, 1.2}, {{1, 0, 2}, 1.4}};
        for (int k = 0; k < offers; ++k) state.offer(all[k].match, all[k].objective);
        state.raise_bound(others);
        return state.finish().status;
    };
    // The best is proven, the third place is not.
    EXPECT_EQ(status(endless, 3, 1.0), Status::time_limit);
    EXPECT_EQ(status(endless, 3, 1.3), Status::time_limit);
    EXPECT_EQ(status(endless, 3, 1.39), Status::optimal);
    // There is a place left: only where no other match is left it stays free.
    EXPECT_EQ(status(endless, 2, 1e6), Status::time_limit);
    EXPECT_EQ(status(endless, 2, endless), Status::optimal);
    // Or where none is left within the limit.
    EXPECT_EQ(status(0.3, 2, 1.29), Status::time_limit);
    EXPECT_EQ(status(0.3, 2, 1.3), Status::optimal);
    EXPECT_EQ(status(0.3, 3, 1.3), Status::optimal);  // the third was refused
}

TEST(SearchState, OffersFromSeveralThreadsEndWithTheBestOfAll) {
    std::mt19937_64 random(4);
    for (int trial = 0; trial < 10; ++trial) {
        constexpr int threads = 4;
        SolveOptions options = with_alternatives(trial % 2 == 0 ? 1 : 5);
        std::atomic<int> inside = 0, overlaps = 0, told = 0;
        options.on_progress = [&](const Progress& moment) {
            if (++inside > 1) ++overlaps;
            EXPECT_LE(moment.lower_bound, moment.upper_bound);
            ++told;
            --inside;
        };
        SearchState state(options);
        const std::vector<Offered> all = random_matches(800, random);
        Ranking expected(options.alternatives);
        for (const auto& [match, objective] : all) expected.offer(match, objective);
        {
            std::vector<std::jthread> helpers;
            for (int thread = 0; thread < threads; ++thread)
                helpers.emplace_back([&, thread] {
                    // Every offer comes from two threads, in different order.
                    for (size_t k = 0; k < all.size(); ++k) {
                        const Offered& mine = all[thread % 2 == 0 ? k : all.size() - 1 - k];
                        state.offer(mine.match, mine.objective);
                        state.count_nodes(1);
                        state.count_relaxation();
                        state.raise_bound(static_cast<double>(k) / static_cast<double>(all.size()));
                    }
                });
        }
        EXPECT_EQ(overlaps, 0);  // from one thread at a time
        EXPECT_EQ(state.upper(), expected.best().objective);
        EXPECT_EQ(state.best(), expected.best().match);
        const Solution solution = state.finish();
        EXPECT_EQ(static_cast<int>(solution.trace.size()), told + 1);
        expect_monotone(solution.trace);
        EXPECT_EQ(solution.nodes, threads * 800);
        EXPECT_EQ(solution.relaxations, threads * 800);
        EXPECT_EQ(solution.others_bound, 799.0 / 800);
        ASSERT_EQ(solution.ranking.size(), expected.entries().size());
        for (size_t k = 0; k < solution.ranking.size(); ++k)
            EXPECT_EQ(solution.ranking[k].match, expected.entries()[k].match);
    }
}

}  // namespace
}  // namespace sigmatch
