#include "solver/lifted/lifted_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "sigmatch/solve.h"
#include "solver/lifted/certified_bound.h"
#include "solver/lifted/lifted_node.h"
#include "solver/lifted/lifted_sdp.h"
#include "solver/lifted/lifted_space.h"
#include "solver/lifted/norm_polyhedron.h"
#include "solver/lifted/norm_sum.h"
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
    if (oriented && seed % 2 == 0) {
        p.costs = MatrixXd::NullaryExpr(n, n, [&] { return 0.1 * std::pow(normal(random), 2); });
        const auto matrix = [&] {
            return MatrixXd(MatrixXd::NullaryExpr(n, n, [&] { return normal(random); }));
        };
        p.pair_terms = {{matrix(), matrix(), 0.3, 1.5}, {matrix(), matrix(), 0.2, 10}};
    }
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

/// What the lifted search makes of a problem of which one match is known.
Solution search_from(const Sampled& s, const Match& match, const SolveOptions& options) {
    SearchState state(options);
    state.offer(match, evaluate(s.problem, match).sum());
    lifted_search(s.problem, state);
    return state.finish();
}

SolveOptions few_choices() {
    SolveOptions options;
    options.choices = 10;  // relaxations are to do the work
    options.threads = 1;
    return options;
}

/// The norms phi_x, phi_y and ori of a match, and the shares of the first two.
struct Seen {
    VectorXd norms;
    double share_x, share_y;
};

Seen seen(const Problem& problem, const Match& match) {
    const Terms terms = evaluate(problem, match);
    Seen s{VectorXd(problem.ori_weight > 0 ? 3 : 2), 0, 0};
    s.norms[0] = terms.rec_x + terms.def_x;
    s.norms[1] = terms.rec_y + terms.def_y;
    if (s.norms.size() > 2) s.norms[2] = terms.features();
    s.share_x = terms.rec_x / s.norms[0];
    s.share_y = terms.rec_y / s.norms[1];
    return s;
}

bool contains(const ShareBox::Interval& interval, double share) {
    return share >= interval.least - 1e-12 && share <= interval.largest + 1e-12;
}

VectorXd random_weights(int count, std::mt19937& random) {
    std::normal_distribution<double> normal;
    const VectorXd w = VectorXd::NullaryExpr(count, [&] { return std::exp(normal(random)); });
    return w / w.sum();
}

ShareBox::Interval random_interval(std::mt19937& random) {
    std::uniform_real_distribution<double> uniform(0.01, 0.99);
    const double a = uniform(random), b = random() % 3 == 0 ? a : uniform(random);
    return {std::min(a, b), std::max(a, b)};
}

TEST(NormSum, CutsHoldForEveryMatchWhateverItsShares) {
    for (unsigned seed = 0; seed < 30; ++seed) {
        const Sampled s = sample(4 + seed % 3, false, seed % 2 == 0, 300 + seed);
        const NormSum sum(s.problem);
        std::mt19937 random(seed);
        const VectorXd w = random_weights(sum.norms(), random);
        const ShareBox made_for{random_interval(random), random_interval(random)};
        const VectorXd coefficients = sum.coefficients(w, made_for);
        for (const Match& match : s.matches) {
            const Seen m = seen(s.problem, match);
            const ShareBox::Interval at_x{m.share_x, m.share_x}, at_y{m.share_y, m.share_y};
            VectorXd a = w.cwiseInverse();
            a[0] *= excess(made_for.x, at_x);
            a[1] *= excess(made_for.y, at_y);
            const double quadratic = coefficients.dot(sum.squares(match));
            EXPECT_GE(m.norms.cwiseAbs2().dot(a), quadratic * (1 - 1e-9));
            // At its own weights and shares the quadratic is the square of the objective.
            const double objective = m.norms.sum();
            const VectorXd own = sum.coefficients(m.norms / objective, {at_x, at_y});
            EXPECT_NEAR(own.dot(sum.squares(match)), objective * objective, 1e-6 * objective * objective);
        }
    }
}

