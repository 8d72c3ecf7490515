#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <set>
#include <thread>

#include "program_support.h"
#include "sigmatch/io.h"
#include "sigmatch/landmarks.h"
#include "sigmatch/report.h"
#include "support/dense.h"
#include "support/meshes.h"
#include "support/report_page.h"

namespace sigmatch {
namespace {

namespace fs = std::filesystem;

class TransferProgramTest : public ProgramTest {
protected:
    /// A template with named landmarks, two targets in folder `targets`, and a file there that is no mesh.
    void make_shapes() {
        make("template", "rest", 1);
        fs::create_directory(path("targets"));
        make("targets/a", "walk", 2);
        make("targets/b", "sit", 3);
        write("targets/broken.off", "OFF\nnothing\n");
    }
    void make(const std::string& stem, const std::string& pose, int scale) {
        ASSERT_EQ(run({"synth", "--vertices", "500", "--pose", pose, "--scale", std::to_string(scale), "-q",
                       "-o", stem + ".off", "--keypoints", stem + ".txt"})
                      .code,
                  0);
    }
    /// Bumpy balls of 12 vertices: quick, because only six keypoints are chosen on them.
    void make_small_shapes(int targets) {
        Shape ball = testing::sphere(0);
        ball.vertices += 0.2 * testing::random_matrix(ball.vertices.rows(), 3, 99);
        write_shape(path("template.off"), ball);
        write_ids("template.txt", {0, 5, 11});
        fs::create_directory(path("targets"));
        for (int k = 0; k < targets; ++k) {
            Shape target = testing::moved(ball, 1 + k, k + 1);
            target.vertices += 0.05 * (1 + k) * testing::random_matrix(target.vertices.rows(), 3, k + 1);
            write_shape(path(fmt::format("targets/t{:02}.off", k)), target);
        }
    }
    /// A page that lists the targets, and a script for each one that has landmarks.
    void expect_page(const std::vector<std::string>& names, const std::vector<std::string>& statuses) const {
        const std::string html = contents(path("out/index.html"));
        if (!has_reports()) {
            for (const std::string& name : names)
                EXPECT_NE(html.find("<td>" + name + "</td>"), std::string::npos);
            return;
        }
        const nlohmann::json page = testing::data_of_page(html);
        ASSERT_EQ(page["targets"].size(), names.size());
        for (size_t k = 0; k < names.size(); ++k) {
            EXPECT_EQ(page["targets"][k]["name"], names[k]);
            EXPECT_EQ(page["targets"][k]["status"], statuses[k]);
            EXPECT_EQ(fs::exists(path("out/" + names[k] + ".js")), statuses[k] != "failed");
        }
    }
    const Arguments transfer_{"transfer", "template.off", "--landmarks", "template.txt", "-o", "out"};
};

TEST_F(TransferProgramTest, WritesLandmarksOfEveryTargetAndGoesOnAfterABadOne) {
    make_shapes();
    const Outcome outcome = run(transfer_ + Arguments{"targets"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("broken"), std::string::npos);
    for (const std::string name : {"a", "b"}) {
        // Vertex k of one pose is vertex k of the other, so the template's ids are the truth.
        const Shape shape = read_shape(path("targets/" + name + ".off"));
        const Keypoints truth = read_keypoints(path("template.txt")),
                        found = read_keypoints(path("out/" + name + ".txt"));
        ASSERT_EQ(found.size(), truth.size());
        double sum = 0;
        for (size_t i = 0; i < found.size(); ++i)
            sum += (shape.vertices.row(found[i]) - shape.vertices.row(truth[i])).norm();
        const double size =
            (shape.vertices.colwise().maxCoeff() - shape.vertices.colwise().minCoeff()).norm();
        EXPECT_LT(sum / static_cast<double>(found.size()), 0.05 * size) << name;
        EXPECT_NE(contents(path("out/" + name + ".txt")).find("left_ear"), std::string::npos);
    }
    EXPECT_FALSE(fs::exists(path("out/broken.txt")));
    const std::string table = contents(path("out/targets.csv"));
    EXPECT_EQ(lines(table), 4);
    EXPECT_NE(table.find("\nbroken,failed,,,,,,,"), std::string::npos);  // what failed has no numbers
    EXPECT_EQ(table.find("inf"), std::string::npos);
    EXPECT_EQ(lines(contents(path("out/landmarks.csv"))), 1 + 2 * 29);
    expect_page({"a", "b", "broken"}, {"good", "good", "failed"});
}

TEST_F(TransferProgramTest, ARunThatWasKilledThreeTimesGivesTheSameTables) {
    make_small_shapes(20);
    ASSERT_EQ(run({"transfer", "template.off", "--landmarks", "template.txt", "-o", "whole", "targets"}).code,
              0);
    for (const std::string reached : {"t03", "t09", "t16"}) {
        const Process process(folder_, transfer_ + Arguments{"targets"});
        while (!fs::exists(path("out/" + reached + ".json")))
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        process.send(SIGKILL);
        process.wait();
    }
    const auto written = fs::last_write_time(path("out/t00.json"));
    ASSERT_EQ(run(transfer_ + Arguments{"targets"}).code, 0);
    EXPECT_EQ(fs::last_write_time(path("out/t00.json")), written);
    EXPECT_EQ(lines(contents(path("out/targets.csv"))), 1 + 20);
    const auto names = [&](const std::string& folder) {
        std::set<std::string> found;
        for (const auto& entry : fs::directory_iterator(path(folder)))
            if (const std::string name = entry.path().filename().string(); !name.starts_with('.'))
                found.insert(name);
        return found;
    };
    EXPECT_EQ(names("out"), names("whole"));
    for (const std::string& name : names("whole")) {
        if (name.ends_with(".json")) continue;  // records hold the seconds that it took
        EXPECT_EQ(contents(path("out/" + name)), contents(path("whole/" + name))) << name;
    }
}

TEST_F(TransferProgramTest, NoticesWhatHasChanged) {
    make_small_shapes(1);
    const std::string target = path("targets/t00.off"), record = path("out/t00.json"),
                      found = path("out/t00.mrk.json");
    const auto write_landmarks = [&](int vertex) {
        const Points points = read_shape(path("template.off")).vertices.row(vertex);
        write("marks.json",
              fmt::format(R"({{"markups": [{{"type": "Fiducial", "controlPoints": [{{"label": "tip",
                          "position": [{}, {}, {}]}}]}}]}})",
                          points(0, 0), points(0, 1), points(0, 2)));
    };
    write_landmarks(3);
    const Arguments transfer{"transfer", "template.off", "--landmarks", "marks.json", "-o", "out", "targets"};
    ASSERT_EQ(run(transfer).code, 0);
    EXPECT_TRUE(result("out/t00.json").contains("misfit"));  // no landmark file has taken its place
    const LandmarkSet before = read_landmark_file(found, read_shape(target));
    const std::string script = path("out/t00.js"), shown = has_reports() ? contents(script) : "";
    EXPECT_EQ(before.names, std::vector<std::string>{"tip"});

    write_shape(target, testing::moved(read_shape(target), 10));
    fs::last_write_time(target, fs::last_write_time(record) + std::chrono::seconds(1));
    ASSERT_EQ(run(transfer).code, 0);
    EXPECT_NE(read_landmark_file(found, read_shape(target)).positions, before.positions);
    if (has_reports()) {
        EXPECT_NE(contents(script), shown);
        const std::string changed = contents(script);
        fs::remove(script);  // by itself it does not take a new match
        ASSERT_EQ(run(transfer).code, 0);
        EXPECT_EQ(contents(script), changed);
    }

    write("targets/t00.off", "OFF\nnothing\n");
    fs::last_write_time(target, fs::last_write_time(record) + std::chrono::seconds(1));
    ASSERT_EQ(run(transfer).code, 2);
    EXPECT_FALSE(fs::exists(found));
    EXPECT_FALSE(fs::exists(path("out/t00.js")));

    write_landmarks(4);
    expect_refused(transfer, {"other templates or options", "use another folder"});
}

