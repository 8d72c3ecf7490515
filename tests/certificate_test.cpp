#include "sigmatch/certificate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "sigmatch/solve.h"
#include "sigmatch/verify.h"
#include "support/random_problem.h"
#include "support/stated.h"

namespace sigmatch {
namespace {

using namespace testing;

/// The kinds of parts that a proof has.
void count_ends(const ProofNode& node, std::map<ProofNode::End, int>& ends) {
    ++ends[node.end];
    for (const ProofNode& child : node.children) count_ends(child, ends);
}

/// A proof passes and proves what solve() says, which is true of the problem.
void expect_proven(const Problem& problem, const Solution& solution) {
    ASSERT_TRUE(solution.certificate);
    const Certificate& certificate = *solution.certificate;
    const Verdict verdict = check_proof(certificate);
    EXPECT_EQ(certificate.matches, std::vector<Match>{solution.match});
    EXPECT_NEAR(verdict.lower_bound, solution.lower_bound, 1.1e-8 * solution.lower_bound);
    EXPECT_NEAR(verdict.objective, solution.objective, 1e-9 * solution.objective + 1e-12);
    if (solution.objective > 1e-9) {
        EXPECT_NEAR(verdict.gap(), solution.relative_gap(), 1e-7);
    }
    const Best best = brute_force(problem);
    EXPECT_LE(verdict.lower_bound, best.value * (1 + 1e-9) + 1e-12);
    EXPECT_GE(verdict.objective, best.value * (1 - 1e-9));
    EXPECT_TRUE(is_true(certificate));
}

TEST(CertificateThreads, ProveWhatSolveReports) {
    std::map<ProofNode::End, int> ends;
    size_t evidence = 0;
    for (unsigned seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937_64 random(seed);
        const int n = 3 + static_cast<int>(seed % 5);
        const double masked = seed % 2 == 0 ? 0 : 0.3;
        Problem problem = seed % 4 == 0 && n > 4 ? random_problem(n, seed % 3 == 0, masked, random)
                                                 : stiff_problem(n, seed % 3 == 0, masked, random);
        if (seed % 7 == 0) problem.deform_y.S.setZero();  // one-sided
        SolveOptions options;
        options.certify = true;
        options.choices = 10;  // relaxations are to do the work
        options.relative_gap = seed % 5 < 2 ? 0 : 1e-2;
        options.threads = 1 + static_cast<int>(seed / 2 % 2);
        const Solution solution = solve(problem, options);
        EXPECT_EQ(solution.status, Status::optimal);
        expect_proven(problem, solution);
        count_ends(solution.certificate->root, ends);
        evidence += solution.certificate->evidence.size();
    }
    // All kinds of parts were met.
    for (const auto end :
         {ProofNode::End::leaf, ProofNode::End::row, ProofNode::End::share_x, ProofNode::End::share_y})
        EXPECT_GT(ends[end], 0) << static_cast<int>(end);
    EXPECT_GT(evidence, 100u);
}

TEST(CertificateThreads, ProveALargerGapWhenTheSearchIsStopped) {
    int unfinished = 0, positive = 0;
    for (unsigned seed = 0; seed < 30; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937_64 random(500 + seed);
        const Problem problem = stiff_problem(7, seed % 2 == 0, 0, random);
        std::stop_source stop;
        SolveOptions options;
        options.certify = true;
        options.choices = 10;  // relaxations are to do the work
        options.relative_gap = 0;
        options.threads = 1 + static_cast<int>(seed % 2);
        options.stop = stop.get_token();
        if (seed % 5 == 0) options.time_limit_s = 0;
        int bounds = 0;
        options.on_progress = [&](const Progress& progress) {
            if (progress.lower_bound > 0 && ++bounds > static_cast<int>(seed) / 5) stop.request_stop();
        };
        const Solution solution = solve(problem, options);
        expect_proven(problem, solution);
        unfinished += solution.status != Status::optimal;
        positive += solution.status != Status::optimal && solution.lower_bound > 0;
    }
    EXPECT_GT(unfinished, 10);
    EXPECT_GT(positive, 3);
}

TEST(Certificate, IsRefusedForPartialAndForHugeProblems) {
    std::mt19937_64 random(1);
    SolveOptions options;
    options.certify = true;
    options.choices = 10;  // relaxations are to do the work
    Problem partial = random_problem(5, false, 0, random);
    partial.unmatched_cost = 1;
    EXPECT_THROW(solve(partial, options), std::exception);
    EXPECT_THROW(solve(random_problem(40, false, 0, random), options), std::exception);
}

}  // namespace
}  // namespace sigmatch
