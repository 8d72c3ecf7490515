#include "sigmatch/automatic.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sigmatch/certificate_file.h"
#include "sigmatch/errors.h"
#include "sigmatch/finite_points.h"
#include "sigmatch/geodesics.h"
#include "sigmatch/transfer.h"
#include "sigmatch/verify.h"
#include "solver/walks.h"
#include "support/meshes.h"
#include "support/random_problem.h"

namespace sigmatch {
namespace {

using testing::creature;
using testing::moved;

AutomaticMatch match_shapes(const Shape& x, const Shape& y, MatchOptions options = {},
                            int keypoints = automatic_keypoints) {
    return match_automatically(AutomaticShape(x, options, "X", keypoints),
                               AutomaticShape(y, options, "Y", keypoints), {options, {}});
}

/// Vertex k of one pose is vertex k of the other: how far each partner is from it, divided by the diameter.
std::vector<double> errors(const AutomaticMatch& found) {
    const GeodesicGraph graph(found.y.original().shape);
    const double diameter = graph_diameter(graph).length;
    std::vector<double> errors;
    for (size_t i = 0; i < found.match.match.size(); ++i) {
        const int partner = found.match.keypoints_y[static_cast<size_t>(found.match.match[i])];
        errors.push_back(graph.distances_from(found.match.keypoints_x[i])[partner] / diameter);
    }
    return errors;
}

double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

/// Pairs of poses, matched once for all tests.
const AutomaticMatch& poses(const std::string& kind) {
    static const AutomaticMatch quadruped =
        match_shapes(creature("quadruped", "rest", 800).shape, creature("quadruped", "walk", 800).shape);
    static const AutomaticMatch biped =
        match_shapes(creature("biped", "rest", 800).shape, creature("biped", "sit", 800).shape);
    return kind == "biped" ? biped : quadruped;
}

TEST(Automatic, FindsTheTruthBetweenPoses) {
    for (const std::string kind : {"quadruped", "biped"}) {
        const AutomaticMatch& found = poses(kind);
        EXPECT_EQ(found.match.status, Status::optimal);
        EXPECT_EQ(found.match.match.size(), static_cast<size_t>(automatic_keypoints));
        ASSERT_TRUE(found.match.chosen);
        EXPECT_FALSE(found.match.chosen->ambiguous()) << kind;
        EXPECT_LT(mean(errors(found)), 0.05) << kind;
    }
}

TEST(Automatic, TheProvenProblemIsThatOfTheShapesWithTheChosenKeypoints) {
    MatchOptions options;
    options.certify = true;
    const Shape x = creature("quadruped", "rest", 600).shape, y = creature("quadruped", "sit", 600).shape;
    const AutomaticMatch found = match_shapes(x, y, options, 12);
    const MatchResult again =
        evaluate_match(PreparedShape({x, found.match.keypoints_x}, options),
                       PreparedShape({y, found.match.keypoints_y}, options, "Y"), found.match.match, options);
    EXPECT_NEAR(again.objective, found.match.objective, 1e-12);
    ASSERT_TRUE(found.match.certificate);
    EXPECT_GT(check_proof(*found.match.certificate).lower_bound, 0);
}

TEST(Automatic, TheOutcomeDoesNotDependOnThreads) {
    const Shape x = creature("quadruped", "rest", 500).shape, y = creature("quadruped", "turn", 500).shape;
    MatchOptions one, two;
    one.threads = 1;
    two.threads = 2;
    const AutomaticMatch a = match_shapes(x, y, one, 12), b = match_shapes(x, y, two, 12);
    EXPECT_EQ(a.match.keypoints_x, b.match.keypoints_x);
    EXPECT_EQ(a.match.keypoints_y, b.match.keypoints_y);
    EXPECT_EQ(a.match.objective, b.match.objective);
    EXPECT_EQ(a.match.chosen->misfit, b.match.chosen->misfit);
}

TEST(Automatic, RefusesPartialMatches) {
    MatchOptions options;
    options.partial = true;
    const Shape shape = creature("quadruped", "rest", 500).shape;
    EXPECT_THROW(match_shapes(shape, shape, options), InputError);
}

TEST(Automatic, RefusesShapesThatAreTooSmall) {
    const Shape small = testing::tetrahedron();
    EXPECT_THROW(AutomaticShape{small}, InputError);
}

TEST(Automatic, SmallShapesHaveFewerKeypoints) {
    const Shape x = testing::sphere(1), y = moved(x, 2);
    const AutomaticMatch found = match_shapes(x, y);
    EXPECT_EQ(found.match.match.size(), 21u);
    EXPECT_TRUE(found.match.chosen->ambiguous());
}

TEST(Automatic, AmbiguousIfTheMarginIsSmall) {
    ChosenKeypoints chosen;
    chosen.misfit = 1;
    EXPECT_FALSE(chosen.ambiguous());
    chosen.other_misfit = 1.5;
    EXPECT_DOUBLE_EQ(chosen.margin(), 0.5);
    EXPECT_FALSE(chosen.ambiguous());
    chosen.other_misfit = 1.01;
    EXPECT_TRUE(chosen.ambiguous());
    for (const double equal : {0.0, std::numeric_limits<double>::infinity()}) {
        chosen.misfit = chosen.other_misfit = equal;
        EXPECT_EQ(chosen.margin(), 0);
        EXPECT_TRUE(chosen.ambiguous());
    }
}

TEST(LocalOptima, AreSortedDistinctAndTheSameForAnyNumberOfThreads) {
    std::mt19937_64 random(3);
    const Problem problem = testing::random_problem(8, true, 0, random);
    const std::vector<Match> found = local_optima(problem, 40, 1, 5);
    ASSERT_GT(found.size(), 1u);
    EXPECT_EQ(found, local_optima(problem, 40, 2, 5));
    for (size_t k = 0; k < found.size(); ++k) {
        if (k > 0) {
            EXPECT_GE(evaluate(problem, found[k]).sum(), evaluate(problem, found[k - 1]).sum());
        }
        for (size_t l = 0; l < k; ++l) {
            int common = 0;
            for (size_t i = 0; i < found[k].size(); ++i) common += found[k][i] == found[l][i];
            EXPECT_LE(2 * common, static_cast<int>(found[k].size()));
        }
    }
}

/// The middle of every 50th face.
std::vector<SurfacePoint> places_on(const Shape& shape) {
    std::vector<SurfacePoint> places;
    for (int f = 0; f < shape.faces.rows(); f += 50)
        places.push_back({f, Eigen::Vector3d::Constant(1.0 / 3)});
    return places;
}

/// Every vertex to itself, turned and scaled.
DenseMap to_itself(const Shape& shape) {
    DenseMap map(static_cast<size_t>(shape.vertices.rows()));
    for (int f = 0; f < shape.faces.rows(); ++f)
        for (int c = 0; c < 3; ++c)
            map[static_cast<size_t>(shape.faces(f, c))] = {f, Eigen::Vector3d::Unit(c)};
    return map;
}

TEST(CarryLandmarks, FollowTheMap) {
    const Shape x = creature("quadruped", "rest", 600).shape, y = moved(x, 3);
    const std::vector<SurfacePoint> places = places_on(x);
    const auto carried = carry_landmarks(places, x, y, {to_itself(x), to_itself(x)});
    const Points truth = positions(places, y);
    ASSERT_EQ(carried.size(), places.size());
    for (size_t i = 0; i < places.size(); ++i) {
        EXPECT_LT((carried[i].position - truth.row(static_cast<Eigen::Index>(i))).norm(), 1e-9);
        EXPECT_LT(carried[i].return_error, 1e-9);
        EXPECT_GT(carried[i].trust, 0.999);
    }
}

TEST(CarryLandmarks, TrustFallsWhereTheMapsDisagree) {
    const Shape x = creature("quadruped", "rest", 600).shape;
    DenseMap back = to_itself(x);
    std::rotate(back.begin(), back.begin() + 200, back.end());
    const auto carried = carry_landmarks(places_on(x), x, x, {to_itself(x), back});
    for (size_t i = 1; i < carried.size(); ++i) {
        if (carried[i].return_error > 0.1) {
            EXPECT_LT(carried[i].trust, doubtful_trust);
        }
        if (carried[i].return_error > carried[i - 1].return_error) {
            EXPECT_LT(carried[i].trust, carried[i - 1].trust);
        }
    }
}

TEST(MedianOf, OneWrongTemplateOfThreeDoesNoHarm) {
    const Shape shape = creature("quadruped", "rest", 600).shape;
    const std::vector<SurfacePoint> places = places_on(shape);
    const DenseMaps maps{to_itself(shape), to_itself(shape)};
    const auto right = carry_landmarks(places, shape, shape, maps);
    auto wrong = right;
    for (CarriedLandmark& landmark : wrong) landmark.position += Eigen::RowVector3d(0.5, 0.2, 0.1);
    const auto median = median_of({right, wrong, right}, shape);
    for (size_t i = 0; i < right.size(); ++i) {
        EXPECT_LT((median[i].position - right[i].position).norm(), 1e-9);
        EXPECT_GT(median[i].spread, 0);
        EXPECT_LT(median[i].trust, right[i].trust);
    }
    const auto alone = median_of({right}, shape);
    for (size_t i = 0; i < right.size(); ++i) EXPECT_LT(alone[i].spread, 1e-12);
}

TEST(Transfer, LandmarksLandWhereTheyBelong) {
    const Shape x = creature("quadruped", "rest", 800).shape,
                y = moved(creature("quadruped", "walk", 800).shape, 5);
    const std::vector<SurfacePoint> places = places_on(x);
    const Transfer found = transfer({{AutomaticShape(x), places}}, AutomaticShape(y, {}, "Y"));
    const Points truth = positions(places, y);
    const double size = bounding_box(y.vertices).diagonal();
    double sum = 0;
    for (size_t i = 0; i < places.size(); ++i)
        sum += (found.landmarks[i].position - truth.row(static_cast<Eigen::Index>(i))).norm() / size;
    EXPECT_LT(sum / static_cast<double>(places.size()), 0.02);
    EXPECT_TRUE(found.proven);
    EXPECT_FALSE(found.ambiguous);
}

TEST(Transfer, RefusesTemplatesThatDisagree) {
    const Shape shape = creature("quadruped", "rest", 500).shape;
    const AutomaticShape prepared(shape);
    const std::vector<SurfacePoint> places = places_on(shape);
    EXPECT_THROW(transfer({}, prepared), InputError);
    EXPECT_THROW(transfer({{prepared, places}, {prepared, {places[0]}}}, prepared), InputError);
}

}  // namespace
}  // namespace sigmatch
