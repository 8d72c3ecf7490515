#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "sigmatch/errors.h"
#include "sigmatch/match.h"
#include "sigmatch/solve.h"
#include "sigmatch/synth.h"
#include "sigmatch/verify.h"
#include "solver/lifted/lifted_search.h"
#include "support/random_problem.h"

namespace sigmatch {
namespace {

/// All allowed matches, best first.
std::vector<RankedMatch> all_ranked(const Problem& problem) {
    std::vector<RankedMatch> all;
    testing::for_each_match(problem, [&](const Match& match) {
        all.push_back({match, evaluate(problem, match).sum(), false, {}});
    });
    std::sort(all.begin(), all.end(),
              [](const RankedMatch& p, const RankedMatch& q) { return p.objective < q.objective; });
    return all;
}

void expect_ranked(const std::vector<RankedMatch>& found, const std::vector<RankedMatch>& truth) {
    ASSERT_EQ(found.size(), truth.size());
    for (size_t k = 0; k < found.size(); ++k) {
        EXPECT_NEAR(found[k].objective, truth[k].objective, 1e-9 * truth[k].objective) << k;
        EXPECT_EQ(found[k].match, truth[k].match) << k;  // random problems have no ties
    }
}

TEST(Alternatives, EqualBruteForce) {
    std::mt19937_64 random(5);
    for (int trial = 0; trial < 100; ++trial) {
        const int n = 5 + trial % 3;
        const Problem problem = testing::random_problem(n, trial % 4 < 2, trial % 2 == 0 ? 0 : 0.3, random);
        std::vector<RankedMatch> truth = all_ranked(problem);
        SolveOptions options;
        options.relative_gap = 0;
        options.alternatives = 1 + static_cast<int>(random() % 12);
        options.threads = 1 + trial % 2;
        const Solution solution = solve(problem, options);
        SCOPED_TRACE(::testing::Message() << "trial " << trial << ", n " << n << ", " << truth.size()
                                          << " matches, " << options.alternatives << " wanted");
        EXPECT_EQ(solution.status, Status::optimal);
        const bool all = truth.size() <= static_cast<size_t>(options.alternatives);
        const double next = all ? truth.back().objective : truth[options.alternatives].objective;
        if (!all) {
            truth.resize(options.alternatives);
            EXPECT_LE(solution.others_bound, next * (1 + 1e-9));
            EXPECT_GE(solution.others_bound, truth.back().objective * (1 - 1e-9));
        }
        expect_ranked(solution.ranking, truth);
        for (const RankedMatch& ranked : solution.ranking)
            EXPECT_NEAR(ranked.terms.sum(), ranked.objective, 1e-9 * ranked.objective);
        EXPECT_EQ(solution.ranking[0].terms.rec_x, solution.terms.rec_x);
    }
}

TEST(Alternatives, AreAllThatLieWithinALimit) {
    std::mt19937_64 random(6);
    for (int trial = 0; trial < 30; ++trial) {
        const Problem problem = testing::random_problem(5 + trial % 3, trial % 2 == 0, 0, random);
        std::vector<RankedMatch> truth = all_ranked(problem);
        SolveOptions options;
        options.alternatives = 100;
        options.within = 0.1 * static_cast<double>(1 + trial % 5);
        const double limit = (1 + options.within) * truth.front().objective;
        std::erase_if(truth, [&](const RankedMatch& match) { return match.objective > limit; });
        if (truth.size() > 100) truth.resize(100);
        const Solution solution = solve(problem, options);
        EXPECT_EQ(solution.status, Status::optimal);
        expect_ranked(solution.ranking, truth);
    }
}

TEST(Alternatives, TellTheMarginOfTheBest) {
    std::mt19937_64 random(7);
    for (int trial = 0; trial < 20; ++trial) {
        const Problem problem = testing::random_problem(6, false, 0, random);
        const std::vector<RankedMatch> truth = all_ranked(problem);
        SolveOptions options;
        options.alternatives = 2;
        const Solution solution = solve(problem, options);
        const double margin = truth[1].objective / truth[0].objective - 1;
        EXPECT_LE(solution.margin(), margin * (1 + 1e-9) + 1e-12);
        EXPECT_GE(solution.margin(), margin - 0.01 * truth[1].objective / truth[0].objective - 1e-12);
    }
}

TEST(Alternatives, EqualBruteForceWhereRelaxationsDoTheWork) {
    std::mt19937_64 random(9);
    std::int64_t relaxations = 0;
    for (int trial = 0; trial < 10; ++trial) {
        const Problem problem = testing::random_problem(6, trial % 2 == 0, 0, random);
        std::vector<RankedMatch> truth = all_ranked(problem);
        SolveOptions options;
        options.alternatives = 3;
        options.relative_gap = 1e-10;
        options.choices = 10;
        SearchState state(options);
        for (size_t k = 0; k < 5; ++k) {
            const RankedMatch& some = truth[random() % truth.size()];
            state.offer(some.match, some.objective);
        }
        lifted_search(problem, state);
        const Solution solution = state.finish();
        EXPECT_EQ(solution.status, Status::optimal);
        relaxations += solution.relaxations;
        truth.resize(3);
        expect_ranked(solution.ranking, truth);
    }
    EXPECT_GT(relaxations, 100);
}

TEST(Alternatives, HoldTheLeftRightFlipWithoutOrientation) {
    for (const std::string kind : {"quadruped", "biped"}) {
        SCOPED_TRACE(kind);
        CreatureOptions x, y;
        x.kind = y.kind = kind;
        x.vertices = y.vertices = 1000;
        y.pose = "walk";
        const CreaturePair pair = make_creature_pair("pair", x, y, 3);
        MatchOptions options;
        options.lambda_ori = options.lambda_pair_ori = 0;
        options.alternatives = 2;
        options.candidates = 5;  // for speed
        const MatchResult result = match({pair.x.shape, pair.kx}, {pair.y.shape, pair.ky}, options);
        EXPECT_EQ(result.status, Status::optimal);
        ASSERT_EQ(result.ranking.size(), 2u);
        // The rest pose is symmetric: the truth and its flip are equally good, either may come first.
        Match flip;
        for (int i : pair.symmetric) flip.push_back(pair.truth[i]);
        const bool truth_first = result.match == pair.truth;
        EXPECT_EQ(result.match, truth_first ? pair.truth : flip);
        EXPECT_EQ(result.ranking[1].match, truth_first ? flip : pair.truth);
        EXPECT_TRUE(result.ranking[1].mirrored);
        EXPECT_FALSE(result.ranking[0].mirrored);
        EXPECT_NEAR(result.margin(), 0, 1e-6);

        options.lambda_ori = 0.025;  // now left is left, and the best stands alone
        const MatchResult oriented = match({pair.x.shape, pair.kx}, {pair.y.shape, pair.ky}, options);
        EXPECT_EQ(oriented.match, pair.truth);
        EXPECT_GT(oriented.margin(), 0.005);
    }
}

TEST(Alternatives, AreRefusedWhereThereIsNoProof) {
    std::mt19937_64 random(10);
    Problem problem = testing::random_problem(6, false, 0, random);
    SolveOptions options;
    options.alternatives = 0;
    EXPECT_THROW(solve(problem, options), InputError);
    options.alternatives = 2;
    options.within = -1;
    EXPECT_THROW(solve(problem, options), InputError);
    options.within = 1;
    problem.unmatched_cost = 1;
    EXPECT_THROW(solve(problem, options), InputError);
}

TEST(Alternatives, AreCertified) {
    std::mt19937_64 random(8);
    for (int trial = 0; trial < 10; ++trial) {
        const Problem problem = testing::random_problem(6, trial % 2 == 0, 0, random);
        SolveOptions options;
        options.alternatives = 4;
        options.certify = true;
        const Solution solution = solve(problem, options);
        ASSERT_TRUE(solution.certificate);
        const Verdict verdict = check_proof(*solution.certificate);
        EXPECT_NEAR(verdict.lower_bound, solution.others_bound, 1e-7 * solution.others_bound);
        EXPECT_NEAR(verdict.runner_up, solution.ranking[1].objective, 1e-9 * solution.objective);
    }
}

}  // namespace
}  // namespace sigmatch
