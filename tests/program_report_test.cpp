#include <cstdlib>

#include "program_support.h"
#include "sigmatch/io.h"
#include "sigmatch/manifest.h"
#include "sigmatch/report.h"
#include "support/meshes.h"
#include "support/report_page.h"

namespace sigmatch {
namespace {

namespace fs = std::filesystem;

class ReportProgramTest : public ProgramTest {
protected:
    /// Two poses with 10 keypoints each, and set.jsonl with this pair.
    void make_pair() const {
        ManifestPair pair{"a pair", path("x.off"), path("y.off"), {}, {}, {}, {}};
        for (const bool is_x : {true, false}) {
            const Creature creature = testing::creature("quadruped", is_x ? "rest" : "walk", 600);
            write_shape(is_x ? pair.x : pair.y, creature.shape);
            for (size_t k = 0; k < creature.keypoints.size(); k += 3)
                (is_x ? pair.keypoints_x : pair.keypoints_y).push_back(creature.keypoints[k]);
        }
        for (size_t i = 0; i < pair.keypoints_x.size(); ++i) pair.truth.push_back(static_cast<int>(i));
        write_ids("x.txt", pair.keypoints_x);
        write_ids("y.txt", pair.keypoints_y);
        write_manifest(path("set.jsonl"), {pair});
    }

    void expect_a_page(const std::string& name) const {
        const std::string page = contents(path(name));
        EXPECT_EQ(page.find("@DATA@"), std::string::npos);
        EXPECT_TRUE(page.starts_with("<!doctype html>"));
        EXPECT_TRUE(page.ends_with("</html>\n"));
        for (const char* part : {"x.off", "y.off", "\"positions\"", "\"bent\"", "\"orientation\""})
            EXPECT_NE(page.find(part), std::string::npos) << part;
    }
};

TEST_F(ReportProgramTest, WritesAPage) {
    make_pair();
    if (!has_reports()) {
        expect_refused(pair_ + Arguments{"--report", "page.html"}, {"without npm"});
        expect_refused(pair_ + Arguments{"--image", "picture.png"}, {"without npm"});
        expect_refused({"bench", "set.jsonl", "-o", "results", "--reports"}, {"without npm"});
        return;
    }
    const Outcome outcome =
        run(pair_ + Arguments{"--report", "page.html", "--alternatives", "3", "--faces", "500",
                              "--reconstruction-x", "bent.off", "-o", "result.json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    expect_sound(result());
    expect_a_page("page.html");
    EXPECT_EQ(read_shape(path("bent.off")).vertices.rows(), read_shape(path("x.off")).vertices.rows());
    const nlohmann::json page = testing::data_of_page(contents(path("page.html")));
    ASSERT_EQ(page["matches"].size(), 3u);
    for (const nlohmann::json& match : page["matches"]) EXPECT_TRUE(match.contains("bent"));
    EXPECT_NE(page["matches"][0]["bent"], page["matches"][1]["bent"]);
    EXPECT_TRUE(page["x"].contains("partners"));
}

TEST_F(ReportProgramTest, WrongNamesAreRefusedBeforeTheSearch) {
    make_pair();
    expect_refused(pair_ + Arguments{"--report", "missing/page.html"}, {"missing/page.html", "no folder"});
    expect_refused(pair_ + Arguments{"--report", "x.off"}, {"x.off", "is an input"});
    expect_refused(pair_ + Arguments{"--report", "same", "-o", "same"}, {"same", "two outputs"});
    if (!has_reports()) return;
    const std::string before = std::getenv("PATH");
    ::setenv("PATH", folder_.c_str(), 1);
    expect_refused(pair_ + Arguments{"--image", "picture.png"}, {"--image needs Chromium"});
    ::setenv("PATH", before.c_str(), 1);
}

TEST_F(ReportProgramTest, BrowserThatFailsLeavesNoPicture) {
    if (!has_reports()) GTEST_SKIP() << "built without npm";
    make_pair();
    write("chromium", "#!/bin/sh\nexit 0\n");
    fs::permissions(path("chromium"), fs::perms::owner_all);
    const std::string before = std::getenv("PATH");
    ::setenv("PATH", (folder_.string() + ":" + before).c_str(), 1);
    const Outcome outcome = run(pair_ + Arguments{"--image", "picture.png"});
    ::setenv("PATH", before.c_str(), 1);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(lines(outcome.err), 1) << outcome.err;
    EXPECT_NE(outcome.err.find("could not be drawn"), std::string::npos) << outcome.err;
    EXPECT_FALSE(fs::exists(path("picture.png")));
}

TEST_F(ReportProgramTest, BenchWritesAPageForEveryPair) {
    if (!has_reports()) GTEST_SKIP() << "built without npm";
    make_pair();
    const Arguments bench = {"bench", "set.jsonl", "-o", "results"};
    const std::string link = "pairs/a%20pair.html", page = "results/pairs/a pair.html";
    EXPECT_EQ(run(bench).code, 0);
    EXPECT_FALSE(fs::exists(path(page)));
    EXPECT_EQ(contents(path("results/index.html")).find(link), std::string::npos);
    // Asked for later, the pair is run once more; then it stays.
    EXPECT_EQ(run(bench + Arguments{"--reports"}).code, 0);
    expect_a_page(page);
    EXPECT_NE(contents(path(page)).find("\"errors\":["), std::string::npos);
    EXPECT_NE(contents(path("results/index.html")).find(link), std::string::npos);
    const auto written = fs::last_write_time(path(page));
    EXPECT_EQ(run(bench).code, 0);
    EXPECT_EQ(fs::last_write_time(path(page)), written);
    EXPECT_NE(contents(path("results/index.html")).find(link), std::string::npos);
}

}  // namespace
}  // namespace sigmatch
