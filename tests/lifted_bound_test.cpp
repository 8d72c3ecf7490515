#include "solver/lifted_bound.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "sigmatch/solve.h"
#include "solver/certified_bound.h"
#include "solver/lifted_sdp.h"
#include "solver/lifted_search.h"
#include "solver/lifted_space.h"
#include "solver/norm_polyhedron.h"
#include "support/dense.h"

namespace sigmatch {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Sampled {
    Problem problem;
    std::vector<Match> matches;  // all that are allowed
    Match best;
    double optimum = std::numeric_limits<double>::infinity();
};

MatrixXd random_bending(int n, std::mt19937& random) {
    std::normal_distribution<double> normal;
    const MatrixXd B = MatrixXd::NullaryExpr(n, n, [&] { return normal(random); });
    const VectorXd d = VectorXd::NullaryExpr(n, [&] { return std::exp(3 * normal(random)); });
    const MatrixXd centred = MatrixXd::Identity(n, n) - MatrixXd::Constant(n, n, 1.0 / n);
    const MatrixXd C = testing::times(centred, B);
    return testing::times(C * d.asDiagonal(), C.transpose());
}

Sampled sample(int n, bool masked, bool oriented, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    Sampled s;
    Problem& p = s.problem;
    p.points_x = MatrixXd::NullaryExpr(n, 3, [&] { return normal(random); });
    p.points_y = MatrixXd::NullaryExpr(n, 3, [&] { return normal(random); });
    p.deform_x = {random_bending(n, random), std::exp(normal(random)), std::exp(normal(random))};
    p.deform_y = {random_bending(n, random), std::exp(normal(random)), std::exp(normal(random))};
    p.h_x = VectorXd::NullaryExpr(n, [&] { return normal(random); });
    p.h_y = VectorXd::NullaryExpr(n, [&] { return normal(random); });
    p.ori_weight = oriented ? 0.5 : 0;
    p.allowed = Mask::Constant(n, n, true);
    Match match(n);
    std::iota(match.begin(), match.end(), 0);
    if (masked)
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) p.allowed(i, j) = i == j || random() % 5 > 1;
    do {
        bool allowed = true;
        for (int i = 0; i < n; ++i) allowed = allowed && p.allowed(i, match[i]);
        if (!allowed) continue;
        s.matches.push_back(match);
        const double objective = evaluate(p, match).sum();
        if (objective < s.optimum) s.optimum = objective, s.best = match;
    } while (std::next_permutation(match.begin(), match.end()));
    return s;
}

TEST(LiftedBound, NeverExceedsTheOptimum) {
    for (unsigned seed = 0; seed < 40; ++seed) {
        const Sampled s = sample(3 + seed % 4, seed % 2 == 0, seed % 3 == 0, seed);
        LiftedBoundOptions options;
        options.threads = 1 + seed % 2;
        double last = 0;
        options.on_bound = [&](double lower) {
            EXPECT_GE(lower, last);
            last = lower;
        };
        const auto result = lifted_bound(s.problem, s.matches[seed % s.matches.size()], options);
        EXPECT_LE(result.lower_bound, s.optimum * (1 + 1e-9));
        EXPECT_GE(result.best_objective, s.optimum * (1 - 1e-9));
        // What it closes holds no match below the target.
        const double target = (1 - options.relative_gap) * result.best_objective;
        if (s.optimum < target * (1 - 1e-9)) {
            for (int i = 0; i < s.problem.size(); ++i) EXPECT_TRUE(result.open(i, s.best[i]));
        }
    }
}

TEST(LiftedSearch, ProvesTheOptimum) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Sampled s = sample(4 + seed % 3, seed % 2 == 0, seed % 3 == 0, 200 + seed);
        const auto result = lifted_search(s.problem, s.matches[seed % s.matches.size()]);
        EXPECT_LE(result.lower_bound, s.optimum * (1 + 1e-9));
        if (result.proven) {
            EXPECT_LE(result.best_objective * 0.99, s.optimum * (1 + 1e-9));
        }
    }
}

TEST(CertifiedBound, HoldsForAnyDual) {
    for (unsigned seed = 0; seed < 30; ++seed) {
        const Sampled s = sample(4 + seed % 3, seed % 2 == 0, seed % 3 == 0, 100 + seed);
        std::mt19937 random(seed);
        std::normal_distribution<double> normal;
        const int n = s.problem.size();
        const NormSum norms(s.problem);
        const auto space = std::make_shared<LiftedSpace>(s.problem.allowed);
        VectorXd w = VectorXd::NullaryExpr(norms.terms(), [&] { return std::exp(normal(random)); });
        w /= w.sum();
        const double scale = 1 / (s.optimum * s.optimum);
        const MatrixXd cost = norms.lifted_cost(*space, w, scale);
        LiftedSdp sdp(space);
        sdp.start_from(s.best);
        sdp.set_cost(cost);
        for (unsigned k = 0; k <= seed; ++k) sdp.step();
        Eigen::MatrixXf dual = sdp.dual();
        if (seed % 3 == 1)
            dual =
                dual.unaryExpr([&](float z) { return z + 0.1f * static_cast<float>(normal(random)); }).eval();
        double least = std::numeric_limits<double>::infinity();
        MatrixXd least_with = MatrixXd::Constant(n, n, least);
        for (const Match& match : s.matches) {
            const double value = scale * norms.value(match, w);
            EXPECT_GE(value, scale * std::pow(evaluate(s.problem, match).sum(), 2) * (1 - 1e-9));
            least = std::min(least, value);
            for (int i = 0; i < n; ++i) least_with(i, match[i]) = std::min(least_with(i, match[i]), value);
        }
        for (int rounds : {1, 3}) {
            const auto bound = certified_bound(*space, cost, dual, sdp.dual_shift(), rounds);
            EXPECT_LE(bound.value, least * (1 + 1e-9));
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j)
                    if (least_with(i, j) < 1e300) {
                        EXPECT_LE(bound.forced(i, j), least_with(i, j) * (1 + 1e-9));
                    }
        }
    }
}

TEST(NormPolyhedron, TwoTangentsMeetWhereGeometrySays) {
    // sqrt(m1) + sqrt(m2) >= 1 from its tangents at w and v: they meet at m_k = w_k v_k.
    NormPolyhedron polyhedron(2);
    polyhedron.add_cut(Eigen::Vector2d(1 / 0.3, 1 / 0.7), 1);
    polyhedron.add_cut(Eigen::Vector2d(1 / 0.6, 1 / 0.4), 1);
    const auto vertices = polyhedron.vertices_below(10);
    ASSERT_EQ(vertices.size(), 3u);
    const bool found = std::any_of(vertices.begin(), vertices.end(), [](const auto& vertex) {
        return (vertex.m - Eigen::Vector2d(0.18, 0.28)).norm() < 1e-12;
    });
    EXPECT_TRUE(found);
    EXPECT_NEAR(polyhedron.least_value(), std::sqrt(0.6), 1e-12);
}

}  // namespace
}  // namespace sigmatch
