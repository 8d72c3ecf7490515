#include "sigmatch/evaluation.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "evaluation/page.h"
#include "evaluation/pair_record.h"
#include "io_support.h"
#include "pipeline/result_json.h"
#include "sigmatch/experiment.h"
#include "sigmatch/geodesics.h"
#include "sigmatch/surface.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

using testing::moved;
using testing::some_keypoints;

/// Every vertex against every vertex: the plain way to the diameter.
double plain_diameter(const Shape& shape) {
    const GeodesicGraph graph(shape);
    double longest = 0;
    for (int v = 0; v < graph.size(); ++v) longest = std::max(longest, graph.distances_from(v).maxCoeff());
    return longest;
}

TEST(MatchErrors, AreDistancesAlongTheSurface) {
    const Shape y = moved(testing::potato(3), 3.7);
    const Keypoints ky = some_keypoints(y, 8, 1);
    const Match match = {0, 1, 3, 2, 4, 6, 7, 5};
    const MatchErrors errors = match_errors(PreparedShape({y, ky}), match, {ky, {}});
    EXPECT_EQ(errors.correct, 3);
    EXPECT_TRUE(errors.symmetric.empty());
    EXPECT_FALSE(errors.flipped);
    const GeodesicGraph graph(y);
    const double diameter = plain_diameter(y), root_area = std::sqrt(surface_area(y));
    ASSERT_EQ(errors.by_diameter.size(), 8u);
    ASSERT_EQ(errors.by_root_area.size(), 8u);
    for (int i = 0; i < 8; ++i) {
        const double distance = graph.distances_from(ky[i])[ky[match[i]]];
        EXPECT_NEAR(errors.by_diameter[i], distance / diameter, 1e-12);
        EXPECT_NEAR(errors.by_root_area[i], distance / root_area, 1e-12);
    }
}

TEST(DenseErrors, AreDistancesAlongTheSurface) {
    const Shape y = moved(testing::potato(2), 3.7);
    const GeodesicGraph graph(y);
    const double diameter = plain_diameter(y);
    DenseMap map;
    std::vector<VertexPair> truth;
    for (int v = 0; v < 20; ++v) {
        map.push_back({(7 * v) % static_cast<int>(y.faces.rows()), {0.5, 0.5, 0}});
        truth.push_back({v, 5 * v});
    }
    const Keypoints keypoints = some_keypoints(y, 6, 1);
    const std::vector<double> errors = dense_errors(PreparedShape({y, keypoints}), map, y.faces, truth);
    ASSERT_EQ(errors.size(), truth.size());
    for (int v = 0; v < 20; ++v) {
        const Eigen::VectorXd distances = graph.distances_from(5 * v);
        const auto corners = y.faces.row(map[v].face);
        EXPECT_NEAR(errors[v], (distances[corners[0]] + distances[corners[1]]) / 2 / diameter, 1e-12);
    }
    const DenseMap to_vertices(20, {3, {1, 0, 0}});  // of a cloud
    EXPECT_NEAR(dense_errors(PreparedShape({y, keypoints}), to_vertices, Faces(0, 3), {{4, 3}})[0], 0, 1e-12);
}

TEST(MatchErrors, DoNotDependOnScale) {
    const Shape y = testing::potato(2);
    const Keypoints ky = some_keypoints(y, 6, 1);
    const Match match = {1, 0, 2, 4, 3, 5};
    const MatchErrors one = match_errors(PreparedShape({y, ky}), match, {ky, {}});
    for (double scale : {1e-3, 1e3}) {
        const MatchErrors other = match_errors(PreparedShape({moved(y, scale), ky}), match, {ky, {}});
        for (int i = 0; i < 6; ++i) EXPECT_NEAR(one.by_diameter[i], other.by_diameter[i], 1e-12);
        for (int i = 0; i < 6; ++i) EXPECT_NEAR(one.by_root_area[i], other.by_root_area[i], 1e-12);
    }
}

