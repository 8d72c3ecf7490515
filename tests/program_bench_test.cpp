#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "program_support.h"
#include "sigmatch/io.h"
#include "sigmatch/manifest.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class BenchProgramTest : public ProgramTest {
protected:
    /// set.jsonl with `count` pairs of small creatures.
    void make_set(int count) const {
        std::vector<ManifestPair> pairs;
        const Creature x = testing::creature("quadruped", "rest", 600);
        write_shape(path("x.off"), x.shape);
        constexpr int poses = 3;
        for (int k = 0; k < poses; ++k)
            write_shape(path("y" + std::to_string(k) + ".off"),
                        testing::creature("quadruped", std::to_string(k + 1), 600).shape);
        for (int k = 0; k < count; ++k) {
            ManifestPair pair{"pair " + std::to_string(k),
                              path("x.off"),
                              path("y" + std::to_string(k % poses) + ".off"),
                              {},
                              {},
                              {},
                              {}};
            for (size_t i = 0; i < x.keypoints.size(); i += 3) {
                pair.keypoints_x.push_back(x.keypoints[i]);
                pair.keypoints_y.insert(pair.keypoints_y.begin(),
                                        x.keypoints[i]);  // the same vertices in every pose
            }
            const auto n = static_cast<int>(pair.keypoints_x.size());
            for (int i = 0; i < n; ++i) pair.truth.push_back(n - 1 - i);
            pairs.push_back(std::move(pair));
        }
        write_manifest(path("set.jsonl"), pairs);
    }

    void wait_for(const std::string& file) const {
        const auto patience = std::chrono::steady_clock::now() + std::chrono::minutes(5);
        while (!fs::exists(path(file)) && std::chrono::steady_clock::now() < patience)
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }

    /// The summary but for the times.
    json summary(const std::string& folder) const {
        json all = json::parse(contents(path(folder + "/summary.json")));
        for (const char* name : {"median_seconds", "median_search_seconds", "mean_seconds"}) {
            EXPECT_TRUE(all.contains(name)) << name;
            all.erase(name);
        }
        return all;
    }
};

TEST_F(BenchProgramTest, KilledThreeTimesAndResumedGivesTheSame) {
    make_set(9);
    const Arguments command = {"bench", "set.jsonl", "--candidates", "0", "--threads", "1", "-o"};
    const Outcome undisturbed = run(command + Arguments{"whole"});
    EXPECT_EQ(undisturbed.code, 0) << undisturbed.err;
    std::mt19937_64 random(std::random_device{}());
    for (int kill = 0; kill < 3; ++kill) {
        const Process process(folder_, command + Arguments{"killed"});
        wait_for("killed/pairs/pair " + std::to_string(kill) + ".json");
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 100000));
        process.send(SIGKILL);
        EXPECT_EQ(process.wait().code, -SIGKILL);
        EXPECT_FALSE(fs::exists(path("killed/summary.json")));
    }
    const Outcome resumed = run(command + Arguments{"killed"});
    EXPECT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_EQ(summary("killed"), summary("whole"));
    EXPECT_EQ(summary("killed")["pairs"], 9);
    for (const auto& entry : fs::recursive_directory_iterator(path("killed")))
        EXPECT_NE(entry.path().extension(), ".tmp") << entry.path();
}

TEST_F(BenchProgramTest, CtrlCKeepsWhatIsDone) {
    make_set(40);
    const Arguments command = {"bench", "set.jsonl", "--candidates", "0", "--threads", "1", "-o", "out"};
    const Process process(folder_, command);
    wait_for("out/pairs/pair 0.json");
    process.send(SIGINT);
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.code, 130) << outcome.err;
    const int done = summary("out")["pairs"];
    EXPECT_GE(done, 1);
    EXPECT_LT(done, 40);
}

