#include "sigmatch/solve.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "sigmatch/errors.h"
#include "solver/objective/objective.h"
#include "support/plain_features.h"
#include "support/random_problem.h"

namespace sigmatch {
namespace {

using namespace testing;

SolveOptions exact(int threads = 1) {
    SolveOptions options;
    options.relative_gap = 0;
    options.threads = threads;
    return options;
}

TEST(Solve, EqualsBruteForceOnRandomProblems) {
    std::mt19937_64 random(31);
    for (int trial = 0; trial < 240; ++trial) {
        const int n = 5 + trial % 3;
        const bool with_orientation = trial / 3 % 2, with_mask = trial / 6 % 2;
        const Problem problem = random_problem(n, with_orientation, with_mask ? 0.4 : 0, random);
        const auto best = brute_force(problem);
        const Solution solution = solve(problem, exact(1 + trial % 2));
        ASSERT_EQ(solution.status, Status::optimal) << "trial " << trial;
        EXPECT_EQ(solution.match, best.match) << "trial " << trial;
        EXPECT_NEAR(solution.objective, best.value, 1e-9 * best.value);
        EXPECT_LE(solution.lower_bound, best.value * (1 + 1e-9));
        EXPECT_GE(solution.lower_bound, best.value * (1 - 1e-9));
        for (const Progress& moment : solution.trace) {
            EXPECT_LE(moment.lower_bound, best.value * (1 + 1e-9));
            EXPECT_GE(moment.upper_bound, best.value * (1 - 1e-9));
        }
    }
}

TEST(Solve, AtAPositiveGapTheBoundsHoldTheOptimum) {
    std::mt19937_64 random(32);
    for (int trial = 0; trial < 60; ++trial) {
        const Problem problem = random_problem(6, trial % 2, 0, random);
        const auto best = brute_force(problem);
        SolveOptions options;
        options.relative_gap = 0.1;
        const Solution solution = solve(problem, options);
        EXPECT_LE(solution.lower_bound, best.value * (1 + 1e-9));
        EXPECT_GE(solution.objective, best.value * (1 - 1e-9));
        EXPECT_LE(solution.relative_gap(), 0.1 + 1e-12);
        EXPECT_EQ(solution.status, Status::optimal);
    }
}

TEST(Solve, RefusesLimitsOfMemoryThatMakeNoSense) {
    std::mt19937_64 random(34);
    const Problem problem = random_problem(5, true, 0.2, random);
    SolveOptions options = exact(2);
    for (const double limit : {0.0, -1.0, 1e9}) {
        options.memory_limit_gb = limit;
        EXPECT_THROW(solve(problem, options), InputError);
    }
}

TEST(Solve, TraceIsMonotone) {
    std::mt19937_64 random(33);
    const Solution solution = solve(random_problem(12, true, 0.3, random), exact(2));
    ASSERT_GE(solution.trace.size(), 2u);
    for (size_t k = 1; k < solution.trace.size(); ++k) {
        EXPECT_GE(solution.trace[k].lower_bound, solution.trace[k - 1].lower_bound);
        EXPECT_LE(solution.trace[k].upper_bound, solution.trace[k - 1].upper_bound);
        EXPECT_GE(solution.trace[k].seconds, solution.trace[k - 1].seconds);
    }
    EXPECT_EQ(solution.trace.back().upper_bound, solution.objective);
    EXPECT_EQ(solution.trace.back().lower_bound, solution.lower_bound);
}

TEST(Solve, AnswerDoesNotDependOnThreadsSeedOrOrderOfKeypoints) {
    std::mt19937_64 random(34);
    for (int trial = 0; trial < 5; ++trial) {
        const Problem problem = random_problem(9, trial % 2, 0.2, random);
        const Solution reference = solve(problem, exact(1));
        for (int threads : {2, 4}) {
            SolveOptions options = exact(threads);
            options.seed = 77 + trial;
            const Solution other = solve(problem, options);
            EXPECT_EQ(other.match, reference.match);
            EXPECT_NEAR(other.objective, reference.objective, 1e-12);
        }
        const Match order_x = random_permutation(9, random), order_y = random_permutation(9, random);
        Problem shuffled = problem;
        shuffled.points_x = problem.points_x(order_x, Eigen::all);
        shuffled.points_y = problem.points_y(order_y, Eigen::all);
        choose_features(shuffled, order_x, order_y);
        shuffled.deform_x.S = problem.deform_x.S(order_x, order_x);
        shuffled.deform_y.S = problem.deform_y.S(order_y, order_y);
        shuffled.allowed = problem.allowed(order_x, order_y);
        const Solution other = solve(shuffled, exact(2));
        EXPECT_NEAR(other.objective, reference.objective, 1e-10 * reference.objective);
        for (int i = 0; i < 9; ++i) EXPECT_EQ(order_y[other.match[i]], reference.match[order_x[i]]);
    }
}

TEST(Solve, TermsSumToTheObjective) {
    std::mt19937_64 random(35);
    const Problem problem = random_problem(8, true, 0, random);
    const Solution solution = solve(problem, exact());
    EXPECT_NEAR(solution.terms.sum(), solution.objective, 1e-12);
    EXPECT_NEAR(evaluate(problem, solution.match).sum(), solution.objective, 1e-12);
}

TEST(Solve, TimeLimitAndInterruptReturnTheBestMatchSoFar) {
    std::mt19937_64 random(36);
    const Problem problem = random_problem(40, true, 0, random);  // far too hard to prove in no time
    SolveOptions options = exact(2);
    options.time_limit_s = 0;
    Solution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::time_limit);
    EXPECT_TRUE(is_allowed(problem, solution.match));
    EXPECT_NEAR(solution.objective, Objective(problem)(solution.match), 1e-12);