TEST(MatchErrors, OfKeypointsWithoutAPartnerAreLeftOut) {
    const Shape y = testing::potato(2);
    const Keypoints ky = some_keypoints(y, 6, 1);
    Targets targets{ky, {}};
    targets.truth[2] = -1;
    const MatchErrors errors = match_errors(PreparedShape({y, ky}), {0, 1, 2, 3, 4, 5}, targets);
    EXPECT_EQ(errors.by_diameter.size(), 5u);
    EXPECT_EQ(errors.correct, 5);
}

TEST(MatchErrors, TargetsNeedNotBeKeypoints) {
    const Shape y = testing::potato(2);
    const Keypoints ky = some_keypoints(y, 6, 1), elsewhere = some_keypoints(y, 6, 99);
    const MatchErrors errors = match_errors(PreparedShape({y, ky}), {0, 1, 2, 3, 4, 5}, {elsewhere, {}});
    const double diameter = plain_diameter(y);
    for (int i = 0; i < 6; ++i)
        EXPECT_NEAR(errors.by_diameter[i], GeodesicGraph(y).distances_from(elsewhere[i])[ky[i]] / diameter,
                    1e-12);
}

TEST(MatchErrors, KnowAFlipFromChaos) {
    const Creature animal = testing::creature("quadruped", "rest", 700);
    const auto n = static_cast<int>(animal.keypoints.size());
    Targets targets{animal.keypoints, {}};
    for (int i = 0; i < n; ++i) targets.mirrored.push_back(animal.keypoints[animal.symmetric[i]]);
    const MatchErrors flipped =
        match_errors(PreparedShape({animal.shape, animal.keypoints}), animal.symmetric, targets);
    EXPECT_TRUE(flipped.flipped);
    EXPECT_GT(std::accumulate(flipped.by_diameter.begin(), flipped.by_diameter.end(), 0.0), 0);
    EXPECT_EQ(std::accumulate(flipped.symmetric.begin(), flipped.symmetric.end(), 0.0), 0);
    Match right(n);
    std::iota(right.begin(), right.end(), 0);
    const MatchErrors none = match_errors(PreparedShape({animal.shape, animal.keypoints}), right, targets);
    EXPECT_FALSE(none.flipped);
    EXPECT_EQ(none.symmetric, none.by_diameter);
    std::rotate(right.begin(), right.begin() + 5, right.end());
    const MatchErrors chaos = match_errors(PreparedShape({animal.shape, animal.keypoints}), right, targets);
    EXPECT_GT(std::accumulate(chaos.symmetric.begin(), chaos.symmetric.end(), 0.0), 1);
}

PairRecord record(const std::string& id, const std::vector<double>& errors, double seconds) {
    PairRecord made;
    made.id = id;
    made.status = "optimal";
    made.keypoints = static_cast<int>(errors.size());
    made.faces_x = 100, made.faces_y = 200;
    made.objective = 0.5, made.gap = 0.01, made.nodes = 7;
    made.seconds.search = seconds / 2, made.seconds.total = seconds;
    MatchErrors& e = made.errors.emplace();
    e.by_diameter = errors;
    for (double error : errors) e.by_root_area.push_back(2 * error), e.correct += error == 0;
    return made;
}

