#include "solver/tree/tree_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include "numerics/one_blas_thread.h"
#include "solver/objective/objective.h"
#include "solver/tree/first_keypoints.h"
#include "support/dense.h"
#include "support/partial_problem.h"
#include "support/random_problem.h"
#include "support/stated.h"

namespace sigmatch {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

struct Valued {
    Match match;
    double value;
};

/// All matches, best first. Those of partial problems are evaluated by definition.
std::vector<Valued> all_matches(const Problem& problem) {
    std::vector<Valued> all;
    if (problem.is_partial()) {
        testing::for_each_partial_match(problem, [&](const Match& match) {
            all.push_back({match, testing::plain_partial_objective(problem, match)});
        });
    } else {
        Objective objective(problem);
        testing::for_each_match(problem, [&](const Match& match) {
            all.push_back({match, objective(match)});
        });
    }
    std::sort(all.begin(), all.end(), [](const Valued& p, const Valued& q) { return p.value < q.value; });
    return all;
}

/// Of every sort: with and without orientation, mask, bending of Y; stiff ones, too.
Problem varied_problem(int trial, std::mt19937_64& random) {
    const int n = 5 + trial % 3;
    const bool with_orientation = trial / 3 % 2 == 0;
    const double mask_share = trial / 6 % 2 == 0 ? 0 : 0.4;
    Problem problem = trial % 7 == 6 ? testing::stiff_problem(n, with_orientation, mask_share, random)
                                     : testing::random_problem(n, with_orientation, mask_share, random);
    if (trial % 11 == 10) problem.deform_y.S.setZero();
    return problem;
}

SolveOptions proof_to(double gap, int threads = 1) {
    SolveOptions options;
    options.relative_gap = gap;
    options.threads = threads;
    return options;
}

struct TreeOutcome {
    bool is_done;
    double goal;
    Solution solution;
};

TreeOutcome search_tree(const Problem& problem, const SolveOptions& options, const std::vector<Valued>& known,
                        const TreeLimits& limits = {}) {
    const OneBlasThread one_blas_thread;  // as in solve(): the threads of the search are enough
    SearchState state(options);
    for (const Valued& some : known) state.offer(some.match, some.value);
    const bool is_done = tree_search(problem, state, limits);
    return {is_done, state.goal(), state.finish()};
}

TEST(TreeSearch, FindsAndProvesWhatTryingEverythingFinds) {
    std::mt19937_64 random(1);
    for (int trial = 0; trial < 44; ++trial) {
        const Problem problem = varied_problem(trial, random);
        const std::vector<Valued> all = all_matches(problem);
        const testing::Best best = testing::brute_force(problem);
        const Valued some = all[random() % all.size()];
        for (const std::vector<Valued>& known :
             {std::vector<Valued>{}, {all.back()}, {some}, {all.front()}}) {
            SCOPED_TRACE(::testing::Message()
                         << "trial " << trial << ", from " << (known.empty() ? unbounded : known[0].value));
            const auto [is_done, goal, solution] = search_tree(problem, proof_to(0), known);
            EXPECT_TRUE(is_done);
            EXPECT_EQ(solution.status, Status::optimal);
            EXPECT_EQ(solution.match, best.match);
            EXPECT_NEAR(solution.objective, best.value, 1e-9 * best.value);
            EXPECT_EQ(solution.others_bound, goal);
            EXPECT_LE(solution.others_bound, best.value);
            EXPECT_GE(solution.others_bound, best.value * (1 - 1e-9));
            EXPECT_GT(solution.nodes, 0);
        }
    }
}

TEST(TreeSearch, AtAGapTheBoundHolds) {
    std::mt19937_64 random(2);
    for (int trial = 0; trial < 66; ++trial) {
        const Problem problem = varied_problem(trial, random);
        const std::vector<Valued> all = all_matches(problem);
        const auto [is_done, goal, solution] = search_tree(problem, proof_to(0.2), {all[all.size() / 2]});
        EXPECT_TRUE(is_done);
        EXPECT_EQ(solution.status, Status::optimal);
        EXPECT_GE(solution.others_bound, goal);
        EXPECT_LE(solution.lower_bound, all[0].value * (1 + 1e-9));
        EXPECT_LE(solution.relative_gap(), 0.2 + 1e-9);
    }
}

TEST(TreeSearch, FindsPartialMatchesThatTryingEverythingFinds) {
    struct Case {
        int rows, columns;
        double price, mask_share;
    };
    std::mt19937_64 random(3);
    for (const Case& c : {Case{5, 7, unbounded, 0}, Case{6, 7, unbounded, 0.4}, Case{4, 6, unbounded, 0},
                          Case{6, 6, 0.02, 0}, Case{5, 7, 0.05, 0.3}, Case{5, 6, 10, 0}, Case{5, 5, 0, 0}})
        for (int trial = 0; trial < 2; ++trial) {
            const Problem problem =
                testing::random_partial_problem(c.rows, c.columns, c.price, c.mask_share, random);
            const std::vector<Valued> all = all_matches(problem);
            for (const std::vector<Valued>& known : {std::vector<Valued>{}, {all.back()}}) {
                SCOPED_TRACE(::testing::Message() << c.rows << " x " << c.columns << ", price " << c.price);
                const auto [is_done, goal, solution] = search_tree(problem, proof_to(0), known);
                EXPECT_TRUE(is_done);
                EXPECT_NEAR(solution.objective, all[0].value, 1e-9 * all[0].value + 1e-12);
                EXPECT_NEAR(testing::plain_partial_objective(problem, solution.match), solution.objective,
                            1e-9 * all[0].value + 1e-12);
                EXPECT_TRUE(testing::is_valid(problem, solution.match));
                EXPECT_EQ(solution.others_bound, goal);
            }
        }
}

TEST(TreeSearch, WithAPriceKeypointsWithoutCandidatesStayAlone) {
    std::mt19937_64 random(4);
    for (int trial = 0; trial < 5; ++trial) {
        Problem problem = testing::random_partial_problem(6, 6, 0.01, 0.2, random);
        problem.allowed.row(2).setConstant(false);
        const std::vector<Valued> all = all_matches(problem);
        const auto [is_done, goal, solution] = search_tree(problem, proof_to(0), {});
        EXPECT_TRUE(is_done);
        ASSERT_EQ(solution.match.size(), 6u);
        EXPECT_EQ(solution.match[2], unmatched);
        EXPECT_NEAR(solution.objective, all[0].value, 1e-9 * all[0].value);
    }
}

TEST(TreeSearch, WhereNoMatchIsAllowedThereIsNone) {
    std::mt19937_64 random(5);
    Problem problem = testing::random_problem(6, true, 0.2, random);
    problem.allowed.col(3).setConstant(false);
    const auto [is_done, goal, solution] = search_tree(problem, proof_to(0), {});
    EXPECT_TRUE(is_done);
    EXPECT_TRUE(solution.match.empty());
    EXPECT_EQ(solution.others_bound, unbounded);
}

TEST(TreeSearch, TheBoundRisesInSmallSteps) {
    std::mt19937_64 random(6);
    int steps = 0;
    for (int trial = 0; trial < 12; ++trial) {
        const Problem problem = trial % 2 == 0 ? testing::random_partial_problem(5, 7, unbounded, 0, random)
                                               : testing::random_problem(7, true, 0, random);
        const std::vector<Valued> all = all_matches(problem);
        const Solution solution = search_tree(problem, proof_to(0, 1 + trial % 3), {all[3]}).solution;
        double before = 0;
        for (const Progress& moment : solution.trace) {
            EXPECT_GE(moment.lower_bound, before);
            EXPECT_LE(moment.lower_bound, all[0].value * (1 + 1e-9));
            steps += moment.lower_bound > before;
            before = moment.lower_bound;
        }
    }
    EXPECT_GE(steps, 24);
}

TEST(TreeSearch, WhenItIsStoppedTheBoundHolds) {
    std::mt19937_64 random(7);
    for (int trial = 0; trial < 12; ++trial) {
        const Problem problem = testing::random_partial_problem(5, 7, unbounded, 0, random);
        const std::vector<Valued> all = all_matches(problem);
        std::stop_source source;
        SolveOptions options = proof_to(0, 1 + trial % 3);
        options.stop = source.get_token();
        const double enough = 0.1 * (1 + trial % 9) * all[0].value;
        options.on_progress = [&](const Progress& moment) {
            if (moment.lower_bound > enough) source.request_stop();
        };
        const auto [is_done, goal, solution] = search_tree(problem, options, {all[9]});
        EXPECT_LE(solution.lower_bound, all[0].value * (1 + 1e-9));
        EXPECT_GT(solution.lower_bound, enough);
        // Stopped when nothing below the goal is open any more, the search has proven the best match.
        if (!is_done && solution.status != Status::interrupted) {
            EXPECT_EQ(solution.status, Status::optimal);
            EXPECT_NEAR(solution.objective, all[0].value, 1e-9 * all[0].value);
        }
    }
}

TEST(TreeSearch, RanksTheBestMatches) {
    std::mt19937_64 random(9);
    for (int trial = 0; trial < 24; ++trial) {
        const Problem problem = testing::random_problem(5 + trial % 3, trial % 2 == 0, 0.2, random);
        const std::vector<Valued> all = all_matches(problem);
        SolveOptions options = proof_to(0);
        options.alternatives = 4;
        const auto [is_done, goal, solution] = search_tree(problem, options, {});
        EXPECT_EQ(solution.status, Status::optimal);
        ASSERT_EQ(solution.ranking.size(), std::min<size_t>(4, all.size()));
        for (size_t k = 0; k < solution.ranking.size(); ++k)
            EXPECT_EQ(solution.ranking[k].match, all[k].match) << "trial " << trial << ", place " << k;
    }
}

TEST(TreeSearch, StopsAtMostTrialsAndProvesNothing) {
    std::mt19937_64 random(10);
    for (const int threads : {1, 2}) {
        const Problem problem = testing::random_problem(7, true, 0, random);
        const std::vector<Valued> all = all_matches(problem);
        for (const std::int64_t most : {0, 10, 100}) {
            const auto [is_done, goal, solution] =
                search_tree(problem, proof_to(0, threads), {all.back()}, {.most_trials = most});
            EXPECT_FALSE(is_done);
            EXPECT_EQ(solution.others_bound, 0);
            EXPECT_EQ(solution.status, Status::time_limit);
            EXPECT_LE(solution.objective, all.back().value);
            EXPECT_TRUE(testing::is_allowed(problem, solution.match));
        }
        EXPECT_TRUE(
            search_tree(problem, proof_to(0, threads), {all.back()}, {.most_trials = 10'000'000}).is_done);
    }
}

TEST(TreeSearch, MoreTrialsSearchMore) {
    std::mt19937_64 random(11);
    const Problem problem = testing::random_problem(7, false, 0, random);
    std::int64_t before = 0;
    for (const std::int64_t most : {10, 100, 1000}) {
        const Solution solution = search_tree(problem, proof_to(0), {}, {.most_trials = most}).solution;
        EXPECT_GT(solution.nodes, before);
        before = solution.nodes;
    }
}

TEST(TreeSearch, StopsWhenItMustAndProvesNothing) {
    std::mt19937_64 random(12);
    const Problem problem = testing::random_problem(7, true, 0, random);
    const std::vector<Valued> all = all_matches(problem);
    for (const bool is_asked : {false, true}) {
        std::stop_source source;
        SolveOptions options = proof_to(0);
        if (is_asked) {
            source.request_stop();
            options.stop = source.get_token();
        } else {
            options.time_limit_s = 0;
        }
        const auto [is_done, goal, solution] = search_tree(problem, options, {all[5]});
        EXPECT_FALSE(is_done);
        EXPECT_EQ(solution.others_bound, 0);
        EXPECT_EQ(solution.match, all[5].match);
        EXPECT_EQ(solution.status, is_asked ? Status::interrupted : Status::time_limit);
    }
}

TEST(TreeSearch, ThreadsChangeNothing) {
    std::mt19937_64 random(13);
    for (int trial = 0; trial < 12; ++trial) {
        const Problem problem = trial % 3 == 0 ? testing::random_partial_problem(6, 8, unbounded, 0.2, random)
                                               : testing::random_problem(7, trial % 2 == 0, 0.1, random);
        const Solution alone = search_tree(problem, proof_to(0, 1), {}).solution;
        for (const int threads : {2, 3, 16}) {
            const auto [is_done, goal, together] = search_tree(problem, proof_to(0, threads), {});
            EXPECT_TRUE(is_done);
            EXPECT_EQ(together.match, alone.match);
            EXPECT_EQ(together.objective, alone.objective);
            EXPECT_EQ(together.others_bound, alone.others_bound);
        }
    }
}

TEST(TreeSearch, ALittleMemoryIsEnough) {
    std::mt19937_64 random(14);
    for (int trial = 0; trial < 6; ++trial) {
        const Problem problem = testing::random_problem(7, trial % 2 == 0, 0, random);
        SolveOptions options = proof_to(0);
        options.memory_limit_gb = 1e-9;  // nothing is kept from node to node
        const auto [is_done, goal, solution] = search_tree(problem, options, {});
        EXPECT_TRUE(is_done);
        EXPECT_EQ(solution.match, testing::brute_force(problem).match);
    }
}

/// How stiff some keypoints of X are, from the Schur complement.
double plain_stiffness(const Problem& problem, const std::vector<int>& rows) {
    const Deformation& whole = problem.deform_x;
    const Eigen::MatrixXd S = static_cast<int>(rows.size()) < problem.size()
                                  ? testing::schur_complement(whole.S, rows)
                                  : Eigen::MatrixXd(whole.S(rows, rows));
    const Phi phi({S, whole.a, whole.b});
    return phi(Eigen::ArrayXd::Ones(phi.rank())).phi;
}

/// Whether putting in another keypoint makes them stiffer.
bool can_be_stiffer(const Problem& problem, const std::vector<int>& rows) {
    const double value = plain_stiffness(problem, rows);
    for (size_t k = 0; k < rows.size(); ++k)
        for (int i = 0; i < problem.size(); ++i) {
            std::vector<int> other = rows;
            other[k] = i;
            if (std::find(rows.begin(), rows.end(), i) == rows.end() &&
                plain_stiffness(problem, other) > value * (1 + 1e-6))
                return true;
        }
    return false;
}

void expect_some_of(int count, const Problem& problem) {
    const std::vector<int> first = first_keypoints(problem);
    EXPECT_EQ(static_cast<int>(first.size()), count);
    EXPECT_EQ(std::set<int>(first.begin(), first.end()).size(), first.size()) << "all different";
    for (const int i : first) {
        EXPECT_GE(i, 0);
        EXPECT_LT(i, problem.size());
    }
}

TEST(FirstKeypoints, AreAsManyAsCanGoAnywhere) {
    std::mt19937_64 random(15);
    for (const int n : {5, 6, 9, 14}) {
        expect_some_of(4, testing::random_problem(n, false, 0, random));  // affine maps are free
        expect_some_of(1, testing::stiff_problem(n, false, 0, random));   // shifts are
        Problem mixed = testing::random_problem(n, false, 0, random);
        mixed.deform_y = testing::stiff_problem(n, false, 0, random).deform_y;
        expect_some_of(1, mixed);  // on both sides
        Problem one_sided = testing::random_problem(n, false, 0, random);
        one_sided.deform_y.S.setZero();
        expect_some_of(4, one_sided);
        one_sided.deform_x.S.setZero();
        expect_some_of(n, one_sided);
    }
    expect_some_of(4, testing::random_partial_problem(6, 9, unbounded, 0, random));
    Problem small = testing::random_partial_problem(4, 6, unbounded, 0, random);
    small.deform_x.S.setZero();  // all four are free, whatever rounding says
    expect_some_of(4, small);
}

TEST(FirstKeypoints, WithOneMoreNoOthersAreStifferThatDifferInOne) {
    std::mt19937_64 random(16);
    for (int trial = 0; trial < 20; ++trial) {
        const Problem problem = testing::random_problem(6 + trial % 4, false, 0, random);
        const std::vector<int> first = first_keypoints(problem);
        bool is_stiffest = false;
        for (int i = 0; i < problem.size() && !is_stiffest; ++i) {
            if (std::find(first.begin(), first.end(), i) != first.end()) continue;
            std::vector<int> with_one_more = first;
            with_one_more.push_back(i);
            is_stiffest = !can_be_stiffer(problem, with_one_more);
        }
        EXPECT_TRUE(is_stiffest) << "trial " << trial;
    }
}

}  // namespace
}  // namespace sigmatch
