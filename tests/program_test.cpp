#include <algorithm>
#include <chrono>
#include <csignal>
#include <map>
#include <random>
#include <thread>

#include "program_support.h"
#include "sigmatch/io.h"
#include "sigmatch/version.h"

namespace sigmatch {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class MatchProgramTest : public ProgramTest {
protected:
    /// NAME.off and all.txt of an animal in this pose; the program makes it once for all tests.
    void make_animal(const std::string& name, const Arguments& pose) {
        static std::map<std::string, std::pair<std::string, std::string>> animals;
        auto& [shape, keypoints] = animals[name];
        if (shape.empty()) {
            const Outcome made = run(Arguments{"synth", "--vertices", "700", "--quiet", "-o", name + ".off",
                                               "--keypoints", "all.txt"} +
                                     pose);
            ASSERT_EQ(made.code, 0) << made.err;
            EXPECT_EQ(made.out + made.err, "");
            shape = contents(path(name + ".off"));
            keypoints = contents(path("all.txt"));
        }
        write(name + ".off", shape);
        write("all.txt", keypoints);
    }

    /// Two poses of an animal with 10 keypoints each, those of Y shuffled: x.off, y.off, x.txt, y.txt.
    void make_pair() {
        Keypoints all_y;
        for (const bool is_x : {true, false}) {
            if (is_x)
                make_animal("x", {"--pose", "rest"});
            else
                make_animal("y", {"--pose", "walk", "--remesh", "3"});
            const Keypoints all = read_keypoints(path("all.txt"));
            for (size_t k = 0; k < all.size(); k += 3) (is_x ? keypoints_x_ : all_y).push_back(all[k]);
        }
        Match order(all_y.size());
        for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
        std::mt19937_64 random(7);
        std::shuffle(order.begin(), order.end(), random);
        truth_ = order;
        keypoints_y_.resize(order.size());
        for (size_t i = 0; i < order.size(); ++i) keypoints_y_[order[i]] = all_y[i];
        write_ids("x.txt", keypoints_x_);
        write_ids("y.txt", keypoints_y_);
    }

    /// A problem that no search ends soon: two bipeds of different build, no pruning, gap 0.
    Arguments make_hard_pair() {
        for (const std::string seed : {"1", "2"}) {
            const Outcome made = run({"synth", "--kind", "biped", "--pose", seed, "--kin", seed + "3",
                                      "--remesh", seed, "--vertices", "600", "-o", "hard" + seed + ".off",
                                      "--keypoints", "hard" + seed + ".txt"});
            EXPECT_EQ(made.code, 0) << made.err;
            EXPECT_EQ(lines(made.out), 1) << made.out;
        }
        return {"match",     "hard1.off",    "hard2.off", "--kx",  "hard1.txt", "--ky",
                "hard2.txt", "--candidates", "0",         "--gap", "0"};
    }

    Match match_of(const json& result) const {
        Match match;
        for (const json& pair : result["matches"]) match.push_back(pair[1]);
        return match;
    }