TEST(Summary, AddsUp) {
    PairRecord failed;
    failed.id = "c", failed.failure = "no such file";
    PairRecord open = record("b", {0, 0.25, 0.5, 2}, 8);
    open.status = "time_limit", open.gap = 0.2;
    open.errors->symmetric = {0, 0, 0, 0}, open.errors->flipped = true;
    const Summary s = summarise({record("a", {0, 0}, 2), open, failed});
    EXPECT_EQ(s.pairs, 3);
    EXPECT_EQ(s.failed, 1);
    EXPECT_EQ(s.certified, 1);
    EXPECT_EQ(s.keypoints, 6);
    EXPECT_EQ(s.correct, 3);
    EXPECT_DOUBLE_EQ(s.mean_error, 2.75 / 6);
    EXPECT_DOUBLE_EQ(s.mean_error_by_root_area, 5.5 / 6);
    EXPECT_DOUBLE_EQ(s.auc, (3 + 0.75 + 0.5) / 6);
    EXPECT_EQ(s.auc_symmetric, 1);
    EXPECT_EQ(s.symmetric_pairs, 1);
    EXPECT_EQ(s.flipped, 1);
    EXPECT_EQ(s.median_seconds, 5);
    EXPECT_EQ(s.mean_seconds.search, 2.5);
    EXPECT_EQ(s.greatest_gap, 0.2);
    EXPECT_FALSE(s.mean_reconstruction_error);
    EXPECT_FALSE(s.mean_dense_error);
}

TEST(Summary, AucIsTheAreaUnderTheCurve) {
    const std::vector<double> errors = {0, 0.013, 0.2, 0.2, 0.77, 1.5};
    std::vector<double> thresholds;
    for (int k = 0; k < 100000; ++k) thresholds.push_back((k + 0.5) / 100000);
    const std::vector<double> shares = correct_keypoints(errors, thresholds);
    const double area = std::accumulate(shares.begin(), shares.end(), 0.0) / 100000;
    EXPECT_NEAR(summarise({record("a", errors, 1)}).auc, area, 1e-5);
    EXPECT_EQ(correct_keypoints(errors, {0, 0.2, 1, 2}),
              (std::vector<double>{1.0 / 6, 4.0 / 6, 5.0 / 6, 1.0}));
}

class RecordTest : public IoTest {
protected:
    const ManifestPair pair_{"a b", "shapes/x.off", "y.off", {1, 2}, {3, 4}, {1, 0}, {}};
    MatchResult result_ = [] {
        MatchResult result;
        result.match = {1, 0};
        result.keypoints_x = {1, 2}, result.keypoints_y = {3, 4};
        result.objective = 0.5, result.lower_bound = 0.495, result.nodes = 7, result.relaxations = 3;
        result.stage_seconds.search = 1.5, result.stage_seconds.total = 3;
        return result;
    }();
};

TEST_F(RecordTest, ComesBackFromItsFile) {
    PairRecord before = record("a b", {0, 1.0 / 3}, 3);
    before.reconstruction_error = 0.1;
    before.dense_error = 0.03;
    before.keypoints = 2;
    const std::string file = write("r.json", record_json(before, pair_, result_object(result_)));
    const auto after = read_record(file, pair_);
    ASSERT_TRUE(after);
    EXPECT_EQ(after->id, before.id);
    EXPECT_EQ(after->status, before.status);
    EXPECT_EQ(after->keypoints, 2);
    EXPECT_EQ(after->faces_y, 200);
    EXPECT_EQ(after->objective, before.objective);
    EXPECT_NEAR(after->gap, before.gap, 1e-12);
    EXPECT_EQ(after->nodes, 7);
    EXPECT_EQ(after->relaxations, 3);
    EXPECT_EQ(after->seconds.search, 1.5);
    EXPECT_EQ(after->errors->by_diameter, before.errors->by_diameter);
    EXPECT_EQ(after->errors->by_root_area, before.errors->by_root_area);
    EXPECT_EQ(after->errors->correct, 1);
    EXPECT_EQ(after->reconstruction_error, before.reconstruction_error);
    EXPECT_EQ(after->dense_error, before.dense_error);
}

