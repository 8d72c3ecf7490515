#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "sigmatch/errors.h"
#include "sigmatch/evaluation.h"
#include "sigmatch/match.h"
#include "sigmatch/reconstruction.h"
#include "sigmatch/surface.h"
#include "support/damage.h"
#include "support/meshes.h"
#include "support/unprepared.h"

namespace sigmatch {
namespace {

using namespace testing;

/// Kin in different poses, meshed independently.
CreaturePair kin_pair(const std::string& kind, const std::string& pose_x, const std::string& pose_y) {
    CreatureOptions x, y;
    x.kind = y.kind = kind;
    x.vertices = y.vertices = 1500;
    x.pose = pose_x;
    y.pose = pose_y;
    y.kin = 2;
    y.remesh = 7;
    return make_creature_pair("kin", x, y, 1);
}

/// Every other keypoint, so that proofs are short.
CreaturePair thinned(const CreaturePair& pair) {
    std::vector<int> positions;
    for (int i = 0; i < static_cast<int>(pair.kx.size()); i += 2) positions.push_back(i);
    return with_keypoints(pair, positions);
}

MatchResult run(const CreaturePair& pair, double time_limit_s = 3600) {
    MatchOptions options;
    options.time_limit_s = time_limit_s;
    return match({pair.x.shape, pair.kx}, {pair.y.shape, pair.ky}, options);
}

/// Area under the curve of correct keypoints, on the sound Y.
double auc(const CreaturePair& sound, const CreaturePair& pair, const MatchResult& result) {
    Targets targets;
    for (int j : pair.truth) targets.truth.push_back(pair.ky[j]);
    const std::vector<double> errors =
        match_errors(PreparedShape({sound.y.shape, pair.ky}), result.match, targets).by_diameter;
    return 1 - std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size());
}

bool has_warning(const MatchResult& result, const std::string& words) {
    return std::any_of(result.warnings.begin(), result.warnings.end(),
                       [&](const std::string& warning) { return warning.find(words) != std::string::npos; });
}

TEST(BrokenMesh, IsMatchedLikeTheSoundOne) {
    for (const CreaturePair& whole :
         {kin_pair("quadruped", "rest", "walk"), kin_pair("quadruped", "sit", "turn"),
          kin_pair("biped", "walk", "rest"), kin_pair("biped", "sit", "walk")}) {
        const CreaturePair sound = thinned(whole);
        const double expected = auc(sound, sound, run(sound));
        EXPECT_GT(expected, 0.9);
        for (double gap : {0.0, 0.1}) {
            CreaturePair pair = sound;
            pair.x.shape = broken(sound.x.shape, gap, 1);
            pair.y.shape = broken(sound.y.shape, gap, 2);
            EXPECT_NEAR(auc(sound, pair, run(pair)), expected, 0.02) << "gap " << gap;
        }
    }
}

TEST(BrokenMesh, WithTearsThatDoNotGapeIsTheSoundOne) {
    const CreaturePair sound = kin_pair("quadruped", "rest", "walk");
    CreaturePair pair = sound;
    pair.x.shape = broken(sound.x.shape, 0, 1);
    const Problem problem = build_problem({pair.x.shape, pair.kx}, {pair.y.shape, pair.ky});
    const Problem expected = build_problem({sound.x.shape, pair.kx}, {pair.y.shape, pair.ky});
    EXPECT_LT((problem.deform_x.S - expected.deform_x.S).norm(), 1e-6 * expected.deform_x.S.norm());
    EXPECT_LT((problem.h_x - expected.h_x).norm(), 1e-4 * expected.h_x.norm());
    EXPECT_EQ(problem.allowed.matrix(), expected.allowed.matrix());
}

TEST(BrokenMesh, IsWarnedAbout) {
    CreaturePair pair = kin_pair("quadruped", "rest", "walk");
    EXPECT_TRUE(run(pair, 0).warnings.empty());
    pair.y.shape = together(broken(pair.y.shape, 0, 1), potato(1));
    const MatchResult result = run(pair, 0);
    EXPECT_TRUE(has_warning(result, "faces that repeat another"));
    EXPECT_TRUE(has_warning(result, "border vertices exactly where others are"));
    EXPECT_TRUE(has_warning(result, "shape Y: parts without keypoints: 1"));
    EXPECT_TRUE(has_warning(result, "whose faces disagree"));
    EXPECT_FALSE(has_warning(result, "shape X"));
}

/// The head of X in one part, the rest in another, without the keypoints that lost their faces.
CreaturePair with_head_cut_off(CreaturePair pair) {
    const auto nose = std::find(pair.x.keypoint_names.begin(), pair.x.keypoint_names.end(), "nose");
    pair.x.shape = severed(pair.x.shape, pair.x.keypoints[nose - pair.x.keypoint_names.begin()], 0.25);
    const std::vector<int> component = connected_components(pair.x.shape);
    std::vector<int> left;
    for (int i = 0; i < static_cast<int>(pair.kx.size()); ++i)
        if (component[pair.kx[i]] >= 0) left.push_back(i);
    return with_keypoints(pair, left);
}

TEST(BrokenMesh, InSeveralPartsIsMatchedAcrossTheGaps) {
    for (const CreaturePair& sound :
         {kin_pair("quadruped", "rest", "walk"), kin_pair("biped", "walk", "rest")}) {
        const CreaturePair pair = thinned(with_head_cut_off(sound));
        const MatchResult result = run(pair);
        EXPECT_TRUE(has_warning(result, "shape X: parts with keypoints that are not connected: 2"));
        EXPECT_GT(auc(sound, pair, result), 0.95);
        const Points bent =
            reconstruct({pair.x.shape, pair.kx}, {pair.y.shape, pair.ky}, result.match, result.options).x;
        EXPECT_TRUE(bent.allFinite());
    }
}

TEST(BrokenMesh, RefusesKeypointsInOnePlace) {
    CreaturePair pair = kin_pair("quadruped", "rest", "walk");
    Shape& x = pair.x.shape;
    // The faces on one side of the first keypoint take a copy of it: the second keypoint.
    const Eigen::Index n = x.vertices.rows();
    x.vertices.conservativeResize(n + 1, 3);
    x.vertices.row(n) = x.vertices.row(pair.kx[0]);
    int moved_faces = 0;
    for (int& v : x.faces.reshaped())
        if (v == pair.kx[0] && moved_faces++ < 1) v = static_cast<int>(n);
    pair.kx[1] = static_cast<int>(n);
    try {
        run(pair);
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("keypoints 0 and 1 of shape X"), std::string::npos)
            << error.what();
    }
}

}  // namespace
}  // namespace sigmatch
