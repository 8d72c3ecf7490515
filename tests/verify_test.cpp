#include "sigmatch/verify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "sigmatch/solve.h"
#include "solver/lifted/certified_bound.h"
#include "solver/lifted/norm_polyhedron.h"
#include "solver/lifted/stated_problem.h"
#include "support/dense.h"
#include "support/plain_features.h"
#include "support/random_problem.h"
#include "support/stated.h"
#include "verify/cover.h"
#include "verify/lifted_check.h"
#include "verify/matchings.h"
#include "verify/stated_objective.h"

namespace sigmatch {
namespace {

using namespace testing;
using Eigen::MatrixXd;
using Eigen::Vector3d;

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(StatedObjective, EnclosesTheObjectiveTightly) {
    for (unsigned seed = 0; seed < 40; ++seed) {
        std::mt19937_64 random(seed);
        const int n = 3 + static_cast<int>(seed % 6);
        Problem problem = seed % 2 == 0 || n < 5 ? stiff_problem(n, seed % 3 == 0, 0, random)
                                                 : random_problem(n, seed % 3 == 0, 0, random);
        const double scale = std::exp(random_matrix(1, 1, random)(0) * 5);  // whatever the units
        problem.points_x *= scale;
        const StatedProblem stated = stated_problem(problem);
        for (int k = 0; k < 20; ++k) {
            const Match match = random_permutation(n, random);
            const Enclosure found = stated_objective(stated, match);
            const double expected = evaluate(problem, match).sum(), plain = plain_objective(stated, match);
            EXPECT_LE(found.least, plain * (1 + 1e-12) + 1e-14);
            EXPECT_GE(found.largest, plain * (1 - 1e-9) - 1e-14);
            EXPECT_LE(found.largest - found.least, 1e-10 * expected + 1e-13 * scale) << "seed " << seed;
            EXPECT_NEAR(plain, expected, 1e-8 * expected + 1e-12 * scale);
        }
    }
}

/// Evidence of searches, which is good, and its problem.
struct Case {
    Certificate certificate;

    LiftedEvidence evidence(std::mt19937_64& random) const {
        return certificate.evidence[random() % certificate.evidence.size()];
    }
};

Case searched_case(unsigned seed) {
    std::mt19937_64 random(seed);
    const int n = 4 + static_cast<int>(seed % 3);
    SolveOptions options;
    options.certify = true;
    options.choices = 10;  // relaxations are to do the work
    options.threads = 1;
    options.relative_gap = 1e-3;
    const Solution solution =
        solve(stiff_problem(n, seed % 3 == 0, seed % 2 == 0 ? 0 : 0.2, random), options);
    return {*solution.certificate};
}

double uniform(std::mt19937_64& random, double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random);
}

/// Other numbers, so that lambda still passes; the more often, the less they have to do with what they were.
void disturb(LiftedEvidence& e, std::mt19937_64& random) {
    const auto n = static_cast<int>(e.mask.rows());
    const auto pick = [&](Eigen::Index size) { return static_cast<Eigen::Index>(random() % size); };
    switch (random() % 8) {
        case 0:
            e.Z += (0.1 * random_matrix(e.Z.rows(), e.Z.cols(), random)).cast<float>();
            e.Z = (e.Z + e.Z.transpose()).eval() / 2;
            e.lambda = eigenvalues(e.Z.cast<double>()).maxCoeff() + 1e-3;
            break;
        case 1:
            e.inner_prices[random() % e.inner_prices.size()](pick(n), pick(e.Z.rows() - 1)) +=
                static_cast<float>(uniform(random, -1, 1));
            break;
        case 2:
            e.outer_prices(pick(n), pick(e.outer_prices.cols())) += uniform(random, -1, 1);
            break;
        case 3:
            e.weights[pick(3)] *= std::exp(uniform(random, -1, 1));
            break;
        case 4:
            e.box.x = {uniform(random, 0, 0.5), uniform(random, 0.5, 1)};
            break;
        case 5:
            e.box.y.least = e.box.y.largest = uniform(random, 0, 1);
            break;
        case 6:
            e.reference = random_permutation(n, random);
            break;
        case 7:
            e.lambda += uniform(random, 0, 0.1);
            break;
    }
}

/// The quadratic of the evidence at a match, written down plainly.
double quadratic(const StatedProblem& p, const LiftedEvidence& e, double unit, const Match& match) {
    const int n = p.size();
    MatrixXd PY(n, 3), PX(n, 3);
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        PY.row(i) = p.points_y.row(match[i]);
        PX.row(match[i]) = p.points_x.row(i);
    }
    sum += std::pow(plain_features(p, match), 2) / e.weights[2];
    const auto add = [&](const StatedProblem::Side& side, const ShareBox::Interval& shares, double w,
                         const MatrixXd& Z) {
        for (Eigen::Index i = 0; i < side.s.size(); ++i) {
            double least = infinity;  // over many shares, not only the ends
            for (int step = 0; step <= 10; ++step) {
                const double share = shares.least + step * (shares.largest - shares.least) / 10;
                least = std::min(
                    least, 1 / (share / (side.a * side.a) + (1 - share) / (side.b * side.b * side.s[i])));
            }
            sum += least / w * (side.basis.row(i) * Z).squaredNorm();
        }
    };
    add(p.x, e.box.x, e.weights[0], PY);
    add(p.y, e.box.y, e.weights[1], PX);
    return sum / (unit * unit);
}