TEST_F(RecordTest, IsNotUsedForAnythingElse) {
    const std::string text = record_json(record("a b", {0, 0}, 3), pair_, result_object(result_));
    const std::string file = write("r.json", text);
    ManifestPair other = pair_;
    other.keypoints_y = {4, 3};
    EXPECT_FALSE(read_record(file, other));
    other = pair_, other.id = "c";
    EXPECT_FALSE(read_record(file, other));
    EXPECT_FALSE(read_record(path("missing.json"), pair_));
    for (size_t length : {size_t{0}, text.size() / 2, text.size() - 3})
        EXPECT_FALSE(read_record(write("cut.json", text.substr(0, length)), pair_)) << length;
    EXPECT_FALSE(read_record(write("odd.json", R"({"id": "a b", "input": 3})"), pair_));
    PairRecord failed;
    failed.id = "a b", failed.failure = "broken";
    const std::string broken = record_json(failed, pair_, "");
    EXPECT_CONTAINS(broken, "broken");
    EXPECT_FALSE(read_record(write("failed.json", broken), pair_));
}

TEST(Report, ShowsEveryPairAndEscapesNames) {
    sigmatch::Run run;
    run.setting.name = "a<b>&";
    PairRecord failed;
    failed.id = "second", failed.failure = "no <such> file";
    run.records = {record("cat 0-cat#1", {0, 0.1}, 2), failed};
    std::string page = report_page("Title & more", {run}, report_figures({run}, {}));
    EXPECT_CONTAINS(page, "<h1>Title &amp; more</h1>");
    EXPECT_CONTAINS(page, "href=\"a%3Cb%3E%26/pairs/cat%200-cat%231.json\"");
    EXPECT_CONTAINS(page, "no &lt;such&gt; file");
    EXPECT_CONTAINS(page, "1 of 2");
    EXPECT_EQ(page.find("<such>"), std::string::npos);
    const std::string svg_namespace = "http://www.w3.org/2000/svg";  // a name, not a place
    for (size_t at; (at = page.find(svg_namespace)) != std::string::npos;)
        page.erase(at, svg_namespace.size());
    EXPECT_EQ(page.find("http"), std::string::npos);
}

TEST(Report, DrawsOnlyWhatItHasDataFor) {
    sigmatch::Run run;
    run.records = {record("a", {0, 0.1}, 2)};
    const auto names = [](const std::vector<Figure>& figures) {
        std::set<std::string> found;
        for (const Figure& figure : figures) found.insert(figure.name);
        return found;
    };
    EXPECT_EQ(names(report_figures({run}, {})),
              (std::set<std::string>{"pck", "pck_near", "proven", "gaps", "runtime"}));
    run.setting.parameter = 5;
    EXPECT_TRUE(names(report_figures({run}, {"faces", true})).contains("error_over_parameter"));
    run.records[0].errors.reset();
    run.records[0].status = "heuristic";
    EXPECT_EQ(names(report_figures({run}, {})), (std::set<std::string>{"runtime", "seconds_over_parameter"}));
}

TEST(Experiments, HaveNamesOfTheirOwnAndKeepTheBase) {
    MatchOptions base;
    base.time_limit_s = 17;
    std::set<std::string> names;
    for (const Experiment& experiment : experiments(base)) {
        EXPECT_TRUE(names.insert(experiment.name).second) << experiment.name;
        EXPECT_GE(experiment.settings.size(), 2u);
        std::set<std::string> settings;
        for (const Setting& setting : experiment.settings) {
            EXPECT_TRUE(settings.insert(setting.name).second) << setting.name;
            EXPECT_EQ(setting.options.time_limit_s, 17);
        }
    }
}

TEST(Experiments, TheWeightsHoldThePapersOwn) {
    for (const Experiment& experiment : experiments({})) {
        if (experiment.name != "weights") continue;
        int found = 0;
        for (const Setting& setting : experiment.settings)
            found += std::abs(setting.options.lambda_def - 5) < 1e-12 &&
                     std::abs(setting.options.lambda_ori - 0.025) < 1e-12;
        EXPECT_EQ(found, 1);
        return;
    }
    FAIL() << "no experiment on the weights";
}

}  // namespace
}  // namespace sigmatch