    Keypoints keypoints_x_, keypoints_y_;
    Match truth_;
};

TEST_F(MatchProgramTest, MatchesTwoShapes) {
    make_pair();
    const Outcome outcome = run(pair_ + Arguments{"-o", "result.json", "--threads", "2"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(lines(outcome.out), 1) << outcome.out;
    EXPECT_NE(outcome.out.find("optimal"), std::string::npos) << outcome.out;
    const json r = result();
    expect_sound(r);
    EXPECT_EQ(r["status"], "optimal");
    EXPECT_LE(r["gap"], 0.01);
    EXPECT_EQ(r["n"], 10);
    EXPECT_EQ(r["threads"], 2);
    EXPECT_GE(r["nodes"], 1);
    EXPECT_EQ(match_of(r), truth_);
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(r["match_vertices"][i][0], keypoints_x_[i]);
        EXPECT_EQ(r["match_vertices"][i][1], keypoints_y_[truth_[i]]);
    }
    ASSERT_FALSE(r["trace"].empty());
    EXPECT_NEAR(r["trace"].back()[2].get<double>(), r["objective"].get<double>(), 1e-9);
    EXPECT_EQ(r["options"]["candidates"], 11);
    EXPECT_EQ(r["options"]["lambda_def"], 5);
    EXPECT_EQ(r["options"]["lambda_ori"], 0.025);
    EXPECT_EQ(r["options"]["gap"], 0.01);
    EXPECT_EQ(r["options"]["faces"], 0);
}

TEST_F(MatchProgramTest, QuietPrintsNothing) {
    make_pair();
    for (const char* flag : {"--quiet", "-q"}) {
        const Outcome outcome = run(pair_ + Arguments{"-o", "result.json", flag});
        EXPECT_EQ(outcome.code, 0);
        EXPECT_EQ(outcome.out + outcome.err, "");
        expect_sound(result());
    }
}

TEST_F(MatchProgramTest, PrintsTheSummaryWithoutAnOutputFile) {
    make_pair();
    const std::vector<std::string> before = files();
    const Outcome outcome = run(pair_);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(lines(outcome.out), 1);
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(files(), before);
}

TEST_F(MatchProgramTest, SaysWhatTheProofCovers) {
    make_pair();
    for (const auto& [candidates, scope] : {std::pair{"5", "candidates"}, {"0", "all"}, {"auto", "all"}}) {
        const Outcome outcome = run(pair_ + Arguments{"-o", "result.json", "--candidates", candidates});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        const json r = result();
        expect_sound(r);
        EXPECT_EQ(r["proof_scope"], scope) << candidates;
        EXPECT_EQ(r["status"], "optimal") << candidates;
        EXPECT_NE(outcome.out.find(std::string(scope) == "all" ? "all permutations" : "candidates"),
                  std::string::npos);
    }
    EXPECT_EQ(result()["options"]["candidates"], "auto");
}

TEST_F(MatchProgramTest, OptionsReachTheResult) {
    make_pair();
    const Outcome outcome =
        run(pair_ + Arguments{"-o", "result.json", "--candidates", "4", "--lambda-def", "4", "--lambda-ori",
                              "0", "--gap", "0.05", "--time-limit", "500", "--threads", "1", "--seed", "9"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const json r = result();
    expect_sound(r);
    EXPECT_LE(r["candidates"], 40);
    EXPECT_EQ(r["terms"]["ori"], 0);
    EXPECT_EQ(r["threads"], 1);
    const json& options = r["options"];
    EXPECT_EQ(options["candidates"], 4);
    EXPECT_EQ(options["lambda_def"], 4);
    EXPECT_EQ(options["lambda_ori"], 0);
    EXPECT_EQ(options["gap"], 0.05);
    EXPECT_EQ(options["time_limit"], 500);
    EXPECT_EQ(options["threads"], 1);
    EXPECT_EQ(options["seed"], 9);
}

TEST_F(MatchProgramTest, TellsThePriorInTheResult) {
    make_pair();
    for (const char* prior : {"plbo", "lbo"}) {
        const Outcome outcome = run(pair_ + Arguments{"-o", "result.json", "--prior", prior, "--gap", "0.5"});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(result()["options"].value("prior", "(not told)"), prior);
    }
}

TEST_F(MatchProgramTest, CountsFromOneOnRequest) {
    make_pair();
    write_ids("x1.txt", keypoints_x_, 1);
    write_ids("y1.txt", keypoints_y_, 1);
    const Outcome outcome = run({"match", "x.off", "y.off", "--kx", "x1.txt", "--ky", "y1.txt",
                                 "--index-base", "1", "-o", "result.json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const json r = result();
    EXPECT_EQ(match_of(r), truth_);
    EXPECT_EQ(r["match_vertices"][0][0], keypoints_x_[0]);  // a result counts from 0
}

TEST_F(MatchProgramTest, ChoosesKeypointsItself) {
    // A rotated, scaled copy: the same vertices are chosen, in the same order, and matched to each other.
    const Arguments synth{"synth", "--vertices", "600", "--remesh", "2", "--pose", "3", "-q"};
    ASSERT_EQ(run(synth + Arguments{"-o", "x.off"}).code, 0);
    ASSERT_EQ(
        run(synth + Arguments{"-o", "y.ply", "--rotate", "5", "--scale", "40", "--translate", "2"}).code, 0);
    const Outcome outcome = run({"match", "x.off", "y.ply", "--fps", "9", "-o", "result.json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const json r = result();
    expect_sound(r);
    EXPECT_EQ(r["n"], 9);
    for (int i = 0; i < 9; ++i) {
        EXPECT_EQ(r["matches"][i][1], i);
        EXPECT_EQ(r["match_vertices"][i][0], r["match_vertices"][i][1]);
    }
}

TEST_F(MatchProgramTest, DecimatesOnRequest) {
    make_pair();
    const Outcome outcome = run(pair_ + Arguments{"-o", "result.json", "--faces", "500"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    const json r = result();
    expect_sound(r);
    EXPECT_EQ(r["options"]["faces"], 500);
    EXPECT_EQ(match_of(r), truth_);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(r["match_vertices"][i][0], keypoints_x_[i]);  // the user's ids
}

TEST_F(MatchProgramTest, DecimatesFacesOfMixedOrientation) {
    make_pair();
    Shape x = read_shape(path("x.off"));
    for (Eigen::Index f = 0; f < x.faces.rows(); f += 3) std::swap(x.faces(f, 1), x.faces(f, 2));
    const Arguments coarse{"--faces", "500", "--gap", "0.2", "-q"};
    ASSERT_EQ(run(pair_ + coarse + Arguments{"-o", "result.json", "--lambda-ori", "0"}).code, 0);
    const json expected = result();
    write_shape(path("x.off"), x);
    const Outcome outcome = run(pair_ + coarse + Arguments{"-o", "result.json", "--lambda-ori", "0"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(match_of(result()), match_of(expected));
    EXPECT_NEAR(result()["objective"].get<double>(), expected["objective"].get<double>(),
                0.2 * expected["objective"].get<double>());
}

TEST_F(MatchProgramTest, EvaluatesAGivenMatch) {
    make_pair();
    ASSERT_EQ(run(pair_ + Arguments{"-o", "result.json"}).code, 0);
    const json searched = result();
    std::string pairs = "# in any order\r\n";
    for (int i = 9; i >= 0; --i) pairs += std::to_string(i) + " " + std::to_string(truth_[i]) + "\r\n";
    write("pairs.txt", pairs);
    for (const char* given : {"result.json", "pairs.txt"}) {
        const Outcome outcome = run(pair_ + Arguments{"-o", "fixed.json", "--fixed-matches", given});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(lines(outcome.out), 1) << outcome.out;
        EXPECT_EQ(outcome.err, "");
        const json fixed = result("fixed.json");
        expect_sound(fixed);
        EXPECT_EQ(fixed["status"], "fixed");
        EXPECT_EQ(fixed["matches"], searched["matches"]);
        EXPECT_NEAR(fixed["objective"].get<double>(), searched["objective"].get<double>(), 1e-12);
        for (const auto& [name, term] : searched["terms"].items())
            EXPECT_NEAR(fixed["terms"][name].get<double>(), term.get<double>(), 1e-12) << name;
        fs::remove(path("fixed.json"));
    }
    // Another match costs more than the optimum, and at least the proven bound.
    std::string wrong;
    for (int i = 0; i < 10; ++i)
        wrong += std::to_string(i) + " " + std::to_string(truth_[(i + 1) % 10]) + "\n";
    write("wrong.txt", wrong);
    ASSERT_EQ(run(pair_ + Arguments{"-o", "wrong.json", "--fixed-matches", "wrong.txt"}).code, 0);
    EXPECT_GT(result("wrong.json")["objective"], searched["lower_bound"]);
}

TEST_F(MatchProgramTest, WritesReconstructions) {
    make_pair();
    const Shape x = read_shape(path("x.off")), y = read_shape(path("y.off"));
    for (const char* faces : {"0", "500"}) {
        const Outcome outcome = run(pair_ + Arguments{"--faces", faces, "--reconstruction-x", "rx.ply",
                                                      "--reconstruction-y", "ry.off", "-o", "result.json"});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        const Shape rx = read_shape(path("rx.ply")), ry = read_shape(path("ry.off"));
        EXPECT_EQ(rx.vertices.rows(), x.vertices.rows());
        EXPECT_EQ(rx.faces, x.faces);
        EXPECT_EQ(ry.vertices.rows(), y.vertices.rows());
        EXPECT_EQ(ry.faces, y.faces);
        // In the other's pose: the keypoints are nearer to their partners than in their own.
        double before = 0, after = 0;
        for (int i = 0; i < 10; ++i) {
            const auto partner = y.vertices.row(keypoints_y_[truth_[i]]);
            before += (x.vertices.row(keypoints_x_[i]) - partner).squaredNorm();
            after += (rx.vertices.row(keypoints_x_[i]) - partner).squaredNorm();
        }
        EXPECT_LT(after, before);
        fs::remove(path("rx.ply"));
        fs::remove(path("ry.off"));
    }
}

TEST_F(MatchProgramTest, WritesOneReconstructionAlone) {
    make_pair();
    EXPECT_EQ(run(pair_ + Arguments{"--reconstruction-y", "only.obj"}).code, 0);
    EXPECT_EQ(read_shape(path("only.obj")).vertices.rows(), read_shape(path("y.off")).vertices.rows());
}

TEST_F(MatchProgramTest, MatchesAShapeWithItself) {
    make_pair();
    const Outcome outcome =
        run({"match", "x.off", "x.off", "--kx", "x.txt", "--ky", "x.txt", "-o", "result.json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const json r = result();
    EXPECT_EQ(r["status"], "optimal");
    EXPECT_LT(r["objective"], 1e-9);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(r["matches"][i][1], i);
}

TEST_F(MatchProgramTest, TakesOddNames) {
    make_pair();
    fs::create_directory(path("a folder"));
    fs::copy_file(path("x.off"), path("a folder/X shape.OFF"));
    fs::copy_file(path("y.txt"), path("a folder/-y"));
    std::string crlf = "\xEF\xBB\xBF# made on Windows\r\n\r\n";
    for (int v : keypoints_x_) crlf += "  " + std::to_string(v) + "\t# name\r\n";
    write("a folder/x points.TXT", crlf);
    const Outcome outcome =
        run({"match", "./a folder/X shape.OFF", path("y.off"), "--kx=a folder/x points.TXT", "--ky",
             "a folder/../a folder/-y", "-o", "a folder/the result"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(match_of(result("a folder/the result")), truth_);
}

TEST_F(MatchProgramTest, ReplacesAnOldResult) {
    make_pair();
    write("result.json", "old");
    fs::create_symlink("result.json", path("link.json"));
    EXPECT_EQ(run(pair_ + Arguments{"-o", "link.json"}).code, 0);
    expect_sound(result());
    EXPECT_TRUE(fs::is_symlink(path("link.json")));
}

TEST_F(MatchProgramTest, WritesToStandardOutput) {
    make_pair();
    const Outcome quiet = run(pair_ + Arguments{"-q", "-o", "/dev/stdout"});
    EXPECT_EQ(quiet.code, 0);
    expect_sound(json::parse(quiet.out, nullptr, false));
    // What else goes there must not be lost.
    const Outcome loud = run(pair_ + Arguments{"-o", "/dev/stdout"});
    EXPECT_NE(loud.out.find("\"match_vertices\""), std::string::npos);
    EXPECT_NE(loud.out.find("optimal, "), std::string::npos) << "the summary is lost";
}

TEST_F(MatchProgramTest, AHugeDeformationWeightLeavesTheAffineMapsOnly) {
    // They are free, so the objective stays bounded as the weight grows.
    make_pair();
    std::string pairs;
    for (int i = 0; i < 10; ++i) pairs += std::to_string(i) + " " + std::to_string(truth_[i]) + "\n";
    write("pairs.txt", pairs);
    std::vector<double> objectives;
    for (const char* weight : {"1e4", "1e6", "1e8", "1e10", "1e12"}) {
        const Outcome outcome = run(pair_ + Arguments{"-o", "result.json", "--fixed-matches", "pairs.txt",
                                                      "--lambda-def", weight, "--lambda-ori", "0"});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        objectives.push_back(result()["objective"]);
        EXPECT_GE(objectives.back(), objectives[0] * (1 - 1e-9)) << weight;
        EXPECT_LT(objectives.back(), objectives[0] * 1.5) << weight;
    }
}

TEST_F(MatchProgramTest, DoesNotCrashOnAnAbsurdWeight) {
    make_pair();
    for (const char* weight : {"1e-300", "1e300"}) {
        const Outcome outcome =
            run(pair_ + Arguments{"-o", "result.json", "--lambda-def", weight, "--time-limit", "2"});
        EXPECT_TRUE(outcome.code == 0 || outcome.code == 2) << weight << ": " << outcome.code << outcome.err;
    }
}

TEST_F(MatchProgramTest, BearsAVertexWithoutArea) {
    // A T-junction closed by a triangle without area; one keypoint is beside it.
    make_pair();
    Shape x = read_shape(path("x.off"));
    ASSERT_EQ(run(pair_ + Arguments{"-o", "result.json", "-q"}).code, 0);
    const json expected = result();
    const auto next = static_cast<int>(x.vertices.rows());
    int face = 0;
    while ((x.faces.row(face).array() != keypoints_x_[4]).all()) ++face;
    const int a = x.faces(face, 0), b = x.faces(face, 1);
    x.vertices.conservativeResize(next + 1, 3);
    x.vertices.row(next) = (x.vertices.row(a) + x.vertices.row(b)) / 2;
    x.faces.conservativeResize(x.faces.rows() + 1, 3);
    x.faces.bottomRows(1) << a, b, next;
    write_shape(path("x.off"), x);
    const Outcome outcome = run(pair_ + Arguments{"-o", "result.json", "-q"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(match_of(result()), truth_);
    EXPECT_NEAR(result()["objective"].get<double>(), expected["objective"].get<double>(),
                0.1 * expected["objective"].get<double>());
}

TEST_F(MatchProgramTest, HelpAndVersion) {
    for (const Arguments& arguments : {Arguments{"--help"}, {"match", "--help"}, {"synth", "-h"}}) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0);
        EXPECT_GT(lines(outcome.out), 5);
        EXPECT_EQ(outcome.err, "");
    }
    const Outcome told = run({"--version"});
    EXPECT_EQ(told.code, 0);
    EXPECT_EQ(told.out.find(std::string("sigmatch ") + version + "\n"), 0u) << told.out;
}

TEST_F(MatchProgramTest, StopsAtTheTimeLimit) {
    const Outcome outcome = run(make_hard_pair() + Arguments{"-o", "result.json", "--time-limit", "1"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(lines(outcome.out), 1);
    const json r = result();
    expect_sound(r);
    EXPECT_EQ(r["status"], "time_limit");
    EXPECT_EQ(r["n"], 30);
    EXPECT_EQ(r["candidates"], 900);
    EXPECT_GT(r["gap"], 0);
}

TEST_F(MatchProgramTest, HasAnAnswerAtATimeLimitOfZero) {
    make_pair();
    const Outcome outcome = run(pair_ + Arguments{"-o", "result.json", "--time-limit", "0"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    expect_sound(result());
    EXPECT_EQ(result()["status"], "time_limit");
}

TEST_F(MatchProgramTest, WritesTheBestMatchWhenInterrupted) {
    const Arguments arguments = make_hard_pair() + Arguments{"-o", "result.json"};
    ASSERT_EQ(run(arguments + Arguments{"--time-limit", "0"}).code, 0);
    const json seconds = result()["seconds"];
    const double preparation = seconds["total"].get<double>() - seconds["search"].get<double>();
    fs::remove(path("result.json"));
    // Both at once, each in a folder of its own.
    const std::vector<std::string> inputs = files();
    const auto start = [&](const std::string& folder) {
        fs::create_directory(path(folder));
        for (const std::string& name : inputs) fs::copy(name, path(folder));
        return Process(path(folder), arguments);
    };
    const Process first = start("first"), second = start("second");
    // By then the shapes are prepared and the search has its first match, on slow machines, too.
    std::this_thread::sleep_for(std::chrono::duration<double>(3 + 5 * preparation));
    first.send(SIGINT);
    second.send(SIGTERM);
    for (const auto& [running, folder] : {std::pair(&first, "first/"), std::pair(&second, "second/")}) {
        const Outcome outcome = running->wait();
        EXPECT_EQ(outcome.code, 130);
        EXPECT_EQ(outcome.err, "");
        EXPECT_EQ(lines(outcome.out), 1) << outcome.out;
        EXPECT_NE(outcome.out.find("interrupted"), std::string::npos) << outcome.out;
        const std::string written = std::string(folder) + "result.json";
        ASSERT_TRUE(fs::exists(path(written)));
        const json r = result(written);
        expect_sound(r);
        EXPECT_EQ(r["status"], "interrupted");
        EXPECT_EQ(r["n"], 30);
    }
}

}  // namespace
}  // namespace sigmatch
