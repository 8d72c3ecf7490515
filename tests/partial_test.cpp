#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "model/pair_units.h"
#include "sigmatch/errors.h"
#include "sigmatch/match.h"
#include "sigmatch/reconstruction.h"
#include "sigmatch/surface.h"
#include "solver/objective/objective.h"
#include "solver/objective/partial_phi.h"
#include "support/dense.h"
#include "support/meshes.h"
#include "support/partial_problem.h"
#include "support/plain_features.h"
#include "support/random_problem.h"
#include "support/unprepared.h"

namespace sigmatch {
namespace {

using namespace testing;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Of a problem with as many keypoints on both sides, the first ones of X and Y.
Problem part_of(const Problem& whole, int rows, int columns, double unmatched_cost, std::mt19937_64& random) {
    Problem part = whole;
    part.points_x = whole.points_x.topRows(rows);
    part.points_y = whole.points_y.topRows(columns);
    choose_features(part, first_indices(rows), first_indices(columns));
    for (PairTerm& term : part.pair_terms) (rows < columns ? term.limit_x_larger : term.limit_y_larger) = 0.2;
    part.deform_x = random_deformation(part.points_x, random);
    part.deform_y = random_deformation(part.points_y, random);
    part.allowed = whole.allowed.topLeftCorner(rows, columns);
    part.unmatched_cost = unmatched_cost;
    return part;
}

Problem random_partial(int rows, int columns, double unmatched_cost, double mask_share,
                       std::mt19937_64& random) {
    const int n = std::max(rows, columns);
    Problem problem = part_of(random_problem(n, random() % 2 == 0, mask_share, random), rows, columns,
                              unmatched_cost, random);
    for (int k = 0; k < problem.smaller_size(); ++k) problem.allowed(k, k) = true;
    return problem;
}

double least_plain_partial_objective(const Problem& problem) {
    double least = infinity;
    for_each_partial_match(
        problem, [&](const Match& each) { least = std::min(least, plain_partial_objective(problem, each)); });
    return least;
}

Match random_partial_match(const Problem& problem, int pairs, std::mt19937_64& random) {
    const Match rows = random_permutation(problem.size(), random),
                columns = random_permutation(problem.size_y(), random);
    Match match(problem.size(), unmatched);
    for (int k = 0; k < pairs; ++k) match[rows[k]] = columns[k];
    return match;
}

TEST(PartialPhi, IsThatOfTheSchurComplement) {
    std::mt19937_64 random(1);
    for (int n : {6, 9, 14}) {
        const Points points = random_matrix(n, 3, random);
        const Deformation deformation = random_deformation(points, random);
        PartialPhi phi_of(deformation);
        EXPECT_EQ(phi_of.free_keypoints(), 4);
        for (int count = 1; count <= n; ++count) {
            std::vector<int> kept = random_permutation(n, random);
            kept.resize(count);
            std::sort(kept.begin(), kept.end());
            PartialPhi::Choice choice(n, false);
            for (int k : kept) choice[k] = true;
            const auto phi = phi_of(choice);
            const Points Z = random_matrix(count, 3, random);
            const Eigen::MatrixXd basis = phi->basis()(Eigen::all, kept);
            EXPECT_NEAR(basis.squaredNorm(), phi->basis().squaredNorm(), 1e-12);  // nothing elsewhere
            const double value = (*phi)((basis * Z).rowwise().squaredNorm().array()).phi;
            if (count <= 4) {
                EXPECT_EQ(value, 0);
                continue;
            }
            const Phi plain({count < n ? schur_complement(deformation.S, kept) : deformation.S, deformation.a,
                             deformation.b});
            const double expected = plain((plain.basis() * Z).rowwise().squaredNorm().array()).phi;
            EXPECT_NEAR(value, expected, 1e-9 * expected) << count << " of " << n;
        }
    }
}

TEST(Objective, IsThatOfTheProblemThatIsLeft) {
    std::mt19937_64 random(2);
    for (int trial = 0; trial < 40; ++trial) {
        const int rows = 5 + trial % 4, columns = 5 + trial % 5;
        const Problem problem = random_partial(rows, columns, 0.1, 0, random);
        const int pairs = static_cast<int>(random() % (problem.smaller_size() + 1));
        const Match match = random_partial_match(problem, pairs, random);
        Objective objective(problem);
        const double expected = plain_partial_objective(problem, match);
        EXPECT_NEAR(objective(match), expected, 1e-9 * expected);
        EXPECT_NEAR(objective.below(infinity, match), expected, 1e-9 * expected);
        EXPECT_GE(objective.below(0.5 * expected, match), 0.5 * expected);
        EXPECT_NEAR(evaluate(problem, match).sum(), expected, 1e-9 * expected);
    }
}

TEST(Objective, NeverFallsWithMorePairs) {
    std::mt19937_64 random(3);
    for (int trial = 0; trial < 20; ++trial) {
        const Problem problem = random_partial(8, 10, 0, 0, random);
        const Match full = random_partial_match(problem, 8, random);
        Objective objective(problem);
        Match match(8, unmatched);
        double before = 0;
        for (int i : random_permutation(8, random)) {
            match[i] = full[i];
            const double value = objective(match);
            EXPECT_GE(value, before * (1 - 1e-9));
            before = value;
        }
    }
}

TEST(SolvePartial, FindsWhatTryingEverythingFinds) {
    struct Case {
        int rows, columns;
        double cost, mask_share;
    };
    std::mt19937_64 random(4);
    for (const Case& c : {Case{5, 7, infinity, 0}, Case{7, 5, infinity, 0}, Case{6, 7, infinity, 0.4},
                          Case{4, 5, infinity, 0}, Case{6, 6, 0.02, 0}, Case{6, 7, 0.05, 0.3},
                          Case{7, 6, 0.005, 0}, Case{5, 6, 10, 0}, Case{5, 5, 0, 0}})
        for (int trial = 0; trial < 4; ++trial) {
            const Problem problem = random_partial(c.rows, c.columns, c.cost, c.mask_share, random);
            const double expected = least_plain_partial_objective(problem);
            SolveOptions options;
            options.relative_gap = 1e-9;
            const Solution solution = solve(problem, options);
            EXPECT_EQ(solution.status, Status::optimal);
            EXPECT_NEAR(solution.objective, expected, 1e-8 * expected + 1e-12)
                << c.rows << " x " << c.columns << ", cost " << c.cost;
            EXPECT_NEAR(plain_partial_objective(problem, solution.match), solution.objective,
                        1e-8 * expected + 1e-12);
            EXPECT_NEAR(solution.terms.sum(), solution.objective, 1e-12);
            EXPECT_LE(solution.lower_bound, expected * (1 + 1e-9) + 1e-12);
            for (int i = 0; i < problem.size(); ++i)
                EXPECT_TRUE(solution.match[i] == unmatched || problem.allowed(i, solution.match[i]));
        }
}

TEST(SolvePartial, ThreadsChangeNothing) {
    std::mt19937_64 random(5);
    const Problem problem = random_partial(9, 11, infinity, 0, random);
    SolveOptions options;
    options.relative_gap = 1e-6;
    options.threads = 1;
    const Solution alone = solve(problem, options);
    options.threads = 3;
    const Solution together = solve(problem, options);
    EXPECT_EQ(together.match, alone.match);
    EXPECT_EQ(together.objective, alone.objective);
    EXPECT_EQ(alone.status, Status::optimal);
    EXPECT_EQ(together.status, Status::optimal);
}

TEST(SolvePartial, TimeLimitAndStopLeaveAValidMatch) {
    std::mt19937_64 random(6);
    const Problem problem = random_partial(12, 15, infinity, 0, random);
    SolveOptions options;
    options.relative_gap = 0;
    options.time_limit_s = 0;
    const Solution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::time_limit);
    EXPECT_NEAR(plain_partial_objective(problem, solution.match), solution.objective,
                1e-9 * solution.objective);
    std::stop_source stop;
    stop.request_stop();
    options.stop = stop.get_token();
    options.time_limit_s = 60;
    EXPECT_EQ(solve(problem, options).status, Status::interrupted);
}

TEST(SolvePartial, BoundsRise) {
    std::mt19937_64 random(7);
    const Problem problem = random_partial(7, 9, infinity, 0, random);
    const Solution solution = solve(problem);
    double before = 0;
    for (const Progress& moment : solution.trace) {
        EXPECT_GE(moment.lower_bound, before);
        EXPECT_LE(moment.lower_bound, solution.objective * (1 + 1e-12));
        before = moment.lower_bound;
    }
    EXPECT_GT(solution.trace.size(), 2u);
    EXPECT_LE(solution.relative_gap(), 1e-2 + 1e-9);
}

TEST(SolvePartial, RefusesMatchesThatAreNone) {
    std::mt19937_64 random(8);
    Problem problem = random_partial(5, 6, infinity, 0, random);
    EXPECT_THROW(evaluate(problem, {0, 1, 2, 3}), InputError);
    EXPECT_THROW(evaluate(problem, {0, 1, 2, 3, 3}), InputError);
    EXPECT_THROW(evaluate(problem, {0, 1, 2, 3, 6}), InputError);
    EXPECT_THROW(evaluate(problem, {0, 1, 2, 3, unmatched}), InputError);
    EXPECT_NO_THROW(evaluate(problem, {0, 1, 2, 3, 5}));
    problem.unmatched_cost = 0.1;
    EXPECT_NO_THROW(evaluate(problem, {0, 1, 2, 3, unmatched}));
    problem.unmatched_cost = -1;
    EXPECT_THROW(solve(problem), InputError);
    problem.unmatched_cost = infinity;
    problem.allowed.row(2).setConstant(false);
    EXPECT_THROW(solve(problem), InputError);
}

/// The front half of X, with the keypoints on it, and all of Y.
struct HalfPair {
    Shape x, y;
    Keypoints kx, ky;
    Match truth;
};

HalfPair half_pair() {
    CreatureOptions one, other;
    one.vertices = other.vertices = 1200;
    other.remesh = 5;
    other.scale = 2.5;
    other.rotate = 7;
    const CreaturePair pair = make_creature_pair("half", one, other, 1);
    std::vector<double> along;
    for (int v : pair.kx) along.push_back(pair.x.shape.vertices(v, 2));
    std::nth_element(along.begin(), along.begin() + along.size() * 2 / 5, along.end());
    const double cut = along[along.size() * 2 / 5];
    std::vector<bool> keep(pair.x.shape.vertices.rows());
    for (size_t v = 0; v < keep.size(); ++v)
        keep[v] = pair.x.shape.vertices(static_cast<Eigen::Index>(v), 2) >= cut;
    const SubShape part = sub_shape(pair.x.shape, keep);
    HalfPair half{part.shape, pair.y.shape, {}, {}, {}};
    const std::vector<int> component = connected_components(part.shape);
    size_t absent = 0;
    for (size_t i = 0; i < pair.kx.size(); ++i) {
        const auto there = std::find(part.vertex_ids.begin(), part.vertex_ids.end(), pair.kx[i]);
        const auto v = static_cast<int>(there - part.vertex_ids.begin());
        const bool on_part =
            there != part.vertex_ids.end() && (half.kx.empty() || component[v] == component[half.kx[0]]);
        if (on_part ? half.kx.size() == 9 : absent == 4) continue;  // few, so that the proof is short
        half.ky.push_back(pair.ky[pair.truth[i]]);
        if (on_part) {
            half.kx.push_back(v);
            half.truth.push_back(static_cast<int>(half.ky.size()) - 1);
        } else {
            ++absent;
        }
    }
    return half;
}

TEST(MatchPartial, PairsThatAreFewOrInAPlaneFixNoReconstruction) {
    Shape x = potato(1);
    const Shape y = potato(2);
    const Keypoints keypoints{0, 1, 2, 3, 4, 5, 6};
    for (int v = 0; v < 5; ++v) x.vertices(v, 2) = 0.5;
    const PreparedShape px({x, keypoints}), py({y, keypoints});
    const auto fixed = [&](const Match& match) {
        const bool fixes = fixes_reconstructions(px, py, match);
        EXPECT_EQ(fixes_reconstructions(py, px, match), fixes) << "exchanged";
        return fixes;
    };
    const Match in_a_plane{0, 1, 2, 3, 4, unmatched, unmatched}, off_it{0, 1, 2, 3, 4, unmatched, 6},
        few{0, 1, 2, unmatched, unmatched, unmatched, 6};
    EXPECT_FALSE(fixed(in_a_plane));
    EXPECT_TRUE(fixed(off_it));
    EXPECT_FALSE(fixed(few));
    for (const Match& match : {in_a_plane, few})
        EXPECT_THROW(reconstruct({x, keypoints}, {y, keypoints}, match), InputError);
    EXPECT_TRUE(reconstruct({x, keypoints}, {y, keypoints}, off_it).x.allFinite());
}

TEST(PairUnits, ArePairedDistancesAlone) {
    std::mt19937_64 random(9);
    constexpr int n = 6, m = 9;
    const Match match = random_permutation(m, random), some(match.begin(), match.begin() + n);
    PairTerm term{Eigen::MatrixXd(n, n), random_matrix(m, m, random).cwiseAbs(), 1, 1};
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) term.x(i, k) = 7 * term.y(some[i], some[k]);
    measure_by_match(term, some);
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k)
            EXPECT_TRUE(k == i || std::abs(term.x(i, k) - term.y(some[i], some[k])) < 1e-12);
    const PairTerm before = term;
    measure_by_match(term, Match(n, unmatched));  // nothing to measure by
    EXPECT_EQ(term.x, before.x);
    EXPECT_EQ(term.y, before.y);
}

