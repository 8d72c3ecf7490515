#include "sigmatch/report.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "io/base64.h"
#include "report/display_shape.h"
#include "report/packed_array.h"
#include "report/surface_distance.h"
#include "sigmatch/decimation.h"
#include "sigmatch/errors.h"
#include "sigmatch/surface.h"
#include "support/meshes.h"
#include "support/random_problem.h"
#include "support/report_page.h"

namespace sigmatch {
namespace {

using nlohmann::json;

using testing::unpacked_numbers;
using testing::unpacked_points;

TEST(Base64, EncodesAsTheStandardSays) {
    const std::pair<const char*, const char*> examples[] = {{"", ""},
                                                            {"f", "Zg=="},
                                                            {"fo", "Zm8="},
                                                            {"foo", "Zm9v"},
                                                            {"foob", "Zm9vYg=="},
                                                            {"fooba", "Zm9vYmE="},
                                                            {"foobar", "Zm9vYmFy"}};
    for (const auto& [plain, encoded] : examples) EXPECT_EQ(encode_base64(plain), encoded);
    std::string all;
    for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
    EXPECT_EQ(decode_base64(encode_base64(all)), all);
}

TEST(PackedArray, PointsAreOffByHalfAStepAtMost) {
    const Points points = testing::creature("biped", "walk", 700).shape.vertices * 1e6;
    const json packed = packed_points(points);
    const double step = (points.colwise().maxCoeff() - points.colwise().minCoeff()).maxCoeff() / 65535;
    EXPECT_NEAR(packed["scale"].get<double>(), step, 1e-9 * step);
    EXPECT_LE((unpacked_points(packed) - points).cwiseAbs().maxCoeff(), 0.5001 * step);
    const Points same = Points::Constant(4, 3, 7);
    EXPECT_EQ(unpacked_points(packed_points(same)), same);
}

TEST(PackedArray, ScalarsKeepWhatIsMissing) {
    Eigen::VectorXd values(4);
    values << -2, std::numeric_limits<double>::quiet_NaN(), 1, 4;
    const json packed = packed_scalars(values);
    EXPECT_EQ(packed["from"], -2.0);
    EXPECT_EQ(packed["to"], 4.0);
    EXPECT_EQ(unpacked_numbers<std::uint16_t>(packed), (std::vector<std::uint16_t>{0, 65535, 32767, 65534}));
    const Eigen::VectorXd none = Eigen::VectorXd::Constant(2, std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(unpacked_numbers<std::uint16_t>(packed_scalars(none)),
              (std::vector<std::uint16_t>{65535, 65535}));
}

TEST(PackedArray, FacesAreWideWhereTheyMust) {
    Faces faces(1, 3);
    faces << 0, 65535, 2;
    EXPECT_EQ(packed_faces(faces)["wide"], false);
    EXPECT_EQ(unpacked_numbers<std::uint16_t>(packed_faces(faces)),
              (std::vector<std::uint16_t>{0, 65535, 2}));
    faces << 0, 65536, 2;
    EXPECT_EQ(packed_faces(faces)["wide"], true);
    EXPECT_EQ(unpacked_numbers<std::uint32_t>(packed_faces(faces)),
              (std::vector<std::uint32_t>{0, 65536, 2}));
}

TEST(SurfaceDistance, TriangleAgainstManySamples) {
    std::mt19937_64 random(3);
    std::normal_distribution<double> normal;
    const auto vector = [&] { return Eigen::Vector3d(normal(random), normal(random), normal(random)); };
    for (int trial = 0; trial < 50; ++trial) {
        const Eigen::Vector3d a = vector(), b = vector(), c = trial % 5 ? vector() : a, p = 2 * vector();
        double least = std::numeric_limits<double>::infinity();
        constexpr int steps = 200;
        for (int i = 0; i <= steps; ++i)
            for (int j = 0; i + j <= steps; ++j)
                least = std::min(least, (p - a - (b - a) * i / steps - (c - a) * j / steps).norm());
        const double size = (b - a).norm() + (c - a).norm();
        const double exact = distance_from_triangle(p, a, b, c);
        EXPECT_LE(exact, least * (1 + 1e-12));
        EXPECT_GE(exact, least - size / steps);
    }
}

TEST(SurfaceDistance, EqualsTheLeastOverAllTriangles) {
    const Shape surface = testing::creature("quadruped", "walk", 700).shape;
    const Points points = testing::creature("quadruped", "rest", 600).shape.vertices;
    const Eigen::VectorXd fast = distances_from_surface(points, surface);
    int equal = 0;
    for (Eigen::Index v = 0; v < points.rows(); ++v) {
        double least = std::numeric_limits<double>::infinity();
        for (Eigen::Index f = 0; f < surface.faces.rows(); ++f)
            least = std::min(least,
                             distance_from_triangle(points.row(v), surface.vertices.row(surface.faces(f, 0)),
                                                    surface.vertices.row(surface.faces(f, 1)),
                                                    surface.vertices.row(surface.faces(f, 2))));
        EXPECT_GE(fast[v], least * (1 - 1e-12));
        EXPECT_LE(fast[v], least + 0.2 * mean_edge_length(surface));
        equal += fast[v] <= least * (1 + 1e-12);
    }
    EXPECT_GE(equal, 0.98 * static_cast<double>(points.rows()));
    const Eigen::VectorXd from_itself = distances_from_surface(surface.vertices, surface);
    EXPECT_EQ(from_itself.maxCoeff(), 0);
}

TEST(DisplayShape, LargeMeshIsSimplifiedAtItsOwnVertices) {
    const Creature fine = testing::creature("quadruped", "rest", 3000);
    const DisplayShape same = display_shape(fine.shape, fine.keypoints, 100000);
    EXPECT_FALSE(same.simplified);
    EXPECT_EQ(same.keypoints, fine.keypoints);
    EXPECT_EQ(same.faces.rows(), fine.shape.faces.rows());
    const DisplayShape coarse = display_shape(fine.shape, fine.keypoints, 2000);
    EXPECT_TRUE(coarse.simplified);
    EXPECT_LE(coarse.faces.rows(), 2000);
    EXPECT_LT(coarse.faces.maxCoeff(), static_cast<int>(coarse.vertex_ids.size()));
    for (size_t k = 0; k < fine.keypoints.size(); ++k)
        EXPECT_EQ(coarse.vertex_ids[static_cast<size_t>(coarse.keypoints[k])], fine.keypoints[k]);
    const Shape shown{fine.shape.vertices(coarse.vertex_ids, Eigen::all), coarse.faces};
    EXPECT_NEAR(surface_area(shown), surface_area(fine.shape), 0.05 * surface_area(fine.shape));
}

TEST(DisplayShape, KeypointsMayBeTheSameVertex) {
    const Creature fine = testing::creature("quadruped", "rest", 3000);
    const Keypoints keypoints = {7, 5, 7, 2000, 5};
    const DisplayShape coarse = display_shape(fine.shape, keypoints, 2000);
    ASSERT_EQ(coarse.keypoints.size(), keypoints.size());
    for (size_t k = 0; k < keypoints.size(); ++k)
        EXPECT_EQ(coarse.vertex_ids[static_cast<size_t>(coarse.keypoints[k])], keypoints[k]);
}

TEST(DisplayShape, CloudIsThinnedOutAroundItsKeypoints) {
    Shape cloud = testing::creature("quadruped", "rest", 3000).shape;
    cloud.faces.resize(0, 3);
    const Keypoints keypoints = {1, 2, 0, 2999};
    const DisplayShape shown = display_shape(cloud, keypoints, 500);
    EXPECT_TRUE(shown.simplified);
    EXPECT_LE(shown.vertex_ids.size(), 504u);
    for (size_t k = 0; k < keypoints.size(); ++k)
        EXPECT_EQ(shown.vertex_ids[static_cast<size_t>(shown.keypoints[k])], keypoints[k]);
    EXPECT_EQ(display_shape(cloud, keypoints, 3000).vertex_ids.size(), 3000u);
}

class ReportTest : public ::testing::Test {
protected:
    /// A creature and its turned, scaled and moved copy, every third keypoint, those of Y in reverse.
    static const ReportData& data() {
        static const ReportData made = [] {
            const Creature creature = testing::creature("quadruped", "walk", 600);
            Keypoints kx, ky;
            for (size_t k = 0; k < creature.keypoints.size(); k += 3) {
                kx.push_back(creature.keypoints[k]);
                ky.insert(ky.begin(), creature.keypoints[k]);
            }
            Shape y = creature.shape;
            const Eigen::Matrix3d turn =
                Eigen::AngleAxisd(2, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix();
            y.vertices = (3 * y.vertices * turn.transpose()).rowwise() + Eigen::RowVector3d(5, 6, 7);
            Match match;
            for (size_t i = 0; i < kx.size(); ++i) match.push_back(static_cast<int>(kx.size() - 1 - i));
            const auto [px, py] = prepare_pair({creature.shape, kx}, {y, ky});
            const MatchResult result = evaluate_match(px, py, match);
            return report_data("</script><b>x", px, "\xFFy", py, result,
                               reconstructions_to_show(px, py, result));
        }();
        return made;
    }

    static PreparedPair prepared() {
        return prepare_pair({data().x.shape, data().result.keypoints_x},
                            {data().y.shape, data().result.keypoints_y});
    }

    static json shown(const ReportData& report) { return testing::data_of_page(report_html(report)); }

    void SetUp() override {
        if (!has_reports()) GTEST_SKIP() << "built without npm";
    }
};

TEST_F(ReportTest, FramesTurnYToStandAsX) {
    const DisplayFrames frames = display_frames(data());
    const Points x = data().x.shape.vertices, y = data().y.shape.vertices;
    for (Eigen::Index v = 0; v < x.rows(); ++v) {
        const Eigen::Vector3d p = x.row(v), q = y.row(v);
        EXPECT_LT((frames.x * p - frames.y * q).norm(), 1e-9);
    }
}

TEST_F(ReportTest, HoldsWhatIsKnown) {
    const json page = shown(data());
    EXPECT_EQ(page["x"]["name"], "</script><b>x");
    EXPECT_EQ(page["y"]["name"], "\xEF\xBF\xBDy");  // what is not UTF-8 is replaced
    EXPECT_EQ(page["x"]["keypoints"].get<Keypoints>(), data().result.keypoints_x);
    EXPECT_EQ(page["result"]["status"], "fixed");
    ASSERT_EQ(page["matches"].size(), 1u);
    const json match = page["matches"][0];
    EXPECT_EQ(match["match"].get<Match>(), data().result.match);
    EXPECT_EQ(match["terms"], page["result"]["terms"]);
    EXPECT_FALSE(match.contains("errors"));
    EXPECT_FALSE(page["x"].contains("partners"));
    // The rows of the candidate set, as many ones as there are candidates.
    int ones = 0;
    for (const std::string row : page["allowed"]) {
        EXPECT_EQ(row.size(), data().result.keypoints_y.size());
        ones += static_cast<int>(std::count(row.begin(), row.end(), '1'));
    }
    EXPECT_EQ(ones, data().result.candidates);
    // A copy is reconstructed exactly: X^ lies on Y, and both are shown in the same place.
    const json bent = match["bent"]["x"];
    EXPECT_LT(bent["error"]["to"].get<double>(), 1e-6);
    EXPECT_LT(
        (unpacked_points(bent["positions"]) - unpacked_points(page["y"]["positions"])).cwiseAbs().maxCoeff(),
        1e-3);
    EXPECT_EQ(unpacked_numbers<std::uint16_t>(page["x"]["orientation"]).size(),
              data().x.shape.vertices.rows());
}

TEST_F(ReportTest, HoldsErrorsAndDenseMap) {
    ReportData more = data();
    more.matches[0].errors = {0.25, std::nullopt, 0.0};
    more.y.partners = more.x.shape.vertices;
    const json page = shown(more);
    EXPECT_EQ(page["matches"][0]["errors"], (json{0.25, nullptr, 0.0}));
    EXPECT_LT((unpacked_points(page["y"]["partners"]) - unpacked_points(page["x"]["positions"]))
                  .cwiseAbs()
                  .maxCoeff(),
              1e-3);
}

TEST_F(ReportTest, AlternativesHaveTheirOwnReconstructions) {
    MatchResult result = data().result;
    const size_t many = 3 + most_bent_alternatives;
    while (result.ranking.size() < many) {
        RankedMatch next = result.ranking.back();
        std::swap(next.match[0], next.match[result.ranking.size() % 3 + 1]);
        next.objective += 0.5;
        next.mirrored = result.ranking.size() == 2;
        next.terms.ori += 0.5;
        result.ranking.push_back(next);
    }
    const auto [x, y] = prepared();
    const ReportData report = report_data("x", x, "y", y, result, reconstructions_to_show(x, y, result));
    const json page = shown(report);
    ASSERT_EQ(page["matches"].size(), many);
    const DisplayFrames frames = display_frames(report);
    for (size_t k = 0; k < many; ++k) {
        const json match = page["matches"][k];
        EXPECT_EQ(match["match"].get<Match>(), result.ranking[k].match);
        EXPECT_EQ(match["objective"], result.ranking[k].objective);
        EXPECT_EQ(match["mirrored"], k == 2);
        EXPECT_EQ(match["terms"]["ori"], result.ranking[k].terms.ori);
        ASSERT_EQ(match.contains("bent"), k <= most_bent_alternatives) << k;
        if (k > most_bent_alternatives) continue;
        // As if it were the only one.
        const Reconstructions alone = reconstruct(x, y, result.ranking[k].match, result.options);
        const Points seen_x = (alone.x * frames.y.linear().transpose()).rowwise() +
                              frames.y.translation().transpose(),
                     seen_y = (alone.y * frames.x.linear().transpose()).rowwise() +
                              frames.x.translation().transpose();
        EXPECT_LT((unpacked_points(match["bent"]["x"]["positions"]) - seen_x).cwiseAbs().maxCoeff(), 1e-3)
            << k;
        EXPECT_LT((unpacked_points(match["bent"]["y"]["positions"]) - seen_y).cwiseAbs().maxCoeff(), 1e-3)
            << k;
        EXPECT_EQ(match["bent"]["x"]["error"]["to"].get<double>() > 1e-3, k > 0) << k;
    }
}

TEST_F(ReportTest, OtherPlacementOfChosenKeypointsIsOneMoreMatch) {
    ReportData report = data();
    ChosenKeypoints chosen;
    chosen.other_y = data().result.keypoints_y;
    std::reverse(chosen.other_y.begin(), chosen.other_y.end());
    chosen.other_y[0] = 1;
    chosen.misfit = 1;
    chosen.other_misfit = 1.02;
    report.result.chosen = chosen;
    const json page = shown(report);
    EXPECT_EQ(page["y"]["keypoints"].get<Keypoints>(), data().result.keypoints_y);
    EXPECT_EQ(page["y"]["shown_keypoints"].size(), data().result.keypoints_y.size());
    ASSERT_EQ(page["matches"].size(), 2u);
    const json other = page["matches"][1];
    EXPECT_FALSE(other.contains("objective"));
    EXPECT_EQ(other["match"].get<Match>(), testing::identity_match(chosen.other_y.size()));
    EXPECT_EQ(other["placement"]["keypoints"].get<Keypoints>(), chosen.other_y);
    EXPECT_EQ(other["placement"]["shown_keypoints"].get<Keypoints>(), chosen.other_y);  // not simplified
    EXPECT_EQ(page["result"]["chosen_keypoints"]["ambiguous"], true);
}

TEST_F(ReportTest, MatchTooSmallToBendIsShownAsItIs) {
    MatchResult few = data().result;
    for (size_t i = 2; i < few.match.size(); ++i) few.match[i] = unmatched;
    few.ranking[0].match = few.match;
    const auto [x, y] = prepared();
    const std::vector<Reconstructions> none = reconstructions_to_show(x, y, few);
    EXPECT_TRUE(none.empty());
    const json page = shown(report_data("x", x, "y", y, few, none));
    EXPECT_FALSE(page["matches"][0].contains("bent"));
    EXPECT_EQ(page["matches"][0]["match"][5], -1);
}

TEST(Report, OrientationOfEveryVertexIsThatOfTheKeypoints) {
    const Creature x = testing::creature("quadruped", "rest", 600),
                   y = testing::creature("quadruped", "walk", 600);
    const auto [px, py] = prepare_pair({x.shape, x.keypoints}, {y.shape, y.keypoints});
    const Match given = testing::identity_match(x.keypoints.size());
    const VertexOrientation all = evaluate_match(px, py, given).orientation;
    const Problem problem = build_problem(px, py);
    ASSERT_EQ(all.x.size(), x.shape.vertices.rows());
    EXPECT_EQ(Eigen::VectorXd(all.x(x.keypoints)), problem.h_x);
    EXPECT_EQ(Eigen::VectorXd(all.y(y.keypoints)), problem.h_y);
    MatchOptions without;
    without.lambda_ori = 0;
    EXPECT_EQ(evaluate_match(px, py, given, without).orientation.x.size(), 0);
}

TEST(Report, OrientationOfADecimatedShapeIsThatOfTheNearestVertexLeft) {
    const Creature fine = testing::creature("quadruped", "walk", 1500);
    Shape littered = fine.shape;  // with a part far away that the model leaves out
    const Eigen::Index v = littered.vertices.rows(), f = littered.faces.rows();
    littered.vertices.conservativeResize(v + 3, 3);
    littered.vertices.bottomRows(3) = Points::Identity(3, 3) + Points::Constant(3, 3, 50);
    littered.faces.conservativeResize(f + 1, 3);
    littered.faces.row(f) << static_cast<int>(v), static_cast<int>(v + 1), static_cast<int>(v + 2);
    MatchOptions options;
    options.faces = 700;
    const auto [px, py] = prepare_pair({littered, fine.keypoints}, {fine.shape, fine.keypoints}, options);
    const Match given = testing::identity_match(fine.keypoints.size());
    const VertexOrientation all = evaluate_match(px, py, given, options).orientation;
    const Problem problem = build_problem(px, py, options);
    ASSERT_EQ(all.x.size(), v + 3);
    ASSERT_EQ(all.y.size(), v);
    EXPECT_EQ(Eigen::VectorXd(all.x(fine.keypoints)), problem.h_x);
    EXPECT_EQ(Eigen::VectorXd(all.y(fine.keypoints)), problem.h_y);
    EXPECT_TRUE(all.x.head(v).allFinite());
    for (Eigen::Index k = v; k < v + 3; ++k) EXPECT_TRUE(std::isnan(all.x[k]));
    // No more values than there are vertices left, and each in a neighbourhood of its own.
    const Shape coarse = decimate(fine.shape, fine.keypoints, 700).shape;
    std::map<double, int> places;
    for (Eigen::Index k = 0; k < v; ++k) {
        Eigen::Index nearest = 0;
        (coarse.vertices.rowwise() - fine.shape.vertices.row(k)).rowwise().squaredNorm().minCoeff(&nearest);
        const auto [place, is_new] = places.try_emplace(all.y[k], static_cast<int>(nearest));
        EXPECT_EQ(place->second, nearest);
    }
    EXPECT_LE(places.size(), static_cast<size_t>(coarse.vertices.rows()));
}

TEST(Report, BuildWithoutPageSaysSo) {
    if (has_reports())
        EXPECT_NO_THROW(check_has_reports());
    else
        EXPECT_THROW(report_html({}), InputError);
}

}  // namespace
}  // namespace sigmatch