    std::stop_source source;
    options.time_limit_s = 3600;
    options.stop = source.get_token();
    options.on_progress = [&](const Progress&) { source.request_stop(); };
    solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::interrupted);
    EXPECT_LT(solution.lower_bound, solution.objective);
    EXPECT_TRUE(is_allowed(problem, solution.match));
}

TEST(Solve, WideningProvesOverAllPermutations) {
    std::mt19937_64 random(38);
    for (int trial = 0; trial < 20; ++trial) {
        const Problem pruned = random_problem(6, trial % 2, 0.7, random);
        Problem whole = pruned;
        whole.allowed.setConstant(true);
        const auto best = brute_force(whole);
        const Solution narrow = solve(pruned, exact()), wide = solve_widening(pruned, exact());
        EXPECT_EQ(narrow.proof_scope, ProofScope::candidates);
        EXPECT_EQ(wide.proof_scope, ProofScope::all);
        EXPECT_EQ(wide.status, Status::optimal);
        EXPECT_EQ(wide.match, best.match);
        EXPECT_NEAR(wide.lower_bound, best.value, 1e-9 * best.value);
        EXPECT_GT(wide.nodes, narrow.nodes);
        EXPECT_EQ(solve(whole, exact()).proof_scope, ProofScope::all);
    }
}

TEST(Solve, WideningKeepsTheFirstProofWhenTheSecondIsNotDone) {
    std::mt19937_64 random(39);
    Problem problem = random_problem(14, true, 0, random);
    SolveOptions options = exact();
    options.time_limit_s = 0;
    const Match only = solve(problem, options).match;  // no exchange improves it
    problem.allowed.setConstant(false);
    for (int i = 0; i < 14; ++i) problem.allowed(i, only[i]) = true;
    std::stop_source source;
    options.time_limit_s = 3600;
    options.stop = source.get_token();
    int beginnings = 0;  // both searches begin with a match and no bound
    options.on_progress = [&](const Progress& progress) {
        if (progress.lower_bound == 0 && ++beginnings == 2) source.request_stop();
    };
    const Solution solution = solve_widening(problem, options);
    EXPECT_EQ(solution.status, Status::interrupted);
    EXPECT_EQ(solution.match, only);
    EXPECT_EQ(solution.proof_scope, ProofScope::candidates);
    EXPECT_NEAR(solution.lower_bound, solution.objective, 1e-9 * solution.objective);
}

TEST(Solve, RejectsWhatCannotBeSolved) {
    std::mt19937_64 random(37);
    const Problem good = random_problem(6, true, 0, random);
    Problem bad = good;
    bad.allowed.row(2).setConstant(false);
    EXPECT_THROW(solve(bad), InputError);
    bad = good;
    bad.allowed.leftCols(2).setConstant(false);  // rows have candidates, yet no permutation exists
    bad.allowed.row(0).setConstant(true);
    EXPECT_THROW(solve(bad), InputError);
    bad = good;
    bad.points_x(1, 1) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(solve(bad), InputError);
    bad = good;
    bad.h_y.resize(5);
    EXPECT_THROW(solve(bad), InputError);
    SolveOptions options;
    options.relative_gap = 1.5;
    EXPECT_THROW(solve(good, options), InputError);
    EXPECT_THROW(evaluate(good, Match{0, 1, 2, 3, 4, 4}), InputError);
    options = {};
    options.start = {0, 1, 2, 3, 4, 4};
    EXPECT_THROW(solve(good, options), InputError);
    options.start = {0, 1, 2, 3, 4, 5};
    bad = good;
    bad.allowed(2, 2) = false;
    EXPECT_THROW(solve(bad, options), InputError);
}

TEST(Solve, ThrowsWhatACallbackThrowsOnWhateverThreads) {
    std::mt19937_64 random(77);
    const Problem problem = random_problem(10, false, 0.2, random);
    int calls = 0, good_calls = 0;
    SolveOptions options = exact(1);
    options.on_progress = [&](const Progress&) { ++calls; };
    solve(problem, options);
    const int all_calls = calls;
    ASSERT_GT(all_calls, 3);
    options.on_progress = [&](const Progress&) {
        if (calls++ == good_calls) throw std::runtime_error("enough");
    };
    for (int threads : {1, 3}) {
        options.threads = threads;
        for (int good : {0, 1, threads == 1 ? all_calls - 1 : 2}) {
            calls = 0;
            good_calls = good;
            EXPECT_THROW(solve(problem, options), std::runtime_error) << good << " of " << all_calls;
        }
    }
}

}  // namespace
}  // namespace sigmatch
