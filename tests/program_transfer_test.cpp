#include <chrono>
#include <csignal>
#include <thread>

#include "program_support.h"
#include "sigmatch/io.h"

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
    EXPECT_NE(table.find("broken,failed"), std::string::npos);
    EXPECT_EQ(lines(contents(path("out/landmarks.csv"))), 1 + 2 * 29);
    EXPECT_NE(contents(path("out/index.html")).find("<td>a</td>"), std::string::npos);
}

TEST_F(TransferProgramTest, ARunThatWasKilledThreeTimesGivesTheSameTables) {
    make_shapes();
    const Shape target = testing::potato(2);
    for (int k = 0; k < 20; ++k)
        write_shape(path(fmt::format("targets/t{}.off", k)), testing::moved(target, 1, k + 1));
    ASSERT_EQ(run({"transfer", "template.off", "--landmarks", "template.txt", "-o", "whole", "targets"}).code,
              0);
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
