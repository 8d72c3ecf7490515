#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "report/display_shape.h"
#include "report/surface_distance.h"
#include "sigmatch/certificate_origin.h"
#include "sigmatch/dense_map.h"
#include "sigmatch/errors.h"
#include "sigmatch/finite_points.h"
#include "sigmatch/match.h"
#include "sigmatch/reconstruction.h"
#include "sigmatch/report.h"
#include "support/meshes.h"
#include "support/report_page.h"

/// A shape with vertices that are not finite is matched, mapped and shown as the same shape without them.
namespace sigmatch {
namespace {

using namespace testing;

/// The shape with one more vertex in front of the others and one behind them, both NaN.
MarkedShape spoiled(const MarkedShape& clean) {
    const Eigen::Index n = clean.shape.vertices.rows();
    MarkedShape result{
        {Points::Constant(n + 2, 3, std::numeric_limits<double>::quiet_NaN()), clean.shape.faces.array() + 1},
        clean.keypoints};
    result.shape.vertices.middleRows(1, n) = clean.shape.vertices;
    for (int& v : result.keypoints) ++v;
    return result;
}

class UndefinedVertices : public ::testing::TestWithParam<bool> {
protected:
    UndefinedVertices() {
        for (MarkedShape* marked : {&x_, &y_}) {
            const Creature made = creature("quadruped", marked == &x_ ? "rest" : "walk", 500);
            *marked = {made.shape, {made.keypoints.begin(), made.keypoints.begin() + 9}};
            if (GetParam()) marked->shape.faces.resize(0, 3);
        }
    }

    MarkedShape x_, y_;
};

INSTANTIATE_TEST_SUITE_P(Shapes, UndefinedVertices, ::testing::Bool(),
                         [](const auto& info) { return info.param ? "Cloud" : "Mesh"; });

TEST_P(UndefinedVertices, ChangeNoMatch) {
    for (const int faces : {0, 300}) {
        MatchOptions options;
        options.faces = faces;
        const MatchResult clean = match(x_, y_, options), same = match(spoiled(x_), spoiled(y_), options);
        EXPECT_EQ(same.match, clean.match);
        EXPECT_NEAR(same.objective, clean.objective, 1e-12 * clean.objective);  // sums may round differently
        const PreparedShape shape(spoiled(x_), options);
        ASSERT_FALSE(shape.warnings().empty());
        EXPECT_EQ(shape.warnings()[0],
                  "shape X: vertices whose coordinates are not finite: 2; left out with their faces");
        EXPECT_EQ(shape.vertex_of().front(), -1);
        EXPECT_EQ(shape.vertex_of().back(), -1);
    }
    EXPECT_EQ(shape_hash(spoiled(x_).shape), shape_hash(spoiled(x_).shape));
}

TEST_P(UndefinedVertices, HaveNoImageAndNoReconstruction) {
    const PreparedShape x(x_), y(y_), worse_x(spoiled(x_)), worse_y(spoiled(y_));
    const Match given{0, 1, 2, 3, 4, 5, 6, 7, 8};
    const DenseMaps clean = dense_maps(x, y, given), maps = dense_maps(worse_x, worse_y, given);
    ASSERT_EQ(maps.x_to_y.size(), clean.x_to_y.size() + 2);
    for (const size_t v : {size_t(0), maps.x_to_y.size() - 1}) {
        EXPECT_EQ(maps.x_to_y[v].face, -1);
        EXPECT_EQ(maps.x_to_y[v].weights, Eigen::Vector3d::Zero());
    }
    const int shift = GetParam() ? 1 : 0;  // a cloud's "faces" are vertices
    for (size_t v = 0; v < clean.x_to_y.size(); ++v) {
        EXPECT_EQ(maps.x_to_y[v + 1].face, clean.x_to_y[v].face + shift);
        EXPECT_EQ(maps.x_to_y[v + 1].weights, clean.x_to_y[v].weights);
    }
    EXPECT_EQ(finite_rows(positions(maps.x_to_y, worse_y.original().shape)),
              finite_rows(worse_x.original().shape.vertices));
    const Points bent = reconstruct(worse_x, worse_y, given).x;
    EXPECT_EQ(Points(bent.middleRows(1, bent.rows() - 2)), reconstruct(x, y, given).x);
    EXPECT_EQ(std::ssize(finite_rows(bent)), bent.rows() - 2);
}

TEST_P(UndefinedVertices, AreNotDrawn) {
    const MarkedShape worse = spoiled(x_);
    for (const int most : {100000, 300}) {
        const DisplayShape shown = display_shape(worse.shape, worse.keypoints, most),
                           clean = display_shape(x_.shape, x_.keypoints, most);
        ASSERT_EQ(shown.vertex_ids.size(), clean.vertex_ids.size());
        for (size_t v = 0; v < clean.vertex_ids.size(); ++v)
            EXPECT_EQ(shown.vertex_ids[v], clean.vertex_ids[v] + 1);
        EXPECT_EQ(shown.faces, clean.faces);
        EXPECT_EQ(shown.keypoints, clean.keypoints);
        EXPECT_EQ(shown.simplified, clean.simplified);
    }
    EXPECT_EQ(distances_from_surface(y_.shape.vertices, worse.shape),
              distances_from_surface(y_.shape.vertices, x_.shape));
}

TEST_P(UndefinedVertices, DoNotReachThePageOfAReport) {
    if (!has_reports()) GTEST_SKIP();
    const PreparedShape x(spoiled(x_)), y(spoiled(y_));
    const Match given{0, 1, 2, 3, 4, 5, 6, 7, 8};
    const MatchResult result = evaluate_match(x, y, given);
    const ReportData data = report_data("x", x, "y", y, result, reconstruct(x, y, std::vector<Match>{given}),
                                        dense_maps(x, y, given));
    const nlohmann::json page = data_of_page(report_html(data));
    for (const char* points : {"positions", "partners"}) {
        EXPECT_TRUE(page["x"][points]["scale"].is_number()) << points;
        EXPECT_EQ(unpacked_points(page["x"][points]).rows(), x_.shape.vertices.rows()) << points;
    }
    EXPECT_TRUE(page["matches"][0]["bent"]["x"]["error"]["to"].is_number());
}

TEST_P(UndefinedVertices, AreNoKeypointsAndNoCorners) {
    MarkedShape bad = spoiled(x_);
    bad.keypoints[3] = 0;
    EXPECT_THROW(
        try { PreparedShape{bad}; } catch (const InputError& error) {
            EXPECT_STREQ(
                error.what(),
                "keypoint 3 of shape X is vertex 0, whose coordinates are not finite: choose another "
                "vertex");
            throw;
        },
        InputError);
    if (GetParam()) return;
    bad = spoiled(x_);
    bad.shape.faces(5, 1) = 0;
    EXPECT_THROW(PreparedShape{bad}, InputError);
}

}  // namespace
}  // namespace sigmatch
