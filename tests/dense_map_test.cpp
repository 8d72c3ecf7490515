#include "sigmatch/dense_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "sigmatch/errors.h"
#include "sigmatch/evaluation.h"
#include "support/body_points.h"
#include "support/meshes.h"
#include "support/random_problem.h"
#include "support/unprepared.h"

namespace sigmatch {
namespace {

using namespace testing;

DenseMaps map_creatures(const Creature& x, const Creature& y) {
    return dense_maps({x.shape, x.keypoints}, {y.shape, y.keypoints}, identity_match(x.keypoints.size()));
}

/// Every vertex has a point on the target.
void expect_sound(const DenseMap& map, const Shape& source, const Shape& target) {
    ASSERT_EQ(static_cast<Eigen::Index>(map.size()), source.vertices.rows());
    const bool is_cloud = target.faces.rows() == 0;
    for (const auto& [face, weights] : map) {
        ASSERT_GE(face, 0);
        ASSERT_LT(face, is_cloud ? target.vertices.rows() : target.faces.rows());
        ASSERT_GE(weights.minCoeff(), 0);
        ASSERT_NEAR(weights.sum(), 1, 1e-9);
        if (is_cloud) {
            ASSERT_EQ(weights, Eigen::Vector3d(1, 0, 0));
        }
    }
}

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double mean_error(const Creature& y, const DenseMap& map, const std::vector<VertexPair>& truth) {
    EXPECT_GT(truth.size(), 50u);
    return mean(dense_errors(PreparedShape({y.shape, y.keypoints}), map, y.shape.faces, truth));
}

/// Both directions.
double mean_error(const CreatureOptions& options_x, const CreatureOptions& options_y) {
    const Creature x = make_creature(options_x), y = make_creature(options_y);
    const DenseMaps maps = map_creatures(x, y);
    expect_sound(maps.x_to_y, x.shape, y.shape);
    expect_sound(maps.y_to_x, y.shape, x.shape);
    std::vector<VertexPair> truth = same_body_points(options_x, options_y);
    const double there = mean_error(y, maps.x_to_y, truth);
    for (VertexPair& pair : truth) std::swap(pair.x, pair.y);
    return std::max(there, mean_error(x, maps.y_to_x, truth));
}

CreatureOptions posed(const std::string& kind, const std::string& pose, int vertices = 1000) {
    CreatureOptions options;
    options.kind = kind;
    options.pose = pose;
    options.vertices = vertices;
    return options;
}

TEST(BodyPoints, OfOneCreatureAreTheSame) {
    for (const auto& [x, y] : same_body_points(posed("biped", "1"), posed("biped", "2"))) EXPECT_EQ(x, y);
}

TEST(DenseMap, TakesAMovedCopyToItself) {
    const Creature x = make_creature(posed("quadruped", "walk"));
    const Shape y = moved(x.shape, 3.5);
    const DenseMaps maps =
        dense_maps({x.shape, x.keypoints}, {y, x.keypoints}, identity_match(x.keypoints.size()));
    const double extent = (y.vertices.colwise().maxCoeff() - y.vertices.colwise().minCoeff()).norm();
    EXPECT_LT((positions(maps.x_to_y, y) - y.vertices).rowwise().norm().maxCoeff(), 1e-4 * extent);
}

TEST(DenseMap, IsRightBetweenPoses) {
    int seed = 0;
    for (const std::string kind : {"quadruped", "biped"}) {
        for (const bool remeshed : {false, true}) {
            ++seed;
            CreatureOptions y = posed(kind, std::to_string(20 + seed));
            if (remeshed) y.remesh = seed;
            y.scale = 2;
            y.rotate = seed;
            EXPECT_LT(mean_error(posed(kind, std::to_string(10 + seed)), y), 0.02) << kind << seed;
        }
    }
}

TEST(DenseMap, IsRightBetweenKin) {
    int seed = 0;
    for (const std::string kind : {"quadruped", "biped"}) {
        for (const double strength : {0.5, 1.0}) {
            ++seed;
            CreatureOptions y = posed(kind, std::to_string(40 + seed));
            y.kin = seed;
            y.kin_strength = strength;
            y.remesh = seed;
            EXPECT_LT(mean_error(posed(kind, std::to_string(30 + seed)), y), 0.03) << kind << seed;
        }
    }
}

TEST(DenseMap, IsTheSameForAnyThreadsAndPlace) {
    const Creature x = make_creature(posed("quadruped", "1", 800)),
                   y = make_creature(posed("quadruped", "2", 700));
    const Match match = identity_match(x.keypoints.size());
    const auto map = [&](const Shape& shape, int threads) {
        return dense_maps({shape, x.keypoints}, {y.shape, y.keypoints}, match, {{}, threads}).x_to_y;
    };
    const DenseMap one = map(x.shape, 1), three = map(x.shape, 3);
    for (size_t v = 0; v < one.size(); ++v) {
        ASSERT_EQ(one[v].face, three[v].face);
        ASSERT_EQ(one[v].weights, three[v].weights);
    }
    const Points there = positions(one, y.shape), turned = positions(map(moved(x.shape, 100), 1), y.shape);
    EXPECT_LT((there - turned).rowwise().norm().mean(), 1e-3);
}

TEST(DenseMap, LayingSurfacesOntoEachOtherForgivesWrongKeypoints) {
    const Creature x = make_creature(posed("quadruped", "3", 800));
    const Shape y = moved(x.shape, 3);
    Match match = identity_match(x.keypoints.size());
    std::swap(match[2], match[3]);
    std::swap(match[10], match[11]);
    const auto mean_distance = [&](int nodes) {
        const DenseMap map =
            dense_maps({x.shape, x.keypoints}, {y, x.keypoints}, match, {{}, 0, nodes}).x_to_y;
        const double size = (y.vertices.colwise().maxCoeff() - y.vertices.colwise().minCoeff()).norm();
        return (positions(map, y) - y.vertices).rowwise().norm().mean() / size;
    };
    EXPECT_LT(mean_distance(600), 1e-3);
    EXPECT_GT(mean_distance(0), 1e-2);
}

TEST(DenseMap, LeavesOutPairsThatTheRestContradicts) {
    const Creature x = make_creature(posed("quadruped", "3", 800)),
                   y = make_creature(posed("quadruped", "4", 800));
    const auto maps_of = [&](const Match& match) {
        return dense_maps({x.shape, x.keypoints}, {y.shape, y.keypoints}, match);
    };
    Match match = identity_match(x.keypoints.size());
    const DenseMaps right = maps_of(match);
    EXPECT_TRUE(right.left_out.empty());
    EXPECT_EQ(right.note(), "");
    std::swap(match[2], match[3]);
    std::swap(match[10], match[11]);
    const DenseMaps wrong = maps_of(match);
    EXPECT_EQ(wrong.left_out, (std::vector<int>{2, 3, 10, 11}));
    EXPECT_TRUE(wrong.note().ends_with(": 2, 3, 10, 11")) << wrong.note();
    EXPECT_LT((positions(wrong.x_to_y, y.shape) - positions(right.x_to_y, y.shape)).rowwise().norm().mean(),
              0.02);
}

TEST(DenseMap, DoesWithoutSomeKeypoints) {
    const CreatureOptions options = posed("quadruped", "jump");
    const Creature x = make_creature(posed("quadruped", "rest")), y = make_creature(options);
    Match match = identity_match(x.keypoints.size());
    for (size_t i = 0; i < match.size(); i += 4) match[i] = unmatched;
    const DenseMaps maps = dense_maps({x.shape, x.keypoints}, {y.shape, y.keypoints}, match);
    expect_sound(maps.x_to_y, x.shape, y.shape);
    expect_sound(maps.y_to_x, y.shape, x.shape);
    EXPECT_LT(mean_error(y, maps.x_to_y, same_body_points(options, options)), 0.03);
}

TEST(DenseMap, BearsKeypointsCloseTogether) {
    const CreatureOptions options = posed("quadruped", "walk");
    const Creature x = make_creature(posed("quadruped", "rest")), y = make_creature(options);
    Keypoints keypoints = x.keypoints;  // and the corners of a face beside each: the same vertices in both
    for (const int v : x.keypoints)
        for (Eigen::Index f = 0; f < x.shape.faces.rows(); ++f) {
            if ((x.shape.faces.row(f).array() != v).all()) continue;
            for (const int corner : x.shape.faces.row(f))
                if (std::find(keypoints.begin(), keypoints.end(), corner) == keypoints.end())
                    keypoints.push_back(corner);
            break;
        }
    ASSERT_GT(keypoints.size(), 2 * x.keypoints.size());
    const DenseMaps maps =
        dense_maps({x.shape, keypoints}, {y.shape, keypoints}, identity_match(keypoints.size()));
    EXPECT_LT(mean_error(y, maps.x_to_y, same_body_points(options, options)), 0.02);
}

TEST(DenseMap, TakesAPartToTheWhole) {
    CreatureOptions part = posed("quadruped", "walk");
    part.keep = 0.6;
    part.remesh = 3;
    const CreaturePair pair = make_creature_pair("cut", part, posed("quadruped", "3"), 1);
    const DenseMaps maps = dense_maps({pair.x.shape, pair.kx}, {pair.y.shape, pair.ky}, pair.truth);
    expect_sound(maps.x_to_y, pair.x.shape, pair.y.shape);
    expect_sound(maps.y_to_x, pair.y.shape, pair.x.shape);
    std::vector<VertexPair> keypoints;
    for (size_t i = 0; i < pair.kx.size(); ++i) keypoints.push_back({pair.kx[i], pair.ky[pair.truth[i]]});
    EXPECT_LT(mean(dense_errors(PreparedShape({pair.y.shape, pair.ky}), maps.x_to_y, pair.y.shape.faces,
                                keypoints)),
              0.05);
}

TEST(DenseMap, OfCloudsIsFromPointToPoint) {
    const CreatureOptions options = posed("quadruped", "walk");
    const Creature x = make_creature(posed("quadruped", "rest")), y = make_creature(options);
    const Shape cloud{y.shape.vertices, Faces(0, 3)};
    const Match match = identity_match(x.keypoints.size());
    const DenseMaps maps = dense_maps({x.shape, x.keypoints}, {cloud, y.keypoints}, match);
    expect_sound(maps.x_to_y, x.shape, cloud);
    expect_sound(maps.y_to_x, cloud, x.shape);
    EXPECT_EQ(positions(maps.x_to_y, cloud).row(5), cloud.vertices.row(maps.x_to_y[5].face));
    EXPECT_LT(mean(dense_errors(PreparedShape({y.shape, y.keypoints}), maps.x_to_y, cloud.faces,
                                same_body_points(options, options))),
              0.02);
    expect_sound(dense_maps({cloud, y.keypoints}, {cloud, y.keypoints}, match).x_to_y, cloud, cloud);
}

TEST(DenseMap, CoversPartsWithoutKeypointsAndLooseVertices) {
    const Creature x = make_creature(posed("quadruped", "rest")),
                   y = make_creature(posed("quadruped", "walk"));
    Shape crumbs = together(x.shape, moved(sphere(1), 0.05));
    crumbs.vertices.conservativeResize(crumbs.vertices.rows() + 1, 3);
    crumbs.vertices.bottomRows(1).setZero();
    const Match match = identity_match(x.keypoints.size());
    const DenseMaps maps = dense_maps({crumbs, x.keypoints}, {y.shape, y.keypoints}, match);
    expect_sound(maps.x_to_y, crumbs, y.shape);
    expect_sound(maps.y_to_x, y.shape, crumbs);
    const DenseMap plain = dense_maps({x.shape, x.keypoints}, {y.shape, y.keypoints}, match).x_to_y;
    for (size_t v = 0; v < plain.size(); ++v) ASSERT_EQ(plain[v].face, maps.x_to_y[v].face);
}

TEST(DenseMap, JoinsPartsThatHaveKeypoints) {
    const Shape two = together(potato(2), moved(potato(3), 2, 5));
    Keypoints keypoints = some_keypoints(potato(2), 6, 1);
    for (const int v : some_keypoints(potato(3), 6, 2))
        keypoints.push_back(v + static_cast<int>(potato(2).vertices.rows()));
    const Shape y = moved(two, 3, 9);
    const DenseMaps maps = dense_maps({two, keypoints}, {y, keypoints}, identity_match(12));
    expect_sound(maps.x_to_y, two, y);
    EXPECT_LT((positions(maps.x_to_y, y) - y.vertices).rowwise().norm().maxCoeff(), 0.01);
}

TEST(DenseMap, NeedsFivePairs) {
    const Creature x = make_creature(posed("quadruped", "rest", 600));
    Match match(x.keypoints.size(), unmatched);
    for (int i = 0; i < 4; ++i) match[i] = i;
    EXPECT_THROW(dense_maps({x.shape, x.keypoints}, {x.shape, x.keypoints}, match), InputError);
}

TEST(DenseMap, CarriesFunctionsOver) {
    const Shape target = tetrahedron();
    const DenseMap map = {{0, {0.5, 0.25, 0.25}}, {2, {0, 0, 1}}};
    const Eigen::MatrixXd values{{1, 10}, {2, 20}, {3, 30}, {4, 40}};
    const Eigen::MatrixXd carried = carry_over(map, target.faces, values);
    const auto corner = [&](int face, int c) { return values(target.faces(face, c), 1); };
    EXPECT_DOUBLE_EQ(carried(0, 1), 0.5 * corner(0, 0) + 0.25 * corner(0, 1) + 0.25 * corner(0, 2));
    EXPECT_DOUBLE_EQ(carried(1, 1), corner(2, 2));
    EXPECT_EQ(carry_over({{3, {1, 0, 0}}}, Faces(0, 3), values), values.row(3));
}

}  // namespace
}  // namespace sigmatch
