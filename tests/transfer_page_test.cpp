#include "sigmatch/transfer_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sigmatch/report.h"
#include "support/meshes.h"
#include "support/report_page.h"

namespace sigmatch {
namespace {

using nlohmann::json;
using testing::creature;
using testing::moved;
using testing::unpacked_points;

/// Points within faces.
std::vector<SurfacePoint> places(int count) {
    std::vector<SurfacePoint> made;
    for (int k = 0; k < count; ++k) made.push_back({150 * k, Eigen::Vector3d(0.5, 0.3, 0.2)});
    return made;
}

Transfer to_itself(const std::vector<SurfacePoint>& places, const Shape& target) {
    Transfer transfer;
    for (const SurfacePoint& place : places)
        transfer.landmarks.push_back({place, positions({place}, target).row(0), 0.01, 0, 0.8});
    return transfer;
}

json data_of_script(const std::string& script) {
    const std::string begin = "var sigmatchTarget = ";
    EXPECT_TRUE(script.starts_with(begin));
    EXPECT_TRUE(script.ends_with(";\n"));
    return json::parse(script.substr(begin.size(), script.size() - begin.size() - 2));
}

class TransferPageTest : public ::testing::Test {
protected:
    void SetUp() override {
        if (!has_reports()) GTEST_SKIP() << "built without npm";
    }
    const Shape shape_ = creature("quadruped", "rest", 800).shape;
};

TEST_F(TransferPageTest, ATurnedTargetStandsAsTheTemplate) {
    const Shape turned = moved(shape_, 5);
    for (const int count : {3, 9}) {
        const TransferPage page("rest.off", shape_, places(count), std::vector<std::string>(count, "tip"));
        const json on_template = testing::data_of_page(page.html({}))["template"];
        const json target = data_of_script(page.script("turned", turned, to_itself(places(count), turned)));
        for (const char* part : {"positions", "keypoint_positions"})
            EXPECT_LT((unpacked_points(on_template[part]) - unpacked_points(target["shape"][part]))
                          .cwiseAbs()
                          .maxCoeff(),
                      1e-3);
    }
}

TEST_F(TransferPageTest, LandmarksAreWhereTheyAreAlsoOnASimplifiedShape) {
    const Shape fine = creature("quadruped", "walk", 20000).shape;
    const std::vector<SurfacePoint> marks = places(9);
    const TransferPage page("fine.off", fine, marks, std::vector<std::string>(9));
    const json side = testing::data_of_page(page.html({}))["template"];
    EXPECT_EQ(side["simplified"], true);
    EXPECT_EQ(side["faces"], fine.faces.rows());
    const Points shown = unpacked_points(side["positions"]),
                 exact = unpacked_points(side["keypoint_positions"]);
    EXPECT_LT(shown.rows(), 15100);
    const double edge = 0.1;  // of the page, where landmarks have a mean square distance of 1
    for (Eigen::Index k = 0; k < exact.rows(); ++k) {
        const int nearest = side["shown_keypoints"][static_cast<size_t>(k)];
        EXPECT_LT((shown.row(nearest) - exact.row(k)).norm(), edge);
    }
}

TEST_F(TransferPageTest, OneLandmarkOnACloudOfPoints) {
    Shape cloud = shape_;
    cloud.faces.resize(0, 3);
    const std::vector<SurfacePoint> place = {{17, {1, 0, 0}}};
    const TransferPage page("rest.off", cloud, place, {"nose"});
    const json target = data_of_script(page.script("cloud", cloud, to_itself(place, cloud)));
    EXPECT_EQ(target["shape"]["keypoints"], json::array({17}));
    EXPECT_EQ(target["landmarks"][0]["trust"], 0.8);
    EXPECT_TRUE(target["margin"].is_null());  // no other match
}

TEST_F(TransferPageTest, ListsTargetsWithAnyName) {
    const TransferPage page("</script>", shape_, places(3), {"a", "", "<b>"});
    const json data =
        testing::data_of_page(page.html({{"x", "check", "", {1}}, {"\xFF", "failed", "</script>", {}}}));
    EXPECT_EQ(data["names"], json::array({"a", "", "<b>"}));
    EXPECT_EQ(data["targets"][0],
              (json{{"name", "x"}, {"status", "check"}, {"failure", ""}, {"doubtful", {1}}}));
    EXPECT_EQ(data["targets"][1]["name"], "\xEF\xBF\xBD");  // what is not UTF-8 is replaced
    EXPECT_EQ(data["targets"][1]["failure"], "</script>");
}

}  // namespace
}  // namespace sigmatch
