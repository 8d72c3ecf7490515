#include "program_support.h"
#include "sigmatch/io.h"
#include "sigmatch/manifest.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

namespace fs = std::filesystem;

class ProgramManifestTest : public ProgramTest {
protected:
    ProgramManifestTest() {
        fs::create_directory(path("set"));
        for (const char* name : {"set/cat0.off", "set/cat1.off", "set/cat2.off"})
            write_shape(path(name), testing::potato(1));
    }
};

TEST_F(ProgramManifestTest, WritesAManifestAndSaysWhatIsInIt) {
    const Outcome outcome = run({"manifest", "identity", "set", "-o", "m.jsonl", "--keypoints", "8"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "2 pairs of 3 shapes, 8 keypoints\n");
    const auto pairs = read_manifest(path("m.jsonl"));
    ASSERT_EQ(pairs.size(), 2u);
    EXPECT_EQ(pairs[1].id, "cat0-cat2");
    EXPECT_EQ(pairs[1].y, path("set/cat2.off"));
    for (std::size_t i = 0; i < 8; ++i)
        EXPECT_EQ(pairs[1].keypoints_y[pairs[1].truth[i]], pairs[1].keypoints_x[i]);
}

TEST_F(ProgramManifestTest, TakesItsOptions) {
    write_ids("points.txt", {1, 5, 9, 13, 21, 30});
    const Outcome outcome = run({"manifest", "identity", "set", "-o", "m.jsonl", "--points", "points.txt",
                                 "--pairs", "all", "--seed", "3", "--quiet"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    const auto pairs = read_manifest(path("m.jsonl"));
    ASSERT_EQ(pairs.size(), 3u);
    EXPECT_EQ(pairs[0].keypoints_x, (Keypoints{1, 5, 9, 13, 21, 30}));
    run({"manifest", "identity", "set", "-o", "n.jsonl", "--points", "points.txt", "--pairs", "chain"});
    const auto chain = read_manifest(path("n.jsonl"));
    ASSERT_EQ(chain.size(), 2u);
    EXPECT_EQ(chain[1].id, "cat1-cat2");
    EXPECT_NE(chain[0].keypoints_y, pairs[0].keypoints_y);
}

TEST_F(ProgramManifestTest, WrongInputs) {
    expect_refused({"manifest", "vtx", "set", "-o", "m.jsonl"}, {"vtx", "vts"});
    expect_refused({"manifest", "vts"}, {"required"});
    expect_refused({"manifest", "vts", "set"}, {"--output"});
    expect_refused({"manifest", "vts", "set", "-o", "m.jsonl"}, {"set", ".vts"});
    expect_refused({"manifest", "identity", "gone", "-o", "m.jsonl"}, {"gone"});
    expect_refused({"manifest", "identity", "set", "-o", "gone/m.jsonl"}, {"gone"});
    expect_refused({"manifest", "identity", "set", "-o", "set/cat0.off"}, {"set/cat0.off", ".jsonl"});
    const Arguments identity = {"manifest", "identity", "set", "-o", "m.jsonl"};
    expect_refused(identity + Arguments{"--keypoints", "43"}, {"set/cat0.off", "42"});
    expect_refused(identity + Arguments{"--keypoints", "3"}, {"at least 5"});
    expect_refused(identity + Arguments{"--keypoints", ""}, {"empty"});
    expect_refused(identity + Arguments{"--pairs", "none"}, {"none"});
    expect_refused(identity + Arguments{"--extra", "3"}, {"--extra"});
    expect_refused(identity + Arguments{"--points", "gone.txt"}, {"gone.txt"});
    write("points.jsonl", "1\n2\n3\n4\n5\n");
    expect_refused({"manifest", "identity", "set", "-o", "points.jsonl", "--points", "points.jsonl"},
                   {"overwrite"});

    write("set/cat0.vts", "1\n2\n3\n4\n5\n");
    write("set/cat1.vts", "1\n2\n3\n4\n43\n");
    expect_refused({"manifest", "vts", "set", "-o", "m.jsonl"}, {"set/cat1.vts", "line 5", "43"});
    write_shape(path("set/cat2.off"), testing::potato(2));
    expect_refused(identity, {"set/cat2.off", "set/cat0.off", "162", "42"});
    write("set/cat2.off", "OFF\n1 0");
    expect_refused(identity, {"set/cat2.off"});
}

}  // namespace
}  // namespace sigmatch