TEST_F(BenchProgramTest, RunsSeveralSettings) {
    make_set(2);
    write("sweep.txt",
          "# two ways\nno orientation: --lambda-ori 0\n\nrigid : --method rigid --seed 3 # quick\n");
    const Outcome outcome =
        run({"bench", "set.jsonl", "-o", "out", "--options", "sweep.txt", "--jobs", "2", "--gap", "0.05"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(lines(outcome.out), 2 * 3 + 1) << outcome.out;
    const json runs = json::parse(contents(path("out/summary.json")))["runs"];
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(runs[0]["name"], "no orientation");
    EXPECT_EQ(runs[0]["certified"], 2);
    EXPECT_EQ(runs[1]["certified"], 0);
    const json rigid = json::parse(contents(path("out/rigid/pairs/pair 1.json")));
    EXPECT_EQ(rigid["options"]["method"], "rigid");
    EXPECT_EQ(rigid["options"]["gap"], 0.05);
    EXPECT_EQ(rigid["status"], "heuristic");
    EXPECT_EQ(json::parse(contents(path("out/no orientation/pairs/pair 0.json")))["options"]["lambda_ori"],
              0);
}

TEST_F(BenchProgramTest, SaysWhatIsWrongWithSettings) {
    make_set(1);
    for (const auto& [text, what] : {std::pair{"a: --no-such 1\n", "line 1"},
                                     {"\nb --gap 0.1\n", "line 2"},
                                     {"a:\na:\n", "twice"},
                                     {"../a: --gap 0.1\n", "folder"},
                                     {"a: --gap x\n", "line 1"},
                                     {"a: --candidates -3\n", "line 1"},
                                     {"a: --lambda-def -3\n", "line 1"},
                                     {"# nothing\n", "no settings"}}) {
        write("sweep.txt", text);
        const Outcome outcome = run({"bench", "set.jsonl", "-o", "out", "--options", "sweep.txt"});
        EXPECT_EQ(outcome.code, 2) << text;
        EXPECT_EQ(lines(outcome.err), 1) << outcome.err;
        EXPECT_NE(outcome.err.find(what), std::string::npos) << outcome.err;
        EXPECT_FALSE(fs::exists(path("out")));
    }
    EXPECT_EQ(run({"bench", "none.jsonl", "-o", "out"}).code, 2);
    EXPECT_FALSE(fs::exists(path("out")));
}

TEST_F(BenchProgramTest, ExperimentsRunOnManifestsAndGoOn) {
    make_set(1);
    const Arguments command = {"experiment", "scale", "--data", "set.jsonl", "-o", "out", "--gap", "0.05"};
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const json runs = json::parse(contents(path("out/scale/set/summary.json")))["runs"];
    ASSERT_EQ(runs.size(), 7u);
    for (const json& one : runs) {
        EXPECT_EQ(one["mean_error"], runs[0]["mean_error"]) << one["name"];
        EXPECT_EQ(one["auc"], runs[0]["auc"]) << one["name"];
    }
    for (const char* name : {"index.html", "error_over_parameter.svg", "error_over_parameter.csv"})
        EXPECT_TRUE(fs::exists(path(std::string("out/scale/set/") + name))) << name;
    const std::string first = contents(path("out/scale/set/scale 5/pairs/pair 0.json"));
    EXPECT_EQ(run(command).code, 0);
    EXPECT_EQ(contents(path("out/scale/set/scale 5/pairs/pair 0.json")), first);
    fs::create_directory(path("again"));
    fs::copy_file(path("set.jsonl"), path("again/set.jsonl"));
    EXPECT_EQ(run({"experiment", "scale", "--data", "set.jsonl", "again/set.jsonl", "-o", "out3"}).code, 2);
    EXPECT_FALSE(fs::exists(path("out3")));
    const Outcome unknown = run({"experiment", "scales", "-o", "out2"});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_NE(unknown.err.find("scale,"), std::string::npos) << unknown.err;
    EXPECT_FALSE(fs::exists(path("out2")));
}

}  // namespace
}  // namespace sigmatch