TEST(ProvenBound, NeverExceedsTheQuadraticWhateverTheEvidence) {
    int checked = 0, close = 0, forced_close = 0;
    for (unsigned seed = 0; seed < 12; ++seed) {
        const Case c = searched_case(seed);
        ASSERT_FALSE(c.certificate.evidence.empty());
        const StatedProblem& problem = c.certificate.problem;
        const int n = problem.size();
        std::mt19937_64 random(seed);
        for (int trial = 0; trial < 25; ++trial) {
            LiftedEvidence e = c.evidence(random);
            for (int k = trial % 5; k > 0; --k) disturb(e, random);
            const ProvenBound bound = proven_bound(problem, e, c.certificate.unit);
            double least = infinity;
            MatrixXd least_with = MatrixXd::Constant(n, n, infinity);
            for_each_match(e.mask, [&](const Match& match) {
                const double value = quadratic(problem, e, c.certificate.unit, match);
                least = std::min(least, value);
                for (int i = 0; i < n; ++i)
                    least_with(i, match[i]) = std::min(least_with(i, match[i]), value);
            });
            const double slack = 1e-12 * std::abs(least);
            EXPECT_LE(bound.value, least + slack) << "seed " << seed << " trial " << trial;
            ++checked;
            close += bound.value > 0.98 * least;
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) {
                    EXPECT_LE(bound.forced(i, j), least_with(i, j) + slack);
                    forced_close += bound.forced(i, j) > 1.05 * least;
                }
        }
    }
    EXPECT_GE(checked, 200);
    EXPECT_GE(close, 20);  // it is the bound that is tested, not only that it is low
    EXPECT_GE(forced_close, 100);
}

TEST(ProvenBound, TakesEveryLambdaThatTheSearchFinds) {
    for (unsigned seed = 0; seed < 12; ++seed) {
        const Case c = searched_case(seed);
        const LiftedEvidence found = c.certificate.evidence.front();
        const LiftedSpace space(found.mask);
        const MatrixXd cost = MatrixXd::Zero(space.size(), space.size());
        const MatrixXd off_face = space.normals() * space.normals().transpose(), Z = found.Z.cast<double>();
        const MatrixXd on_face = MatrixXd::Identity(space.size(), space.size()) - off_face;
        const double largest = eigenvalues(on_face * Z * on_face - (1 + Z.norm()) * off_face).maxCoeff();
        // The first lambda that the search tries is `expected` and a little more.
        for (const double above : {-1e-9, 0.0, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8}) {
            const double expected = (largest + above - 2e-6) / (largest < 0 ? 1 - 2e-6 : 1 + 2e-6);
            LiftedEvidence e;
            BoundCertifier(space, cost)(found.Z, expected, 1, &e);
            e.weights = found.weights;
            e.box = found.box;
            EXPECT_NO_THROW(proven_bound(c.certificate.problem, e, c.certificate.unit)) << above;
        }
    }
}

TEST(ProvenBound, HoldsForNormsOfAnyBasis) {
    for (unsigned seed = 0; seed < 12; ++seed) {
        const Case c = searched_case(100 + seed);
        StatedProblem problem = c.certificate.problem;
        std::mt19937_64 random(seed);
        for (StatedProblem::Side* side : {&problem.x, &problem.y})  // far from orthonormal
            side->basis +=
                (seed % 2 == 0 ? 1e-3 : 0.2) * random_matrix(side->s.size(), problem.size(), random);
        for (int trial = 0; trial < 5; ++trial) {
            LiftedEvidence e = c.evidence(random);
            e.box = {{0, 1}, {0, 1}};
            const double value = proven_bound(problem, e, c.certificate.unit).value;
            for_each_match(e.mask, [&](const Match& match) {
                const Vector3d norms = plain_norms(problem, match) / c.certificate.unit;
                EXPECT_GE(norms.cwiseAbs2().dot(e.weights.cwiseInverse()), value * (1 - 1e-8));
            });
        }
    }
}

