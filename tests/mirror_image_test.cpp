#include "solver/mirror_image.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <utility>

#include "support/dense.h"
#include "support/meshes.h"
#include "support/random_problem.h"

namespace sigmatch {
namespace {

/// X and Y are one creature in two poses; the keypoints of Y are shuffled.
struct Flippable {
    Problem problem;
    Match truth, flip;

    int size() const { return static_cast<int>(truth.size()); }
};

/// Each is made once.
const Creature& posed(const std::string& kind, const std::string& pose) {
    static std::map<std::pair<std::string, std::string>, Creature> made;
    const auto place = made.find({kind, pose});
    if (place != made.end()) return place->second;
    return made.emplace(std::pair(kind, pose), testing::creature(kind, pose, 600)).first->second;
}

Points keypoints_of(const Creature& creature) {
    return creature.shape.vertices(creature.keypoints, Eigen::all);
}

Flippable flippable(const std::string& kind, const std::string& pose_x, const std::string& pose_y,
                    std::mt19937_64& random) {
    const Creature &x = posed(kind, pose_x), &y = posed(kind, pose_y);
    Flippable pair;
    pair.problem.points_x = pair.problem.points_y = keypoints_of(x);
    pair.truth = testing::random_permutation(pair.problem.size(), random);
    pair.problem.points_y(pair.truth, Eigen::all) = keypoints_of(y);
    for (const int i : x.symmetric) pair.flip.push_back(pair.truth[i]);
    return pair;
}

Match inverted(const Match& match) {
    Match inverse(match.size());
    for (size_t i = 0; i < match.size(); ++i) inverse[match[i]] = static_cast<int>(i);
    return inverse;
}

/// The answer, which must be the same with X and Y exchanged.
bool mirrored(const Problem& problem, const Match& p, const Match& q) {
    const bool answer = are_mirror_images(problem, p, q);
    Problem exchanged = problem;
    exchanged.points_x.swap(exchanged.points_y);
    EXPECT_EQ(are_mirror_images(exchanged, inverted(p), inverted(q)), answer) << "exchanged";
    return answer;
}

void exchange_two(Match& match, std::mt19937_64& random) {
    const Match order = testing::random_permutation(static_cast<int>(match.size()), random);
    std::swap(match[order[0]], match[order[1]]);
}

TEST(MirrorImage, TheFlipOfLeftAndRightIsOne) {
    std::mt19937_64 random(1);
    for (const std::string kind : {"quadruped", "biped"})
        for (const std::string pose : {"rest", "walk"}) {
            SCOPED_TRACE(kind + " " + pose);
            const Flippable pair = flippable(kind, "rest", pose, random);
            ASSERT_NE(pair.truth, pair.flip);
            EXPECT_TRUE(mirrored(pair.problem, pair.truth, pair.flip));
            EXPECT_TRUE(mirrored(pair.problem, pair.flip, pair.truth));
        }
}

TEST(MirrorImage, OneSymmetricPoseIsEnough) {
    std::mt19937_64 random(2);
    // In a pose like this the keypoints of Y tell nothing, those of X must do.
    Flippable pair = flippable("quadruped", "rest", "rest", random);
    pair.problem.points_y = testing::random_matrix(pair.size(), 3, random);
    EXPECT_TRUE(mirrored(pair.problem, pair.truth, pair.flip));
    pair.problem.points_x = testing::random_matrix(pair.size(), 3, random);
    EXPECT_FALSE(mirrored(pair.problem, pair.truth, pair.flip));
}

TEST(MirrorImage, DoesNotDependOnWhereTheShapesAre) {
    std::mt19937_64 random(3);
    const Flippable pair = flippable("biped", "walk", "rest", random);
    for (int trial = 0; trial < 10; ++trial) {
        Problem moved = pair.problem;
        for (Points* points : {&moved.points_x, &moved.points_y}) {
            const double scale = std::exp(3.0 * testing::random_matrix(1, 1, random)(0));
            *points = scale * testing::times(*points, testing::random_rotation(random));
            points->rowwise() += Eigen::RowVector3d(testing::random_matrix(1, 3, random).row(0));
        }
        EXPECT_TRUE(mirrored(moved, pair.truth, pair.flip));
        Match other = pair.truth;
        exchange_two(other, random);
        EXPECT_FALSE(mirrored(moved, pair.truth, other));
    }
}

/// Every wrong pair of keypoints that are not too far apart, in either of the matches.
TEST(MirrorImage, AWrongPairDoesNotMatter) {
    std::mt19937_64 random(4);
    for (const std::string kind : {"quadruped", "biped"}) {
        const Flippable pair = flippable(kind, "rest", "rest", random);
        const Points& points = pair.problem.points_x;
        const double extent = (points.colwise().maxCoeff() - points.colwise().minCoeff()).norm();
        int near = 0;
        for (int i = 0; i < pair.size(); ++i)
            for (int k = i + 1; k < pair.size(); ++k) {
                if ((points.row(i) - points.row(k)).norm() > extent / 3) continue;
                ++near;
                Match p = pair.truth, q = pair.flip;
                std::swap(p[i], p[k]);
                std::swap(q[i], q[k]);
                EXPECT_TRUE(mirrored(pair.problem, p, pair.flip)) << kind << ", " << i << " and " << k;
                EXPECT_TRUE(mirrored(pair.problem, pair.truth, q)) << kind << ", " << i << " and " << k;
            }
        EXPECT_GT(near, pair.size());
    }
}

TEST(MirrorImage, AMatchIsNotItsOwn) {
    std::mt19937_64 random(5);
    const Flippable pair = flippable("quadruped", "rest", "rest", random);
    EXPECT_FALSE(mirrored(pair.problem, pair.truth, pair.truth));
    EXPECT_FALSE(mirrored(pair.problem, pair.flip, pair.flip));
}

TEST(MirrorImage, ExchangedPairsAreNone) {
    std::mt19937_64 random(6);
    const Flippable pair = flippable("quadruped", "rest", "rest", random);
    for (int trial = 0; trial < 50; ++trial) {
        Match other = pair.truth;
        exchange_two(other, random);
        EXPECT_FALSE(mirrored(pair.problem, pair.truth, other));
        exchange_two(other, random);
        EXPECT_FALSE(mirrored(pair.problem, pair.truth, other));
    }
    // Not even pairs that are each other's mirror images: most of the creature stays.
    Match ears = pair.truth;
    int exchanged = 0;
    for (int i = 0; i < pair.size() && exchanged < 2; ++i) {
        const auto k = inverted(pair.truth)[pair.flip[i]];
        if (k <= i) continue;
        std::swap(ears[i], ears[k]);
        ++exchanged;
    }
    EXPECT_EQ(exchanged, 2);
    EXPECT_FALSE(mirrored(pair.problem, pair.truth, ears));
}

TEST(MirrorImage, RandomMatchesAreNone) {
    std::mt19937_64 random(7);
    const Flippable pair = flippable("biped", "rest", "walk", random);
    for (int trial = 0; trial < 200; ++trial)
        EXPECT_FALSE(mirrored(pair.problem, pair.truth, testing::random_permutation(pair.size(), random)));
    // Nor if all keypoints take each other's partners.
    for (int trial = 0; trial < 200; ++trial) {
        const Match order = testing::random_permutation(pair.size(), random);
        Match other = pair.truth;
        for (size_t k = 0; k + 1 < order.size(); k += 2) std::swap(other[order[k]], other[order[k + 1]]);
        EXPECT_FALSE(mirrored(pair.problem, pair.truth, other));
    }
}

/// Nor where the others, all in the plane between them, would stay in a reflection.
TEST(MirrorImage, TwoExchangedPairsBesideAPlaneAreNone) {
    std::mt19937_64 random(9);
    constexpr int in_plane = 12, n = in_plane + 4;
    Problem problem;
    problem.points_x = testing::random_matrix(n, 3, random);
    problem.points_x.col(0).head(in_plane).setZero();
    for (const int i : {in_plane, in_plane + 2}) {
        problem.points_x(i, 0) = 5;
        problem.points_x.row(i + 1) = problem.points_x.row(i);
        problem.points_x(i + 1, 0) = -5;
    }
    problem.points_y = problem.points_x;
    const Match truth = testing::identity_match(n);
    Match other = truth;
    for (const int i : {in_plane, in_plane + 2}) std::swap(other[i], other[i + 1]);
    EXPECT_FALSE(mirrored(problem, truth, other));
}

/// Points that a map takes to themselves, `order` times in turn; the permutation that it makes of them.
struct Symmetric {
    Points points;
    Match permutation;
};

Symmetric symmetric_points(const Eigen::Matrix3d& map, int order, int orbits, std::mt19937_64& random) {
    Symmetric s;
    s.points.resize(order * orbits, 3);
    s.permutation.resize(order * orbits);
    const Eigen::Matrix3d turn = testing::random_rotation(random);
    for (int k = 0; k < orbits; ++k) {
        Eigen::MatrixXd point = testing::random_matrix(1, 3, random);
        for (int r = 0; r < order; ++r) {
            s.points.row(order * k + r) = testing::times(point, turn).row(0);
            s.permutation[order * k + r] = order * k + (r + 1) % order;
            point = testing::times(point, map.transpose());
        }
    }
    return s;
}

TEST(MirrorImage, ReflectionsAreButTurnsAreNot) {
    std::mt19937_64 random(8);
    const Eigen::Matrix3d half_turn = Eigen::Vector3d(-1, -1, 1).asDiagonal(),
                          reflection = Eigen::Vector3d(-1, 1, 1).asDiagonal();
    Eigen::Matrix3d quarter_turn;
    quarter_turn << 0, -1, 0, 1, 0, 0, 0, 0, 1;
    Eigen::Matrix3d both = quarter_turn;  // left does not become right and right left
    both(2, 2) = -1;
    struct Case {
        const char* name;
        Eigen::Matrix3d map;
        int order;
        bool is_mirror;
    };
    for (const Case& c :
         {Case{"half turn", half_turn, 2, false}, Case{"quarter turn", quarter_turn, 4, false},
          Case{"quarter turn and reflection", both, 4, false}, Case{"reflection", reflection, 2, true}})
        for (int trial = 0; trial < 20; ++trial) {
            const Symmetric s = symmetric_points(c.map, c.order, 5, random);
            Problem problem;
            problem.points_x = problem.points_y = s.points;
            const Match truth = testing::random_permutation(problem.size(), random);
            problem.points_y(truth, Eigen::all) = s.points;
            Match other;
            for (const int i : s.permutation) other.push_back(truth[i]);
            EXPECT_EQ(mirrored(problem, truth, other), c.is_mirror) << c.name << ", trial " << trial;
        }
}

}  // namespace
}  // namespace sigmatch