TEST(NormSum, ExcessIsThatOfTheFarthestShare) {
    const ShareBox::Interval from{0.3, 0.5};
    EXPECT_EQ(excess(from, {0.35, 0.5}), 1);
    EXPECT_NEAR(excess(from, {0.1, 0.4}), 1 + 0.04 / 0.21, 1e-12);
    EXPECT_NEAR(excess(from, {0.2, 0.9}), 1 + 0.16 / 0.25, 1e-12);
}

TEST(NormSum, LiftedCostIsTheQuadratic) {
    for (unsigned seed = 0; seed < 6; ++seed) {
        const Sampled s = sample(5, true, seed % 2 == 0, 400 + seed);
        const NormSum sum(s.problem);
        const LiftedSpace space(s.problem.allowed);
        std::mt19937 random(seed);
        const VectorXd coefficients = sum.coefficients(random_weights(sum.norms(), random),
                                                       {random_interval(random), random_interval(random)});
        const MatrixXd L = sum.lifted_cost(space, coefficients, 0.7);
        for (const Match& match : s.matches) {
            VectorXd y = VectorXd::Zero(space.size());
            y[0] = 1;
            for (int i = 0; i < 5; ++i) y[space.index(i, match[i])] = 1;
            const double expected = 0.7 * coefficients.dot(sum.squares(match));
            const VectorXd Ly = testing::times(L, y);
            EXPECT_NEAR(y.dot(Ly), expected, 1e-9 * expected);
        }
    }
}

TEST(LiftedSearch, ProvesProblemsOfOneSide) {
    for (unsigned seed = 0; seed < 6; ++seed) {
        Sampled s = sample(6, false, seed % 2 == 0, 700 + seed);
        (seed % 3 == 0 ? s.problem.deform_x : s.problem.deform_y).S.setZero();
        s.optimum = std::numeric_limits<double>::infinity();
        for (const Match& match : s.matches) {
            const double objective = evaluate(s.problem, match).sum();
            if (objective < s.optimum) s.optimum = objective, s.best = match;
        }
        const Solution result = search_from(s, s.best, few_choices());
        EXPECT_EQ(result.status, Status::optimal) << seed;
        EXPECT_LE(result.lower_bound, s.optimum * (1 + 1e-9));
        EXPECT_GE(result.lower_bound, 0.99 * s.optimum * (1 - 1e-9));
    }
}

TEST(LiftedNode, PartsCoverAllMatchesBelowTheTarget) {
    constexpr double target = 1.5;  // times the optimum
    bool split_x = false, split_y = false, split_row = false;
    for (unsigned seed = 0; seed < 12; ++seed) {
        const Sampled s = sample(5, true, seed % 2 == 0, 500 + seed);
        const NormSum sum(s.problem);
        const LiftedSpace space(s.problem.allowed);
        const std::list<KnownMatch> pool{{s.best, target, sum.squares(s.best) / (s.optimum * s.optimum)}};
        std::vector<LiftedNode> parts{LiftedNode(sum, s.problem.allowed)};
        for (int round = 0; round < 4; ++round) {
            std::vector<LiftedNode> finer;
            for (LiftedNode& part : parts) {
                if (part.open().count() <= 5) {  // one match cannot be split
                    finer.push_back(part);
                    continue;
                }
                // A true but not the best bound of one relaxation, so that there is a vertex to split at.
                const auto task = part.next_task(target, pool, seen(s.problem, s.best).norms);
                ASSERT_TRUE(task);
                const VectorXd coefficients = sum.coefficients(task->w, task->box) / (s.optimum * s.optimum);
                double bound = std::numeric_limits<double>::infinity();
                for (const Match& match : s.matches)
                    bound = std::min(bound, 0.97 * coefficients.dot(sum.squares(match)));
                part.finish(*task, bound);
                part.add(*task, space, {bound, MatrixXd::Constant(5, 5, bound)}, target);
                for (const LiftedNode& child : part.split(target, pool)) finer.push_back(child);
            }
            parts = finer;
            for (const Match& match : s.matches) {
                const Seen m = seen(s.problem, match);
                if (m.norms.sum() >= target * s.optimum) continue;
                const bool covered = std::any_of(parts.begin(), parts.end(), [&](const LiftedNode& part) {
                    bool open = contains(part.box().x, m.share_x) && contains(part.box().y, m.share_y);
                    for (int i = 0; i < 5; ++i) open = open && part.open()(i, match[i]);
                    return open;
                });
                EXPECT_TRUE(covered);
            }
        }
        for (const LiftedNode& part : parts) {
            split_x = split_x || part.box().x.least > 0;
            split_y = split_y || part.box().y.least > 0;
            split_row = split_row || part.open().count() < s.problem.allowed.count();
        }
    }
    EXPECT_TRUE(split_x && split_y && split_row);  // all kinds of parts were met
}