TEST(ProvenBound, RefusesNumbersThatProveNothing) {
    const Case c = searched_case(1);
    const StatedProblem& problem = c.certificate.problem;
    const double unit = c.certificate.unit, nan = std::nan("");
    const auto refused = [&](const std::function<void(LiftedEvidence&)>& change) {
        LiftedEvidence e = c.certificate.evidence.front();
        change(e);
        EXPECT_THROW(proven_bound(problem, e, unit), VerificationError);
    };
    refused([](LiftedEvidence& e) { e.lambda -= 1; });
    refused([](LiftedEvidence& e) { e.lambda = -1e300; });
    refused([](LiftedEvidence& e) { e.lambda = 1e300; });
    refused([&](LiftedEvidence& e) { e.lambda = nan; });
    refused([](LiftedEvidence& e) { e.outer_prices.setConstant(1e308); });  // their sum is infinite
    refused([](LiftedEvidence& e) { e.outer_prices(0, 0) = 1e101; });
    refused([&](LiftedEvidence& e) { e.outer_prices(0, 0) = nan; });
    refused([&](LiftedEvidence& e) { e.inner_prices[0](0, 0) = static_cast<float>(nan); });
    refused([](LiftedEvidence& e) { e.inner_prices[0].conservativeResize(Eigen::NoChange, 1); });
    refused([](LiftedEvidence& e) { e.inner_prices.clear(), e.outer_prices.resize(e.mask.rows(), 0); });
    refused([](LiftedEvidence& e) { e.Z(0, 1) += 1; });
    refused([&](LiftedEvidence& e) { e.Z(1, 1) = static_cast<float>(nan); });
    refused([](LiftedEvidence& e) { e.weights[0] = 0; });
    refused([](LiftedEvidence& e) { e.weights[1] = -1; });
    refused([](LiftedEvidence& e) { e.weights[2] = 1e-300; });
    refused([](LiftedEvidence& e) { e.box.x = {0.6, 0.5}; });
    refused([](LiftedEvidence& e) { e.box.y = {-0.1, 0.5}; });
    refused([&](LiftedEvidence& e) { e.box.y = {nan, nan}; });
    refused([](LiftedEvidence& e) { e.reference.pop_back(); });
    refused([](LiftedEvidence& e) { e.reference[0] = e.reference[1]; });
    refused([](LiftedEvidence& e) { e.mask(0, 0) = !e.mask(0, 0); });
    // Slack that doubles whenever it is passed on.
    refused([](LiftedEvidence& e) {
        const Eigen::MatrixXf inner = Eigen::MatrixXf::Constant(e.mask.rows(), e.Z.rows() - 1, 3e38f);
        e.inner_prices.assign(2000, inner);
        for (size_t k = 0; k < e.inner_prices.size(); k += 2) e.inner_prices[k].row(0) *= -1;
        e.outer_prices.setZero(e.mask.rows(), 2000);
        e.outer_prices.row(0).setConstant(9e99);
    });
}

TEST(Cover, AgreesWithTheVerticesOfThePolyhedron) {
    for (unsigned seed = 0; seed < 200; ++seed) {
        std::mt19937_64 random(seed);
        const bool three = seed % 3 != 0;
        const Eigen::Array3i present{1, 1, three};
        NormPolyhedron polyhedron(three ? 3 : 2);
        std::vector<Cut> cuts;
        for (unsigned k = 0; k <= seed % 8; ++k) {
            const Vector3d a(std::exp(uniform(random, -2, 2)), std::exp(uniform(random, -2, 2)),
                             std::exp(uniform(random, -2, 2)));
            cuts.push_back({a, uniform(random, 0.5, 2)});
            polyhedron.add_cut(a.head(three ? 3 : 2), cuts.back().b);
        }
        const double least = polyhedron.least_value();
        EXPECT_FALSE(exclude_all_below(least * (1 + 1e-9), cuts, present)) << seed;
        EXPECT_TRUE(exclude_all_below(least * (1 - 1e-3), cuts, present)) << seed;
        EXPECT_TRUE(exclude_all_below(-1, {}, present));
        EXPECT_FALSE(exclude_all_below(1e-9, {}, present));
        cuts.assign(1, {Vector3d(infinity, 1, 1), 2});  // says nothing about the first norm
        EXPECT_FALSE(exclude_all_below(1, cuts, present));
        EXPECT_TRUE(exclude_all_below(1, cuts, {0, 1, three}));
    }
}

TEST(Matchings, AreThoseOfBruteForce) {
    for (unsigned seed = 0; seed < 300; ++seed) {
        std::mt19937_64 random(seed);
        const int n = 1 + static_cast<int>(seed % 6);
        std::bernoulli_distribution open(0.2 + 0.1 * (seed % 7));
        const Mask mask = Mask::NullaryExpr(n, n, [&] { return open(random); });
        std::vector<Match> expected, found;
        for_each_match(mask, [&](const Match& match) { expected.push_back(match); });
        EXPECT_EQ(holds_match(mask), !expected.empty());
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                EXPECT_EQ(holds_match_with(mask, i, j),
                          std::any_of(expected.begin(), expected.end(),
                                      [&](const Match& match) { return match[i] == j; }));
        EXPECT_TRUE(all_matches(mask, 100000, [&](const Match& match) {
            found.push_back(match);
            return true;
        }));
        EXPECT_EQ(found, expected);
        if (expected.empty()) continue;
        EXPECT_FALSE(all_matches(mask, n - 1, [](const Match&) { return true; }));
        EXPECT_FALSE(all_matches(mask, 100000, [&](const Match& match) { return match != expected.back(); }));
    }
}

}  // namespace
}  // namespace sigmatch
