#include "sigmatch/match.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "sigmatch/errors.h"
#include "sigmatch/geodesics.h"
#include "sigmatch/laplacian.h"
#include "sigmatch/reconstruction.h"
#include "support/dense.h"
#include "support/meshes.h"
#include "support/unprepared.h"

namespace sigmatch {
namespace {

using namespace testing;

CreatureOptions quadruped(const std::string& pose) {
    CreatureOptions options;
    options.pose = pose;
    options.vertices = 900;
    return options;
}

/// With the first `count` keypoints of X.
CreaturePair thinned(const CreaturePair& pair, int count) {
    std::vector<int> positions(count);
    std::iota(positions.begin(), positions.end(), 0);
    return with_keypoints(pair, positions);
}

/// The first `count` or one fewer, so that no keypoint loses its partner.
void keep_first(Creature& creature, int count) {
    while (*std::max_element(creature.symmetric.begin(), creature.symmetric.begin() + count) >= count)
        --count;
    creature.keypoints.resize(count);
    creature.symmetric.resize(count);
}

/// Two kin in different poses, meshed independently.
CreaturePair kin_pair(const std::string& pose = "sit", int keypoints = 11) {
    CreatureOptions y = quadruped("walk");
    y.kin = 3;
    y.remesh = 5;
    return thinned(make_creature_pair("kin", quadruped(pose), y, 1), keypoints);
}

MatchOptions exact_match() {
    MatchOptions options;
    options.relative_gap = 0;
    options.candidates = 5;
    return options;
}

MatchResult run(const CreaturePair& pair, const MatchOptions& options) {
    return match({pair.x.shape, pair.kx}, {pair.y.shape, pair.ky}, options);
}

TEST(Match, FindsTheTruthBetweenKin) {
    const CreaturePair pair = kin_pair("rest", 18);
    const MatchResult result = run(pair, MatchOptions{});
    EXPECT_EQ(result.status, Status::optimal);
    EXPECT_EQ(result.match, pair.truth);
    EXPECT_LE(result.relative_gap(), 0.01);
    EXPECT_GE(result.candidates, 11 * static_cast<int>(pair.kx.size()));
}

TEST(Match, FindsWhatPruningForbids) {
    const CreaturePair pair = kin_pair("sit", 18);
    MatchOptions options;
    options.candidates = 2;
    const Problem pruned = build_problem({pair.x.shape, pair.kx}, {pair.y.shape, pair.ky}, options);
    const MatchResult result = run(pair, options);
    EXPECT_LT(result.objective, solve(pruned, options).objective);
    EXPECT_LE(result.objective, evaluate(pruned, search_locally(pruned)).sum() * (1 + 1e-12));
    EXPECT_EQ(result.status, Status::optimal);
    EXPECT_EQ(result.proof_scope, ProofScope::candidates);
    EXPECT_GT(result.candidates, 2 * 18);
}

TEST(Match, IsUnchangedByRotationTranslationAndScale) {
    const CreaturePair pair = kin_pair();
    const MatchResult reference = run(pair, exact_match());
    std::mt19937_64 random(51);
    std::uniform_real_distribution<double> exponent(-3, 3);
    for (int trial = 0; trial < 20; ++trial) {
        CreaturePair other = pair;
        const double scale = std::pow(10, exponent(random));
        if (trial % 3 != 0) other.x.shape = moved(pair.x.shape, scale, random());
        if (trial % 3 != 1) other.y.shape = moved(pair.y.shape, 1 / scale, random());
        const MatchResult result = run(other, exact_match());
        EXPECT_EQ(result.match, reference.match) << "trial " << trial;
        EXPECT_NEAR(result.objective, reference.objective, 1e-7 * reference.objective) << "scale " << scale;
    }
}

/// The best objective is zero but for rounding: no relative gap is small then.
TEST(Match, AShapeAndItsCopyAreProven) {
    CreatureOptions copy = quadruped("walk");
    copy.scale = 7;
    copy.rotate = 4;
    const CreaturePair pair = make_creature_pair("copy", quadruped("walk"), copy, 1);
    for (const bool partial : {false, true})
        for (const bool certify : {false, true}) {
            if (partial && certify) continue;
            MatchOptions options;
            options.time_limit_s = 600;
            options.partial = partial;
            options.certify = certify;
            const MatchResult result = run(pair, options);
            EXPECT_EQ(result.status, Status::optimal) << partial << certify;
            EXPECT_EQ(result.match, pair.truth);
            EXPECT_LT(result.objective, absolute_gap);
            EXPECT_EQ(result.relative_gap(), 0);
        }
}

TEST(Match, SwappingTheShapesInvertsTheMatch) {
    const CreaturePair pair = kin_pair();
    const MatchResult forward = run(pair, exact_match());
    const MatchResult backward = match({pair.y.shape, pair.ky}, {pair.x.shape, pair.kx}, exact_match());
    EXPECT_NEAR(backward.objective, forward.objective, 1e-9 * forward.objective);
    for (size_t i = 0; i < pair.kx.size(); ++i)
        EXPECT_EQ(backward.match[forward.match[i]], static_cast<int>(i));
}

TEST(Match, AnswerDoesNotDependOnTheNumberOfThreads) {
    const CreaturePair pair = kin_pair();
    const MatchResult reference = run(pair, exact_match());
    for (int threads : {1, 2, 4}) {
        MatchOptions options = exact_match();
        options.threads = threads;
        options.seed = threads;
        const MatchResult result = run(pair, options);
        EXPECT_EQ(result.match, reference.match);
        EXPECT_NEAR(result.objective, reference.objective, 1e-12);
    }
}

TEST(Match, OrientationTellsACreatureFromItsMirrorImage) {
    // A symmetric creature against itself: without orientation the left-right flip is as good as the truth.
    // The mirrored copy keeps the keypoints' places, so that on it left and right trade their meaning.
    Creature creature = make_creature(quadruped("rest"));
    keep_first(creature, 22);
    Shape mirrored = creature.shape;
    mirrored.vertices.col(0) *= -1;
    Match same(creature.keypoints.size()), flip(creature.symmetric.begin(), creature.symmetric.end());
    for (size_t i = 0; i < same.size(); ++i) same[i] = static_cast<int>(i);

    for (const Orientation orientation : {Orientation::smooth, Orientation::paper}) {
        SCOPED_TRACE(name(orientation));
        ModelOptions options;
        options.candidates = 0;
        options.orientation = orientation;
        // Each keypoint's own orientation, then that of pairs alone.
        for (const bool of_pairs : {false, true}) {
            options.lambda_dist = 0;
            options.lambda_ori = of_pairs ? 0 : MatchOptions().lambda_ori;
            options.lambda_pair_ori = of_pairs ? MatchOptions().lambda_pair_ori : 0;
            const auto ori = [&](const Shape& y, const Match& m) {
                return evaluate(build_problem({creature.shape, creature.keypoints}, {y, creature.keypoints},
                                              options),
                                m)
                    .features();
            };
            EXPECT_LT(ori(creature.shape, same), 1e-6);
            EXPECT_GT(ori(creature.shape, flip), 1e-3);
            EXPECT_GT(ori(mirrored, same), 1e-3);
            EXPECT_LT(ori(mirrored, flip), 1e-5);
        }

        Creature head = creature;  // a gap of zero is quick to prove with few keypoints only
        keep_first(head, 13);
        MatchOptions search;
        search.relative_gap = 0;
        search.orientation = orientation;
        const MatchResult plain = match({head.shape, head.keypoints}, {head.shape, head.keypoints}, search);
        const MatchResult reflected = match({head.shape, head.keypoints}, {mirrored, head.keypoints}, search);
        EXPECT_EQ(plain.match, Match(same.begin(), same.begin() + head.keypoints.size()));
        EXPECT_EQ(reflected.match, head.symmetric);
    }
}

TEST(Match, ReconstructionsOfSeveralMatchesAreThoseOfEach) {
    const CreaturePair pair = kin_pair();
    Match one(pair.kx.size()), without;
    std::iota(one.begin(), one.end(), 0);
    Match other = one;
    std::rotate(other.begin(), other.begin() + 2, other.end());
    without = other;
    without[1] = without[4] = unmatched;
    const std::vector<Match> matches = {one, other, without, one};
    const std::vector<Reconstructions> all =
        reconstruct({pair.x.shape, pair.kx}, {pair.y.shape, pair.ky}, matches);
    ASSERT_EQ(all.size(), matches.size());
    for (size_t k = 0; k < matches.size(); ++k) {
        const Reconstructions alone =
            reconstruct({pair.x.shape, pair.kx}, {pair.y.shape, pair.ky}, matches[k]);
        EXPECT_EQ(all[k].x, alone.x) << k;
        EXPECT_EQ(all[k].y, alone.y) << k;
    }
    EXPECT_GT((all[0].x - all[1].x).norm(), 0.01 * all[0].x.norm());
    EXPECT_GT((all[1].y - all[2].y).norm(), 1e-6 * all[0].y.norm());
}

TEST(Match, ObjectiveIsThatOfTheFullFormulaOnTheMesh) {
    CreaturePair pair = kin_pair();
    pair.x.shape = moved(pair.x.shape, 0.2, 1);
    for (const auto& setting :
         {std::pair{Prior::plbo, false}, {Prior::lbo, false}, {Prior::plbo, true}, {Prior::lbo, true}}) {
        const Prior prior = setting.first;
        const bool area_weighted = setting.second;
        MatchOptions options;
        options.prior = prior;
        options.area_weighted = area_weighted;
        options.time_limit_s = prior == Prior::plbo ? 3600 : 0;  // any match will do
        const MatchResult result = run(pair, options);
        const Reconstructions bent =
            reconstruct({pair.x.shape, pair.kx}, {pair.y.shape, pair.ky}, result.match, options);
        EXPECT_NEAR(result.terms.sum(), result.objective, 1e-12);

        const double diameter_x = graph_diameter(GeodesicGraph(pair.x.shape)).length;
        const double diameter_y = graph_diameter(GeodesicGraph(pair.y.shape)).length;
        const auto n = static_cast<double>(pair.kx.size());
        double rec_x = 0, rec_y = 0;
        for (size_t i = 0; i < pair.kx.size(); ++i) {
            const int vx = pair.kx[i], vy = pair.ky[result.match[i]];
            rec_x += (bent.x.row(vx) - pair.y.shape.vertices.row(vy)).squaredNorm();
            rec_y += (bent.y.row(vy) - pair.x.shape.vertices.row(vx)).squaredNorm();
        }
        const auto deformation = [&](const Shape& shape, const Points& points, double diameter) {
            const auto size = static_cast<double>(shape.vertices.rows());
            if (area_weighted)
                return options.lambda_def / (std::pow(252, 1.5) * diameter) *
                       times(dense_weighted_operator(shape, prior == Prior::plbo), points).norm();
            const Eigen::MatrixXd D =
                prior == Prior::plbo ? dense_plbo(shape) : Eigen::MatrixXd(laplace_operator(shape).stiffness);
            return options.lambda_def * std::pow(size / 252, 1.5) / (size * diameter) *
                   times(D, points).norm();
        };
        const double objective = result.objective;
        EXPECT_NEAR(std::sqrt(rec_x) / (n * diameter_y), result.terms.rec_x, 1e-6 * objective);
        EXPECT_NEAR(std::sqrt(rec_y) / (n * diameter_x), result.terms.rec_y, 1e-6 * objective);
        EXPECT_NEAR(deformation(pair.x.shape, bent.x, diameter_y), result.terms.def_x, 1e-6 * objective);
        EXPECT_NEAR(deformation(pair.y.shape, bent.y, diameter_x), result.terms.def_y, 1e-6 * objective);
    }
}

/// Four triangles for each one in half of the surface.
TEST(Match, HardlyDependsOnTheTriangles) {
    double largest_by_vertex = 0;
    for (const auto& [kind, pose, axis] : {std::tuple{"quadruped", "walk", 0},
                                           {"quadruped", "sit", 1},
                                           {"biped", "turn", 2},
                                           {"biped", "walk", 0}}) {
        CreatureOptions x, y;
        x.kind = y.kind = kind;
        x.vertices = y.vertices = 2000;
        y.pose = pose;
        y.kin = 2;
        y.remesh = 3;
        const CreaturePair pair = make_creature_pair("pair", x, y, 4);
        const MarkedShape marked{pair.x.shape, pair.kx}, plain{pair.y.shape, pair.ky},
            dense{with_dense_half(pair.y.shape, axis), pair.ky};
        EXPECT_GT(dense.shape.faces.rows(), 2.3 * static_cast<double>(plain.shape.faces.rows()));
        for (const bool area_weighted : {true, false}) {
            MatchOptions options;
            options.area_weighted = area_weighted;
            const PreparedShape x_shape(marked, options), of_plain(plain, options), of_dense(dense, options);
            const double ratio = evaluate_match(x_shape, of_dense, pair.truth, options).objective /
                                 evaluate_match(x_shape, of_plain, pair.truth, options).objective;
            if (area_weighted) {
                EXPECT_NEAR(ratio, 1, 0.03) << kind << ' ' << pose;
                EXPECT_EQ(match(x_shape, of_dense).match, match(x_shape, of_plain).match)
                    << kind << ' ' << pose;
            } else {
                largest_by_vertex = std::max(largest_by_vertex, std::abs(ratio - 1));
            }
        }
    }
    EXPECT_GT(largest_by_vertex, 0.03);  // so the surfaces are different enough to notice
}

TEST(Match, PartsWithoutKeypointsChangeNothingAndFollow) {
    const CreaturePair pair = kin_pair();
    CreaturePair littered = pair;
    Shape& x = littered.x.shape;
    const Eigen::Index n = x.vertices.rows();
    x.vertices.conservativeResize(n + 4, 3);  // a triangle of its own and a lone vertex
    for (int k = 0; k < 4; ++k) x.vertices.row(n + k) = x.vertices.row(10 * k) * 1.01;
    x.faces.conservativeResize(x.faces.rows() + 1, 3);
    x.faces.bottomRows(1) << static_cast<int>(n), static_cast<int>(n + 1), static_cast<int>(n + 2);
    const MatchResult clean = run(pair, exact_match()), result = run(littered, exact_match());
    EXPECT_EQ(result.match, clean.match);
    EXPECT_NEAR(result.objective, clean.objective, 1e-10);
    const Points bent =
        reconstruct({x, littered.kx}, {littered.y.shape, littered.ky}, result.match, exact_match()).x;
    ASSERT_EQ(bent.rows(), n + 4);
    EXPECT_TRUE(bent.allFinite());
}

TEST(Match, DecimationKeepsTheAnswer) {
    MatchOptions options;
    options.faces = 500;
    const CreaturePair pair = kin_pair();
    EXPECT_EQ(run(pair, options).match, pair.truth);
}

TEST(Match, RejectsBadInputWithAReason) {
    const CreaturePair good = kin_pair();
    const auto reason = [](const CreaturePair& pair) {
        try {
            run(pair, exact_match());
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    const auto expect_reason = [&](const CreaturePair& pair, const std::string& words) {
        EXPECT_NE(reason(pair).find(words), std::string::npos) << reason(pair);
    };
    CreaturePair bad = good;
    bad.kx[3] = 900000;
    expect_reason(bad, "keypoint 3 of shape X is vertex 900000");
    bad = good;
    bad.ky[4] = bad.ky[2];
    expect_reason(bad, "listed twice");
    bad = good;
    bad.kx.pop_back();
    expect_reason(bad, "the numbers must be equal");
    bad = good;
    bad.kx.resize(4);
    bad.ky.resize(4);
    expect_reason(bad, "at least 5");
    bad = good;
    bad.y.shape.vertices(17, 1) = std::nan("");
    expect_reason(bad, "vertex 17 of shape Y is not finite");
    bad = good;
    for (int v : bad.kx) bad.x.shape.vertices(v, 0) = 0.25;
    expect_reason(bad, "lie in a plane");
    bad = good;
    bad.x.shape.faces.resize(1, 3);
    bad.x.shape.faces << 0, 1, 2;
    expect_reason(bad, "not part of any triangle");
}

}  // namespace
}  // namespace sigmatch