TEST(LiftedSearch, NeverExceedsTheOptimum) {
    for (unsigned seed = 0; seed < 40; ++seed) {
        const Sampled s = sample(3 + seed % 4, seed % 2 == 0, seed % 3 == 0, seed);
        SolveOptions options = few_choices();
        options.threads = 1 + static_cast<int>(seed % 2);
        std::stop_source source;
        options.stop = source.get_token();
        unsigned news = 0;  // ends the search sooner or later
        double last = 0;
        options.on_progress = [&](const Progress& progress) {
            EXPECT_GE(progress.lower_bound, last);
            EXPECT_LE(progress.lower_bound, s.optimum * (1 + 1e-9));
            last = progress.lower_bound;
            if (++news > seed % 8) source.request_stop();
        };
        const Solution result = search_from(s, s.matches[seed % s.matches.size()], options);
        EXPECT_LE(result.lower_bound, s.optimum * (1 + 1e-9));
        EXPECT_GE(result.objective, s.optimum * (1 - 1e-9));
    }
}

TEST(LiftedSearch, ProvesTheOptimumAlsoWhenMemoryIsShort) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Sampled s = sample(4 + seed % 3, seed % 2 == 0, seed % 3 == 0, 200 + seed);
        SolveOptions options = few_choices();
        if (seed % 2 == 0) options.memory_limit_gb = 1e-9;  // crowded from the first part on
        const Solution result = search_from(s, s.matches[seed % s.matches.size()], options);
        EXPECT_EQ(result.status, Status::optimal) << seed;
        EXPECT_LE(result.lower_bound, s.optimum * (1 + 1e-9));
        EXPECT_LE(result.objective * 0.99, s.optimum * (1 + 1e-9));
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
        const VectorXd coefficients = norms.coefficients(random_weights(norms.norms(), random),
                                                         {random_interval(random), random_interval(random)});
        const double scale = 1 / (s.optimum * s.optimum);
        const MatrixXd cost = norms.lifted_cost(*space, coefficients, scale);
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
            const double value = scale * coefficients.dot(norms.squares(match));
            least = std::min(least, value);
            for (int i = 0; i < n; ++i) least_with(i, match[i]) = std::min(least_with(i, match[i]), value);
        }
        BoundCertifier certify(*space, cost);
        certify(MatrixXd::Zero(space->size(), space->size()).cast<float>(), 0);
        // Warm and cold; the prices of inner assignments are rounded to single precision.
        EXPECT_NEAR(certify(dual, sdp.dual_shift()).value,
                    BoundCertifier(*space, cost)(dual, sdp.dual_shift()).value,
                    1e-6 * n * (cost.cwiseAbs().maxCoeff() + dual.cwiseAbs().maxCoeff()));
        for (int rounds : {1, 3}) {
            const auto bound = certify(dual, sdp.dual_shift(), rounds);
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