TEST_F(TransferProgramTest, SaysWhatIsWrong) {
    make_shapes();
    fs::create_directory(path("empty"));
    write("none.txt", "# no landmarks\n");
    expect_refused(transfer_ + Arguments{"empty"}, {"empty", "no shape files"});
    expect_refused(transfer_ + Arguments{"targets/*.nothing"}, {"no file matches"});
    expect_refused({"transfer", "template.off", "--landmarks", "none.txt", "-o", "out", "targets"},
                   {"none.txt"});
    expect_refused({"transfer", "template.off", "--landmarks", "template.txt", "--template", "targets/a.off",
                    "-o", "out", "targets"},
                   {"--landmarks once for each template"});
    write("far.csv", "name,x,y,z\nnose,100,100,100\n");
    expect_refused({"transfer", "template.off", "--landmarks", "far.csv", "-o", "out", "targets"},
                   {"nose", "far"});
    expect_refused({"transfer", "template.off", "--landmarks", "none", "-o", "out", "targets"}, {"none: "});
    expect_refused({"transfer", "template.off", "-o", "out", "targets"}, {"--landmarks is required"});
    expect_refused(transfer_ + Arguments{"targets", "--partial"}, {"--partial"});
    expect_refused({"transfer", "template.off", "--landmarks", "template.txt", "-o", "targets", "targets"},
                   {"targets holds files", "use a new folder"});
}

TEST_F(TransferProgramTest, AFolderBelongsToOneTemplate) {
    make_shapes();
    ASSERT_EQ(run(transfer_ + Arguments{"targets/broken.off"}).code, 2);
    make("other", "rest", 1);
    const Outcome outcome =
        run({"transfer", "other.off", "--landmarks", "other.txt", "-o", "out", "targets/broken.off"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("use another folder"), std::string::npos);
}

TEST_F(TransferProgramTest, MatchChoosesKeypointsIfThereAreNone) {
    make_shapes();
    const Outcome outcome = run({"match", "template.off", "targets/a.off", "-o", "result.json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    expect_sound(result());
    EXPECT_EQ(result()["n"], 25);
    EXPECT_TRUE(result()["chosen_keypoints"].is_object());
    EXPECT_NE(outcome.out.find("keypoints were chosen"), std::string::npos);
    expect_refused({"match", "template.off", "targets/a.off", "--kx", "template.txt"},
                   {"give both --kx and --ky"});
    expect_refused({"match", "template.off", "targets/a.off", "--partial"}, {"--partial"});
}

}  // namespace
}  // namespace sigmatch
