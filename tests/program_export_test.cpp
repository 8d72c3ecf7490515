#include <fstream>

#include "program_support.h"
#include "sigmatch/io.h"
#include "support/conic_points.h"

namespace sigmatch {
namespace {

using nlohmann::json;
using testing::CbfModel;

class ExportProgramTest : public ProgramTest {
protected:
    ExportProgramTest() { write_small_pair(); }

    Arguments command(const std::string& name) const {
        return Arguments{name} + Arguments(pair_.begin() + 1, pair_.end());
    }

    CbfModel exported(const Arguments& options) const {
        const Outcome outcome = run(command("export") + options + Arguments{"-o", "model.cbf"});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return testing::parse_cbf(contents(path("model.cbf")));
    }
};

TEST_F(ExportProgramTest, SolutionComesBackAsSigmatchSeesIt) {
    for (const Arguments& options : {Arguments{"--model", "paper", "--candidates", "0"},
                                     Arguments{"--lambda-ori", "0", "--faces", "100", "--model", "paper"},
                                     Arguments{"--prior", "lbo", "--unscaled", "--candidates", "0", "--model",
                                               "paper", "--faces", "0"}}) {
        const CbfModel full = exported(options),
                       reduced = exported(options + Arguments{"--format", "cbf", "--programme", "reduced"});
        EXPECT_GT(full.size(), 6 * 6 + 3 * 50);
        EXPECT_EQ(reduced.size(), 6 * 6 + 2 * 3 * 6 + (options[0] == "--lambda-ori" ? 4 : 5));

        const Outcome matched = run(pair_ + options + Arguments{"--gap", "0", "-o", "best.json"});
        ASSERT_EQ(matched.code, 0) << matched.err;
        const json best = result("best.json");
        Match match;
        for (const json& pair : best["matches"]) match.push_back(pair[1]);
        const double objective = best["objective"];
        EXPECT_NEAR(testing::least_value(reduced, match), objective, 1e-6 * objective);

        Eigen::VectorXd x = Eigen::VectorXd::Constant(full.size(), 0.25);
        testing::set_group(full, "P", testing::permutation_matrix(match), x);
        std::ofstream values(path("values.txt"));
        values.precision(17);
        for (const double value : x) values << value << "\n";
        values.close();
        for (const char* solution : {"values.txt", "best.json"}) {
            const Outcome outcome = run(command("import-solution") + options +
                                        Arguments{"--solution", solution, "-o", "result.json"});
            EXPECT_EQ(outcome.code, 0) << outcome.err;
            EXPECT_EQ(lines(outcome.out), 2) << outcome.out;
            EXPECT_NE(outcome.out.find("rec_x"), std::string::npos) << outcome.out;
            const json r = result();
            expect_sound(r);
            EXPECT_EQ(r["status"], "fixed");
            EXPECT_EQ(r["matches"], best["matches"]);
            EXPECT_EQ(r["terms"], best["terms"]);
            EXPECT_EQ(r["options"]["faces"], best["options"]["faces"]);
        }
    }
}

TEST_F(ExportProgramTest, OurModelIsReducedWithProducts) {
    const Arguments options{"--candidates", "0"};
    const CbfModel model = exported(options);
    EXPECT_EQ(model.groups.at("R").size, 15 * 30);
    const Outcome matched = run(pair_ + options + Arguments{"--gap", "0", "-o", "best.json"});
    ASSERT_EQ(matched.code, 0) << matched.err;
    const json best = result("best.json");
    const Outcome outcome =
        run(command("import-solution") + options + Arguments{"--solution", "best.json", "-o", "result.json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(result()["terms"], best["terms"]);
}

TEST_F(ExportProgramTest, FileTellsWhatItIs) {
    const Outcome outcome =
        run(command("export") + Arguments{"--model", "paper", "--candidates", "3", "--one-sided",
                                          "--lambda-def", "7", "--faces", "0", "-o", "model.cbf"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(lines(outcome.out), 1) << outcome.out;
    const std::string text = contents(path("model.cbf"));
    std::string ids;
    for (const int v : read_keypoints(path("x.txt"))) ids += " " + std::to_string(v);
    for (const std::string& part :
         {std::string("# The full programme of SIGMA"), std::string("sigmatch 0."),
          "Keypoints of X, as vertices:" + ids,
          std::string("--candidates 3 --lambda-def 7 --lambda-ori 0.025 --orientation paper"),
          std::string("--one-sided"), std::string("0 to 35: P, 6 x 6"), std::string("X^, 162 x 3")})
        EXPECT_NE(text.find(part), std::string::npos) << part;
    EXPECT_EQ(text.find("Y^"), std::string::npos);
}

TEST_F(ExportProgramTest, QuietPrintsNothing) {
    const Outcome written = run(command("export") + Arguments{"-q", "-o", "model.cbf"});
    EXPECT_EQ(written.code, 0);
    EXPECT_EQ(written.out + written.err, "");
    write("m.txt", "0 0\n1 1\n2 2\n3 3\n4 4\n5 5\n");
    const Outcome read = run(command("import-solution") + Arguments{"-q", "--solution", "m.txt"});
    EXPECT_EQ(read.code, 0);
    EXPECT_EQ(read.out + read.err, "");
}

TEST_F(ExportProgramTest, RefusesWrongUse) {
    const Arguments to_file{"-o", "model.cbf"};
    expect_refused(command("export"), {"--output"});
    expect_refused(command("export") + to_file + Arguments{"--partial"}, {"partial", "--partial"});
    expect_refused(command("export") + to_file + Arguments{"--format", "mps"}, {"cbf"});
    expect_refused(command("export") + to_file + Arguments{"--programme", "half"}, {"full", "reduced"});
    expect_refused(command("export") + to_file + Arguments{"--model", "reduced"}, {"full", "paper"});
    expect_refused(command("export") + to_file + Arguments{"--programme", "full"}, {"--model paper"});
    expect_refused(command("export") + to_file + Arguments{"--candidates", "auto"}, {"--candidates"});
    expect_refused(command("export") + to_file + Arguments{"--candidates", "-1"}, {"candidates"});
    expect_refused(command("export") + Arguments{"-o", "none/model.cbf"}, {"none"});
    expect_refused(command("export") + Arguments{"-o", "x.off"}, {"x.off", "overwrite"});
    expect_refused({"export", "x.off", "y.off", "-o", "model.cbf"}, {"--kx"});
    expect_refused({"export", "x.off", "-o", "model.cbf"}, {".mat"});

    write("m.txt", "0 0\n1 1\n2 2\n3 3\n4 4\n5 4\n");
    const Arguments from_file{"--solution", "m.txt"};
    expect_refused(command("import-solution"), {"--solution"});
    expect_refused(command("import-solution") + from_file, {"m.txt", "line 6", "twice"});
    expect_refused(command("import-solution") + from_file + Arguments{"-o", "m.txt"}, {"overwrite"});
    expect_refused(command("import-solution") + from_file + Arguments{"--partial"}, {"--partial"});
    write("m.txt", "0.5\n0.5\n");
    expect_refused(command("import-solution") + from_file, {"m.txt", "line 1", "0.5"});
}

}  // namespace
}  // namespace sigmatch