TEST(MatchPartial, StoppedAtTheFirstWordItGivesAMatch) {
    const HalfPair half = half_pair();
    MatchOptions options;
    options.partial = true;
    std::stop_source source;
    options.stop = source.get_token();
    double first_objective = 0;
    options.on_progress = [&](const Progress& progress) {
        if (first_objective == 0) first_objective = progress.upper_bound;
        source.request_stop();
    };
    const MatchResult result = match({half.x, half.kx}, {half.y, half.ky}, options);
    EXPECT_EQ(result.status, Status::interrupted);
    EXPECT_EQ(std::count(result.match.begin(), result.match.end(), unmatched), 0);
    EXPECT_GT(first_objective, 0);
    EXPECT_LE(result.objective, first_objective * (1 + 1e-9));
}

TEST(MatchPartial, FindsAPartInTheWhole) {
    const HalfPair half = half_pair();
    ASSERT_GT(half.kx.size(), 7u);
    ASSERT_LT(half.kx.size(), half.ky.size());
    MatchOptions options;
    EXPECT_THROW(match({half.x, half.kx}, {half.y, half.ky}, options), InputError);
    options.partial = true;
    const MatchResult result = match({half.x, half.kx}, {half.y, half.ky}, options);
    EXPECT_EQ(result.status, Status::optimal);
    EXPECT_EQ(result.proof_scope, ProofScope::all);
    EXPECT_EQ(result.match, half.truth);
    // The other way round it is the same match.
    const MatchResult other = match({half.y, half.ky}, {half.x, half.kx}, options);
    EXPECT_NEAR(other.objective, result.objective, 1e-9 * result.objective);
    for (size_t i = 0; i < half.truth.size(); ++i) EXPECT_EQ(other.match[half.truth[i]], static_cast<int>(i));
    for (const MatchResult* each : {&result, &other}) {
        ASSERT_EQ(each->ranking.size(), 1u);
        EXPECT_EQ(each->ranking[0].match, each->match);
        EXPECT_EQ(each->ranking[0].terms.def_x, each->terms.def_x);
    }
    EXPECT_GT(result.terms.pairs, 0);
    EXPECT_NEAR(evaluate_match(PreparedShape({half.x, half.kx}), PreparedShape({half.y, half.ky}, {}, "Y"),
                               result.match, options)
                    .objective,
                result.objective, 1e-9 * result.objective);
    // And the part takes the pose of the whole.
    const Reconstructions bent = reconstruct({half.x, half.kx}, {half.y, half.ky}, result.match, options);
    EXPECT_EQ(bent.x.rows(), half.x.vertices.rows());
    for (size_t i = 0; i < half.kx.size(); ++i)
        EXPECT_LT((bent.x.row(half.kx[i]) - half.y.vertices.row(half.ky[half.truth[i]])).norm(),
                  0.05 * half.y.vertices.norm() / std::sqrt(half.y.vertices.rows()));
}

}  // namespace
}  // namespace sigmatch
