#include "sigmatch/bench.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "io_support.h"
#include "sigmatch/report.h"
#include "support/meshes.h"
#include "support/report_page.h"

namespace sigmatch {
namespace {

namespace fs = std::filesystem;
using testing::moved;
using testing::unpacked_points;

/// Three pairs of potatoes, the second of which lacks a shape.
class BenchTest : public IoTest {
protected:
    BenchTest() {
        const Shape x = testing::potato(2);
        write_shape(path("x.off"), x);
        write_shape(path("y.off"), moved(x, 2, 3));
        const Keypoints kx = testing::some_keypoints(x, 7, 1);
        Keypoints ky(kx.rbegin(), kx.rend());
        const Match truth = {6, 5, 4, 3, 2, 1, 0};
        for (const char* id : {"one", "two", "three"})
            pairs_.push_back({id,
                              path("x.off"),
                              path(id == std::string("two") ? "none.off" : "y.off"),
                              kx,
                              ky,
                              truth,
                              {}});
        setting_.options.threads = 1;
    }

    std::string pair_file(const std::string& id) const { return path("out/pairs/" + id + ".json"); }

    std::vector<PairRecord> run(const BenchOptions& options = {}) const {
        return run_bench(pairs_, setting_, path("out"), options);
    }

    std::vector<ManifestPair> pairs_;
    Setting setting_;
};

TEST_F(BenchTest, AFailedPairStopsNothing) {
    std::vector<BenchProgress> steps;
    BenchOptions options;
    options.on_pair_done = [&](const BenchProgress& progress) { steps.push_back(progress); };
    const std::vector<PairRecord> records = run(options);
    ASSERT_EQ(records.size(), 3u);
    EXPECT_EQ(records[0].errors->correct, 7);
    EXPECT_TRUE(records[0].proven());
    EXPECT_CONTAINS(records[1].failure, "none.off");
    EXPECT_EQ(records[2].errors->correct, 7);
    ASSERT_EQ(steps.size(), 3u);
    EXPECT_EQ(steps.back().done, 3);
    EXPECT_EQ(steps.back().proven, 2);
    EXPECT_EQ(steps.back().failed, 1);
    EXPECT_EQ(steps.back().resumed, 0);
    const auto failed = nlohmann::json::parse(contents(pair_file("two")));
    EXPECT_EQ(failed["status"], "failed");
    EXPECT_CONTAINS(failed["error"], "none.off");
    const auto first = nlohmann::json::parse(contents(pair_file("one")));
    EXPECT_EQ(first["correct"], 7);
    EXPECT_EQ(first["errors"].size(), 7u);
    EXPECT_EQ(first["matches"].size(), 7u);
}

TEST_F(BenchTest, KnowsAFlippedMatch) {
    // Keypoint i of X is truth[i] of Y, and i's mirror image symmetric[i] of X: with the truth given
    // mirrored, what is found is the flip.
    pairs_[0].symmetric = {1, 0, 2, 4, 3, 5, 6};
    std::swap(pairs_[0].truth[0], pairs_[0].truth[1]);
    std::swap(pairs_[0].truth[3], pairs_[0].truth[4]);
    const PairRecord record = run()[0];
    EXPECT_EQ(record.errors->correct, 3);
    EXPECT_TRUE(record.errors->flipped);
    EXPECT_EQ(record.errors->symmetric, std::vector<double>(7, 0.0));
}

TEST_F(BenchTest, PartialPairsFailAlone) {
    pairs_[0].keypoints_y.push_back(pairs_[0].keypoints_y.back() + 1);
    const std::vector<PairRecord> records = run();
    EXPECT_CONTAINS(records[0].failure, "the numbers must be equal");
    EXPECT_FALSE(records[0].proven());
    EXPECT_EQ(records[2].errors->correct, 7);
}

TEST_F(BenchTest, ChangedShapesAreRunAgain) {
    const double before = run()[0].objective;
    Shape y = read_shape(path("y.off"));
    y.vertices.col(2) *= 1.5;
    y.vertices.col(1).array() += y.vertices.col(2).array().square();
    write_shape(path("y.off"), y);
    EXPECT_NE(run()[0].objective, before);
}

TEST_F(BenchTest, GoesOnWhereItStopped) {
    run();
    const std::string first = contents(pair_file("one"));
    fs::remove(pair_file("three"));
    write("out/pairs/.one.json.0badcafe.tmp", "half");  // as a killed run leaves it
    write_shape(path("none.off"), read_shape(path("y.off")));
    int resumed = -1;
    BenchOptions options;
    options.on_pair_done = [&](const BenchProgress& progress) { resumed = progress.resumed; };
    const std::vector<PairRecord> records = run(options);
    EXPECT_EQ(resumed, 1);  // "two" had failed and is tried again
    ASSERT_EQ(records.size(), 3u);
    EXPECT_EQ(records[0].id, "one");
    EXPECT_EQ(records[1].errors->correct, 7);
    EXPECT_EQ(records[2].id, "three");
    EXPECT_EQ(contents(pair_file("one")), first);
    EXPECT_FALSE(fs::exists(path("out/pairs/.one.json.0badcafe.tmp")));
}

TEST_F(BenchTest, DoesNotMixSettings) {
    run();
    setting_.options.lambda_ori = 0;
    try {
        run();
        FAIL() << "mixed";
    } catch (const InputError& error) {
        EXPECT_CONTAINS(error.what(), "lambda_ori");
        EXPECT_CONTAINS(error.what(), "another folder");
    }
    setting_ = {};
    setting_.options.threads = 2;  // changes nothing but the time
    EXPECT_EQ(run().size(), 3u);
}

TEST_F(BenchTest, ARequestToStopLeavesTheRestForLater) {
    std::stop_source source;
    BenchOptions options;
    options.stop = source.get_token();
    options.on_pair_done = [&](const BenchProgress&) { source.request_stop(); };
    EXPECT_EQ(run(options).size(), 1u);
    EXPECT_FALSE(fs::exists(pair_file("three")));
    EXPECT_EQ(run().size(), 3u);
}

TEST_F(BenchTest, ThreadsAtOnceGiveTheSame) {
    const std::vector<PairRecord> one = run();
    fs::remove_all(path("out"));
    BenchOptions options;
    options.jobs = 3;
    const std::vector<PairRecord> three = run(options);
    ASSERT_EQ(one.size(), three.size());
    for (size_t k = 0; k < one.size(); ++k) {
        EXPECT_EQ(one[k].id, three[k].id);
        EXPECT_EQ(one[k].failure, three[k].failure);
        EXPECT_EQ(one[k].objective, three[k].objective);
    }
}

TEST_F(BenchTest, ScaleOfYChangesNothing) {
    const std::vector<PairRecord> one = run();
    for (double scale : {1e-3, 0.1, 10.0, 1e3}) {
        fs::remove_all(path("out"));
        setting_.scale_y = scale;
        const std::vector<PairRecord> scaled = run();
        EXPECT_EQ(scaled[0].errors->correct, 7) << scale;
        EXPECT_NEAR(scaled[0].objective, one[0].objective, 1e-9 * one[0].objective + 1e-12) << scale;
    }
}

TEST_F(BenchTest, SampledKeypointsNeedVerticesThatCorrespond) {
    setting_.fps = 9;
    setting_.reconstruct = true;
    const std::vector<PairRecord> records = run();
    EXPECT_EQ(records[0].keypoints, 9);
    EXPECT_EQ(records[0].errors->by_diameter.size(), 9u);
    ASSERT_TRUE(records[0].reconstruction_error);
    EXPECT_LT(*records[0].reconstruction_error, 1e-3);  // Y is X moved
    for (int& v : pairs_[0].keypoints_x) ++v;           // no longer the vertices of Y
    EXPECT_CONTAINS(run()[0].failure, "by number");
}

TEST_F(BenchTest, MeasuresTheDenseMap) {
    setting_.dense = true;
    const PairRecord by_number = run()[0];
    ASSERT_TRUE(by_number.dense_error);
    EXPECT_LT(*by_number.dense_error, 1e-3);  // Y is X moved
    EXPECT_EQ(nlohmann::json::parse(contents(pair_file("one")))["dense_error"], *by_number.dense_error);
    EXPECT_EQ(summarise({by_number}).mean_dense_error, by_number.dense_error);

    // Where the numbers differ, keypoints left out tell; for that there must be some.
    const Creature x = testing::creature("quadruped", "rest", 700),
                   y = testing::creature("quadruped", "walk", 700, 3);
    write_shape(path("x.off"), x.shape);
    write_shape(path("y.off"), y.shape);
    pairs_[0].keypoints_x = x.keypoints, pairs_[0].keypoints_y = y.keypoints;
    pairs_[0].truth.resize(x.keypoints.size());
    std::iota(pairs_[0].truth.begin(), pairs_[0].truth.end(), 0);
    setting_.options.method = Method::descriptor;
    fs::remove_all(path("out"));
    const PairRecord left_out = run()[0];
    ASSERT_TRUE(left_out.dense_error) << left_out.failure;
    EXPECT_GT(*left_out.dense_error, 0);
    EXPECT_LT(*left_out.dense_error, 0.2);
    for (auto* list : {&pairs_[0].keypoints_x, &pairs_[0].keypoints_y, &pairs_[0].truth}) list->resize(9);
    EXPECT_FALSE(run()[0].dense_error);
}

TEST_F(BenchTest, ReportsShowTheDenseMapAndTheAlternatives) {
    if (!has_reports()) GTEST_SKIP() << "built without npm";
    pairs_.resize(1);
    setting_.dense = true;
    setting_.options.alternatives = 2;
    const PairRecord without = run()[0];
    BenchOptions reports;
    reports.reports = true;
    const PairRecord with = run(reports)[0];
    EXPECT_TRUE(with.has_report) << with.failure;
    EXPECT_EQ(with.dense_error, without.dense_error);
    const nlohmann::json page = testing::data_of_page(contents(path("out/pairs/one.html")));
    for (const auto& [from, to] : {std::pair{"x", "y"}, {"y", "x"}})  // Y is X moved
        EXPECT_LT((unpacked_points(page[from]["partners"]) - unpacked_points(page[to]["positions"]))
                      .cwiseAbs()
                      .maxCoeff(),
                  0.05);
    ASSERT_EQ(page["matches"].size(), 2u);
    for (const bool is_best : {true, false}) {
        const nlohmann::json match = page["matches"][is_best ? 0 : 1];
        EXPECT_TRUE(match.contains("bent"));
        int right = 0;
        for (size_t i = 0; i < 7; ++i) {
            const bool is_right = match["match"][i] == pairs_[0].truth[i];
            EXPECT_EQ(match["errors"][i] == 0.0, is_right);
            right += is_right;
        }
        EXPECT_EQ(right == 7, is_best);
    }

    // Where the numbers differ, too, though that map is not the one that is measured.
    Keypoints& ky = pairs_[0].keypoints_y;
    int another = 0;
    while (std::find(ky.begin(), ky.end(), another) != ky.end()) ++another;
    ky[0] = another;
    fs::remove_all(path("out"));
    const PairRecord other = run(reports)[0];
    EXPECT_TRUE(other.has_report) << other.failure;
    EXPECT_FALSE(other.dense_error);
    EXPECT_CONTAINS(contents(path("out/pairs/one.html")), "\"partners\"");
}

TEST_F(BenchTest, ReportOfAFewPairsTellsTheErrorsOfThese) {
    if (!has_reports()) GTEST_SKIP() << "built without npm";
    pairs_.resize(1);
    Shape bent = testing::potato(2);
    bent.vertices.col(0).array() += 0.3 * (3 * bent.vertices.col(1).array()).sin();
    write_shape(path("y.off"), bent);
    setting_.options.partial = true;
    setting_.options.unmatched_cost = 0;  // four keypoints can be matched at no cost, a fifth never
    BenchOptions reports;
    reports.reports = true;
    const PairRecord record = run(reports)[0];
    EXPECT_TRUE(record.has_report) << record.failure;
    const nlohmann::json match = testing::data_of_page(contents(path("out/pairs/one.html")))["matches"][0];
    EXPECT_FALSE(match.contains("bent"));
    int open = 0;
    for (size_t i = 0; i < 7; ++i) {
        EXPECT_EQ(match["errors"][i].is_null(), match["match"][i] == unmatched) << i;
        open += match["match"][i] == unmatched;
    }
    EXPECT_GE(open, 3);
}

TEST_F(BenchTest, TheReportIsComplete) {
    const std::vector<PairRecord> records = run();
    write_report(path("out"), "potatoes", {{setting_, records}});
    for (const char* name : {"summary.json", "pairs.csv", "pck.svg", "pck.csv", "proven.svg", "proven.csv",
                             "gaps.svg", "gaps.csv", "runtime.svg", "runtime.csv", "index.html"})
        EXPECT_TRUE(fs::exists(path(std::string("out/") + name))) << name;
    const auto summary = nlohmann::json::parse(contents(path("out/summary.json")));
    EXPECT_EQ(summary["pairs"], 3);
    EXPECT_EQ(summary["certified"], 2);
    EXPECT_EQ(summary["auc"], 1.0);
    EXPECT_EQ(summary["mean_error"], 0.0);
    EXPECT_EQ(summary["pck"].size(), 101u);
    EXPECT_GT(summary["median_seconds"], 0.0);
    const std::string table = contents(path("out/pairs.csv"));
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 4);
    std::vector<sigmatch::Run> two = {{setting_, records}, {setting_, records}};
    two[0].setting.name = "a", two[1].setting.name = "b";
    write_report(path("out"), "potatoes", two);
    EXPECT_EQ(nlohmann::json::parse(contents(path("out/summary.json")))["runs"].size(), 2u);
}

}  // namespace
}  // namespace sigmatch
