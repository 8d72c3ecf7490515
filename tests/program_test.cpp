#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "meshes.h"
#include "sigmatch/io.h"
#include "sigmatch/version.h"

/// The program itself, from outside: what it prints, writes and returns.
namespace sigmatch {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::bumpy_ball;
using testing::some_keypoints;
using Arguments = std::vector<std::string>;

Arguments operator+(Arguments first, const Arguments& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

std::string contents(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// What a run of the program left behind. An exit code below zero is the signal that ended it.
struct Outcome {
    int code = 0;
    std::string out, err;
};

/// A run of the program, its output going to files.
class Process {
public:
    Process(const fs::path& folder, const Arguments& arguments)
        : out_(folder / ".stdout"), err_(folder / ".stderr") {
        std::vector<char*> argv{const_cast<char*>(SIGMATCH_PROGRAM)};
        for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
        argv.push_back(nullptr);
        id_ = ::fork();
        if (id_ == 0) {
            const int in = ::open("/dev/null", O_RDONLY);
            const int out = ::open(out_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
            const int err = ::open(err_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
            if (::dup2(in, 0) >= 0 && ::dup2(out, 1) >= 0 && ::dup2(err, 2) >= 0 &&
                ::chdir(folder.c_str()) == 0)
                ::execv(SIGMATCH_PROGRAM, argv.data());
            ::_exit(127);
        }
        if (id_ < 0) throw std::runtime_error("cannot fork");
    }

    void send(int signal) const { ::kill(id_, signal); }

    Outcome wait() const {
        int status = 0;
        while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
        }
        Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), contents(out_),
                        contents(err_)};
        fs::remove(out_);
        fs::remove(err_);
        return outcome;
    }

private:
    fs::path out_, err_;
    pid_t id_ = -1;
};

int lines(const std::string& text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

class ProgramTest : public ::testing::Test {
protected:
    ProgramTest() {
        std::string name = (fs::temp_directory_path() / "sigmatch_program_XXXXXX").string();
        if (!::mkdtemp(name.data())) throw std::runtime_error("cannot make a folder for the test");
        folder_ = name;
    }

    ~ProgramTest() override {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name), std::ios::binary) << text;
        return path(name);
    }

    std::string write_ids(const std::string& name, const Keypoints& keypoints, int index_base = 0) const {
        std::string text;
        for (int v : keypoints) text += std::to_string(v + index_base) + "\n";
        return write(name, text);
    }

    /// The program runs in the test's folder: names without a folder are in it.
    Outcome run(const Arguments& arguments) const { return Process(folder_, arguments).wait(); }

    json result(const std::string& name = "result.json") const {
        EXPECT_TRUE(fs::exists(path(name))) << name;
        return json::parse(contents(path(name)), nullptr, false);
    }

    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::recursive_directory_iterator(folder_))
            names.push_back(entry.path().string());
        std::sort(names.begin(), names.end());
        return names;
    }

    /// Two poses of an animal with 10 keypoints each, those of Y shuffled: x.off, y.off, x.txt, y.txt.
    void make_pair() {
        Keypoints all_y;
        for (const bool is_x : {true, false}) {
            const std::string name = is_x ? "x" : "y";
            const Arguments pose =
                is_x ? Arguments{"--pose", "rest"} : Arguments{"--pose", "walk", "--remesh", "3"};
            const Outcome made = run(Arguments{"synth", "--vertices", "700", "--quiet", "-o", name + ".off",
                                               "--keypoints", "all.txt"} +
                                     pose);
            ASSERT_EQ(made.code, 0) << made.err;
            EXPECT_EQ(made.out + made.err, "");
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

    /// Every field, and what they say about each other.
    void expect_sound(const json& result) const {
        ASSERT_TRUE(result.is_object());
        for (const char* name :
             {"status", "objective", "lower_bound", "gap", "terms", "matches", "match_vertices", "n",
              "candidates", "nodes", "threads", "seconds", "trace", "options", "version"})
            ASSERT_TRUE(result.contains(name)) << name;
        for (const char* name : {"rec_x", "rec_y", "def_x", "def_y", "ori"})
            ASSERT_TRUE(result["terms"].contains(name)) << name;
        for (const char* name : {"read", "geodesics", "features", "reduction", "search", "total"}) {
            ASSERT_TRUE(result["seconds"].contains(name)) << name;
            EXPECT_GE(result["seconds"][name], 0) << name;
        }
        for (const char* name :
             {"candidates", "lambda_def", "lambda_ori", "gap", "time_limit", "threads", "faces", "seed"})
            EXPECT_TRUE(result["options"].contains(name)) << name;
        EXPECT_EQ(result["version"], version);

        const double objective = result["objective"], lower = result["lower_bound"];
        double sum = 0;
        for (const auto& [name, term] : result["terms"].items()) {
            EXPECT_GE(term, 0) << name;
            sum += term.get<double>();
        }
        EXPECT_NEAR(sum, objective, 1e-9 * objective);
        EXPECT_LE(lower, objective * (1 + 1e-12));
        EXPECT_NEAR(result["gap"].get<double>(), std::max(0.0, (objective - lower) / objective), 1e-12);

        const int n = result["n"];
        ASSERT_EQ(result["matches"].size(), static_cast<size_t>(n));
        ASSERT_EQ(result["match_vertices"].size(), static_cast<size_t>(n));
        std::vector<bool> taken(n, false);
        for (int i = 0; i < n; ++i) {
            ASSERT_EQ(result["matches"][i][0], i);
            const int j = result["matches"][i][1];
            ASSERT_TRUE(j >= 0 && j < n && !taken[j]) << j;
            taken[j] = true;
        }
        EXPECT_GE(result["candidates"], n);
        EXPECT_LE(result["candidates"], n * n);
        EXPECT_GE(result["threads"], 1);

        double last_seconds = 0, last_lower = -1, last_upper = 1e300;
        for (const json& point : result["trace"]) {
            ASSERT_EQ(point.size(), 3u);
            ASSERT_TRUE(point[0].is_number() && point[1].is_number() && point[2].is_number()) << point;
            EXPECT_GE(point[0], last_seconds);
            EXPECT_GE(point[1], last_lower);
            EXPECT_LE(point[2], last_upper);
            EXPECT_LE(point[1], objective * (1 + 1e-9));
            last_seconds = point[0], last_lower = point[1], last_upper = point[2];
        }
    }

    Match match_of(const json& result) const {
        Match match;
        for (const json& pair : result["matches"]) match.push_back(pair[1]);
        return match;
    }

    fs::path folder_;
    Keypoints keypoints_x_, keypoints_y_;
    Match truth_;
    const Arguments pair_{"match", "x.off", "y.off", "--kx", "x.txt", "--ky", "y.txt"};
};

// ------------------------------------------------------------------------------------ what goes right

TEST_F(ProgramTest, MatchesTwoShapes) {
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

TEST_F(ProgramTest, QuietPrintsNothing) {
    make_pair();
    for (const char* flag : {"--quiet", "-q"}) {
        const Outcome outcome = run(pair_ + Arguments{"-o", "result.json", flag});
        EXPECT_EQ(outcome.code, 0);
        EXPECT_EQ(outcome.out + outcome.err, "");
        expect_sound(result());
    }
}

TEST_F(ProgramTest, PrintsTheSummaryWithoutAnOutputFile) {
    make_pair();
    const std::vector<std::string> before = files();
    const Outcome outcome = run(pair_);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(lines(outcome.out), 1);
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(files(), before);
}

TEST_F(ProgramTest, OptionsReachTheResult) {
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

TEST_F(ProgramTest, TellsThePriorInTheResult) {
    make_pair();
    for (const char* prior : {"plbo", "lbo"}) {
        const Outcome outcome = run(pair_ + Arguments{"-o", "result.json", "--prior", prior, "--gap", "0.5"});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(result()["options"].value("prior", "(not told)"), prior);
    }
}

TEST_F(ProgramTest, CountsFromOneOnRequest) {
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

TEST_F(ProgramTest, ChoosesKeypointsItself) {
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

TEST_F(ProgramTest, DecimatesOnRequest) {
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

TEST_F(ProgramTest, DecimatesFacesOfMixedOrientation) {
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

TEST_F(ProgramTest, EvaluatesAGivenMatch) {
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

TEST_F(ProgramTest, WritesReconstructions) {
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

TEST_F(ProgramTest, WritesOneReconstructionAlone) {
    make_pair();
    EXPECT_EQ(run(pair_ + Arguments{"--reconstruction-y", "only.obj"}).code, 0);
    EXPECT_EQ(read_shape(path("only.obj")).vertices.rows(), read_shape(path("y.off")).vertices.rows());
}

TEST_F(ProgramTest, MatchesAShapeWithItself) {
    make_pair();
    const Outcome outcome =
        run({"match", "x.off", "x.off", "--kx", "x.txt", "--ky", "x.txt", "-o", "result.json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const json r = result();
    EXPECT_EQ(r["status"], "optimal");
    EXPECT_LT(r["objective"], 1e-9);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(r["matches"][i][1], i);
}

TEST_F(ProgramTest, TakesOddNames) {
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

TEST_F(ProgramTest, ReplacesAnOldResult) {
    make_pair();
    write("result.json", "old");
    fs::create_symlink("result.json", path("link.json"));
    EXPECT_EQ(run(pair_ + Arguments{"-o", "link.json"}).code, 0);
    expect_sound(result());
    EXPECT_TRUE(fs::is_symlink(path("link.json")));
}

TEST_F(ProgramTest, WritesToStandardOutput) {
    make_pair();
    const Outcome quiet = run(pair_ + Arguments{"-q", "-o", "/dev/stdout"});
    EXPECT_EQ(quiet.code, 0);
    expect_sound(json::parse(quiet.out, nullptr, false));
    // What else goes there must not be lost.
    const Outcome loud = run(pair_ + Arguments{"-o", "/dev/stdout"});
    EXPECT_NE(loud.out.find("\"match_vertices\""), std::string::npos);
    EXPECT_NE(loud.out.find("optimal, "), std::string::npos) << "the summary is lost";
}

TEST_F(ProgramTest, AHugeDeformationWeightLeavesTheAffineMapsOnly) {
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

TEST_F(ProgramTest, DoesNotCrashOnAnAbsurdWeight) {
    make_pair();
    for (const char* weight : {"1e-300", "1e300"}) {
        const Outcome outcome =
            run(pair_ + Arguments{"-o", "result.json", "--lambda-def", weight, "--time-limit", "2"});
        EXPECT_TRUE(outcome.code == 0 || outcome.code == 2) << weight << ": " << outcome.code << outcome.err;
    }
}

TEST_F(ProgramTest, BearsAVertexWithoutArea) {
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

TEST_F(ProgramTest, HelpAndVersion) {
    for (const Arguments& arguments : {Arguments{"--help"}, {"match", "--help"}, {"synth", "-h"}}) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0);
        EXPECT_GT(lines(outcome.out), 5);
        EXPECT_EQ(outcome.err, "");
    }
    const Outcome told = run({"--version"});
    EXPECT_EQ(told.code, 0);
    EXPECT_EQ(told.out, std::string("sigmatch ") + version + "\n");
}

// ------------------------------------------------------------------------------ time limit, interrupt

TEST_F(ProgramTest, StopsAtTheTimeLimit) {
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

TEST_F(ProgramTest, HasAnAnswerAtATimeLimitOfZero) {
    make_pair();
    const Outcome outcome = run(pair_ + Arguments{"-o", "result.json", "--time-limit", "0"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    expect_sound(result());
    EXPECT_EQ(result()["status"], "time_limit");
}

TEST_F(ProgramTest, WritesTheBestMatchWhenInterrupted) {
    const Arguments arguments = make_hard_pair() + Arguments{"-o", "result.json"};
    ASSERT_EQ(run(arguments + Arguments{"--time-limit", "0"}).code, 0);
    const json seconds = result()["seconds"];
    const double preparation = seconds["total"].get<double>() - seconds["search"].get<double>();
    for (const int signal : {SIGINT, SIGTERM}) {
        fs::remove(path("result.json"));
        const Process running(folder_, arguments);
        // By then the shapes are prepared and the search has its first match, on slow machines, too.
        std::this_thread::sleep_for(std::chrono::duration<double>(3 + 5 * preparation));
        running.send(signal);
        const Outcome outcome = running.wait();
        EXPECT_EQ(outcome.code, 130);
        EXPECT_EQ(outcome.err, "");
        EXPECT_EQ(lines(outcome.out), 1) << outcome.out;
        EXPECT_NE(outcome.out.find("interrupted"), std::string::npos) << outcome.out;
        ASSERT_TRUE(fs::exists(path("result.json")));
        const json r = result();
        expect_sound(r);
        EXPECT_EQ(r["status"], "interrupted");
        EXPECT_EQ(r["n"], 30);
    }
}

// ------------------------------------------------------------------------------------ what goes wrong

/// A ball as both shapes, with 8 keypoints each; the tests spoil one thing at a time.
class WrongInputTest : public ProgramTest {
protected:
    WrongInputTest() : ball_(bumpy_ball(4)), keypoints_(some_keypoints(ball_, 8, 1)) {
        write_shape(path("x.off"), ball_);
        write_shape(path("y.off"), ball_);
        write_ids("x.txt", keypoints_);
        write_ids("y.txt", keypoints_);
    }

    /// Exit 2, one line on stderr with all `parts`, and not one file written or changed.
    void expect_refused(const Arguments& arguments, const std::vector<std::string>& parts) const {
        std::string command = "sigmatch";
        for (const std::string& argument : arguments) command += " " + argument;
        SCOPED_TRACE(command);
        const std::vector<std::string> before = files();
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(lines(outcome.err), 1) << outcome.err;
        EXPECT_EQ(outcome.err.substr(0, 10), "sigmatch: ") << outcome.err;
        for (const std::string& part : parts)
            EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err << "lacks '" << part << "'";
        EXPECT_EQ(files(), before);
    }

    void expect_pair_refused(const std::vector<std::string>& parts) const {
        expect_refused(pair_ + Arguments{"-o", "result.json"}, parts);
    }

    Shape ball_;
    Keypoints keypoints_;
};

TEST_F(WrongInputTest, TheUnspoiledPairIsFine) {
    EXPECT_EQ(run(pair_ + Arguments{"-o", "result.json"}).code, 0);
}

TEST_F(WrongInputTest, MissingFiles) {
    for (const char* name : {"x.off", "y.off", "x.txt", "y.txt"}) {
        fs::rename(path(name), path("gone"));
        expect_pair_refused({name});
        fs::rename(path("gone"), path(name));
    }
}

TEST_F(WrongInputTest, EmptyFiles) {
    for (const char* name : {"x.off", "y.off", "x.txt", "y.txt"}) {
        const std::string saved = contents(path(name));
        write(name, "");
        expect_pair_refused({name});
        write(name, "# nothing but a comment\n\n");
        expect_pair_refused({name});
        write(name, saved);
    }
}

TEST_F(WrongInputTest, FoldersInsteadOfFiles) {
    fs::create_directory(path("folder"));
    fs::create_directory(path("folder.off"));
    expect_refused({"match", "folder.off", "y.off", "--kx", "x.txt", "--ky", "y.txt"}, {"folder.off"});
    expect_refused({"match", "x.off", "y.off", "--kx", "folder", "--ky", "y.txt"}, {"folder"});
    expect_refused(pair_ + Arguments{"-o", "folder"}, {"folder"});
    expect_refused(pair_ + Arguments{"--fixed-matches", "folder"}, {"folder"});
}

TEST_F(WrongInputTest, NotAMesh) {
    write("y.off", "Dear diary,\ntoday I wrote no mesh.\n");
    expect_pair_refused({"y.off"});
    write("y.off", std::string("\x7F"
                               "ELF\0\0\1\2\3\n\n\xFF",
                               13));
    expect_pair_refused({"y.off"});
    write("shape.docx", "PK");
    expect_refused({"match", "x.off", "shape.docx", "--kx", "x.txt", "--ky", "y.txt"}, {"shape.docx"});
    write_shape(path("y.off"), {ball_.vertices, Faces(0, 3)});
    expect_pair_refused({"Y", "triangles"});
    Shape torn = ball_;
    write_shape(path("y.off"), torn);
    const std::string text = contents(path("y.off"));
    write("y.off", text.substr(0, text.size() / 2));
    expect_pair_refused({"y.off"});
}

TEST_F(WrongInputTest, ACoordinateThatIsNotFinite) {
    for (const char* bad : {"nan", "inf", "-inf", "NaN", "1e999"}) {
        std::string text = "OFF\n" + std::to_string(ball_.vertices.rows()) + " " +
                           std::to_string(ball_.faces.rows()) + " 0\n";
        for (Eigen::Index v = 0; v < ball_.vertices.rows(); ++v)
            text += std::to_string(ball_.vertices(v, 0)) + " " + (v == 17 ? bad : "0.5") + " " +
                    std::to_string(ball_.vertices(v, 2)) + "\n";
        for (const auto& f : ball_.faces.rowwise())
            text +=
                "3 " + std::to_string(f[0]) + " " + std::to_string(f[1]) + " " + std::to_string(f[2]) + "\n";
        write("x.off", text);
        expect_pair_refused({"x.off", "20", "not finite"});  // the line of vertex 17
    }
}

TEST_F(WrongInputTest, AFaceOutOfRange) {
    write("x.off", "OFF\n4 2 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n3 0 1 4\n");
    expect_pair_refused({"x.off", "4"});
}

TEST_F(WrongInputTest, AKeypointOutOfRange) {
    const auto count = static_cast<int>(ball_.vertices.rows());
    for (const char* which : {"x", "y"}) {
        Keypoints bad = keypoints_;
        bad[3] = count;
        write_ids(std::string(which) + ".txt", bad);
        expect_pair_refused(
            {which == std::string("x") ? "shape X" : "shape Y", std::to_string(count), "keypoint 3"});
        write_ids(std::string(which) + ".txt", keypoints_);
    }
    for (const char* huge : {"2147483647", "2147483648", "4294967296", "9223372036854775808", "1e3", "-1",
                             "x", "3 4", "0x10", "1.0"}) {
        write_ids("x.txt", keypoints_);
        write("x.txt", contents(path("x.txt")) + huge + "\n");
        write_ids("y.txt", some_keypoints(ball_, 9, 2));
        expect_pair_refused({huge == std::string("2147483647") ? "shape X" : "x.txt: line 9"});
    }
}

TEST_F(WrongInputTest, AKeypointOutOfRangeIsNamedAsTheUserCounts) {
    // The file says 99999, and that is what the user will look for.
    Keypoints bad = keypoints_;
    bad[3] = 99999 - 1;
    write_ids("x.txt", bad, 1);
    write_ids("y.txt", keypoints_, 1);
    expect_refused(pair_ + Arguments{"--index-base", "1", "-o", "result.json"}, {"shape X", "99999"});
}

TEST_F(WrongInputTest, IdZeroWhereCountingStartsAtOne) {
    Keypoints bad = keypoints_;
    bad[5] = 0;
    write_ids("x.txt", bad);
    expect_refused(pair_ + Arguments{"--index-base", "1", "-o", "result.json"}, {"x.txt: line 6"});
}

TEST_F(WrongInputTest, AKeypointListedTwice) {
    Keypoints bad = keypoints_;
    bad[6] = bad[2];
    write_ids("y.txt", bad);
    expect_pair_refused({"shape Y", std::to_string(bad[2]), "twice", "2", "6"});
}

TEST_F(WrongInputTest, DifferentNumbersOfKeypoints) {
    write_ids("y.txt", some_keypoints(ball_, 9, 1));
    expect_pair_refused({"8", "9", "keypoints"});
}

TEST_F(WrongInputTest, FewerThanFiveKeypoints) {
    for (int count : {1, 4}) {
        write_ids("x.txt", some_keypoints(ball_, count, 1));
        write_ids("y.txt", some_keypoints(ball_, count, 2));
        expect_pair_refused({std::to_string(count), "keypoints", "at least 5"});
    }
    expect_refused({"match", "x.off", "y.off", "--fps", "4", "-o", "result.json"}, {"at least 5"});
}

TEST_F(WrongInputTest, KeypointsInAPlane) {
    Shape flat = ball_;
    const Eigen::RowVector3d normal = Eigen::RowVector3d(1, 2, 3).normalized();
    for (int v : keypoints_) flat.vertices.row(v) -= normal * normal.dot(flat.vertices.row(v));
    for (double scale : {1e-4, 1.0, 1e4}) {
        write_shape(path("y.off"), {scale * flat.vertices, flat.faces});
        expect_pair_refused({"shape Y", "plane", "add"});
    }
    flat.vertices.col(2).setZero();  // the whole shape
    write_shape(path("y.off"), flat);
    expect_pair_refused({"shape Y", "plane"});
    for (int v : keypoints_) flat.vertices.row(v).setConstant(0.3);
    write_shape(path("y.off"), flat);
    expect_pair_refused({"shape Y"});
}

TEST_F(WrongInputTest, AKeypointOutOfReach) {
    Shape two;
    const auto n = static_cast<int>(ball_.vertices.rows());
    two.vertices.resize(2 * n, 3);
    two.vertices << ball_.vertices, ball_.vertices.rowwise() + Eigen::RowVector3d(5, 0, 0);
    two.faces.resize(2 * ball_.faces.rows(), 3);
    two.faces << ball_.faces, (ball_.faces.array() + n).matrix();
    write_shape(path("x.off"), two);
    EXPECT_EQ(run(pair_ + Arguments{"-o", "fine.json"}).code, 0) << "all keypoints on one part";
    fs::remove(path("fine.json"));
    Keypoints bad = keypoints_;
    bad[4] += n;
    write_ids("x.txt", bad);
    expect_pair_refused({"shape X", "keypoint 4", std::to_string(bad[4]), "parts"});
    expect_refused(pair_ + Arguments{"--faces", "100", "-o", "result.json"},
                   {"shape X", "keypoint 4", "parts"});
}

TEST_F(WrongInputTest, AKeypointOnNoFace) {
    Shape lonely = ball_;
    const auto n = static_cast<int>(ball_.vertices.rows());
    lonely.vertices.conservativeResize(n + 1, 3);
    lonely.vertices.row(n) << 1, 1, 1;
    write_shape(path("x.off"), lonely);
    Keypoints bad = keypoints_;
    bad[0] = n;
    write_ids("x.txt", bad);
    expect_pair_refused({"shape X", "keypoint 0", std::to_string(n)});
}

TEST_F(WrongInputTest, TwoKeypointsInOnePlace) {
    Shape pinched = ball_;
    pinched.vertices.row(keypoints_[1]) = pinched.vertices.row(keypoints_[5]);
    write_shape(path("x.off"), pinched);
    // Vertices of one place are a nuisance but no error, unless it cannot be computed.
    const Outcome outcome = run(pair_ + Arguments{"-o", "result.json"});
    EXPECT_TRUE(outcome.code == 0 || outcome.code == 2) << outcome.code << " " << outcome.err;
}

TEST_F(WrongInputTest, MissingKeypoints) {
    const Arguments shapes{"match", "x.off", "y.off", "-o", "result.json"};
    expect_refused(shapes, {"--kx", "--ky", "--fps"});
    expect_refused(shapes + Arguments{"--kx", "x.txt"}, {"--ky"});
    expect_refused(shapes + Arguments{"--ky", "y.txt"}, {"--kx"});
    expect_refused(shapes + Arguments{"--kx", "x.txt", "--ky", "y.txt", "--fps", "7"}, {"--fps"});
    expect_refused(shapes + Arguments{"--fps", "100000"}, {"100000"});
}

TEST_F(WrongInputTest, SamplingNamesTheShapeThatIsTooSmall) {
    write("y.off", "OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n");
    expect_refused({"match", "x.off", "y.off", "--fps", "7", "-o", "result.json"}, {"Y"});
}

TEST_F(WrongInputTest, UnknownAndBadOptions) {
    const Arguments all = pair_ + Arguments{"-o", "result.json"};
    const std::vector<std::pair<Arguments, std::string>> bad{{{"--unknown"}, "--unknown"},
                                                             {{"extra.off"}, "extra.off"},
                                                             {{"--gap", "2"}, "gap"},
                                                             {{"--gap", "1"}, "gap"},
                                                             {{"--gap", "-0.1"}, "gap"},
                                                             {{"--gap", "nan"}, "gap"},
                                                             {{"--gap", "1%"}, "gap"},
                                                             {{"--gap"}, "gap"},
                                                             {{"--threads", "-1"}, "threads"},
                                                             {{"--threads", "1.5"}, "threads"},
                                                             {{"--threads", "99999999999"}, "threads"},
                                                             {{"--candidates", "x"}, "candidates"},
                                                             {{"--candidates", "-3"}, "candidates"},
                                                             {{"--lambda-def", "0"}, "lambda-def"},
                                                             {{"--lambda-def", "-1"}, "lambda-def"},
                                                             {{"--lambda-def", "inf"}, "lambda-def"},
                                                             {{"--lambda-ori", "-1"}, "lambda-ori"},
                                                             {{"--lambda-ori", "nan"}, "lambda-ori"},
                                                             {{"--time-limit", "-1"}, "time limit"},
                                                             {{"--time-limit", "nan"}, "time limit"},
                                                             {{"--time-limit", "soon"}, "time-limit"},
                                                             {{"--faces", "-1"}, "faces"},
                                                             {{"--faces", "many"}, "faces"},
                                                             {{"--index-base", "2"}, "index-base"},
                                                             {{"--prior", "none"}, "prior"},
                                                             {{"--seed", "abc"}, "seed"},
                                                             {{"--fps", "0"}, "fps"},
                                                             {{"--fps", "-5"}, "fps"},
                                                             {{"-o", "second.json"}, "output"}};
    for (const auto& [options, part] : bad) expect_refused(all + options, {part});
}

TEST_F(WrongInputTest, AnEmptyValueIsNoNumber) {
    // As from a shell variable that is not set; it must not quietly mean 0.
    for (const char* option : {"--candidates", "--gap", "--lambda-ori", "--time-limit", "--faces"})
        expect_refused(pair_ + Arguments{"-o", "result.json", option, ""}, {option + 2});
}

TEST_F(WrongInputTest, TooFewFacesForTheKeypoints) {
    for (const char* faces : {"1", "4", "10"})
        expect_refused(pair_ + Arguments{"-o", "result.json", "--faces", faces}, {"faces"});
}

TEST_F(WrongInputTest, CommandsThatAreNone) {
    expect_refused({}, {"subcommand"});
    expect_refused({"match"}, {"X"});
    expect_refused({"match", "x.off", "-o", "result.json"}, {"two shape"});
    expect_refused({"synth"}, {"-o"});
    expect_refused({"synth", "-o", "s.off", "--vertices", "3"}, {"vertices"});
    expect_refused({"synth", "-o", "s.off", "--kind", "octopus"}, {"octopus"});
    expect_refused({"synth", "-o", "s.off", "--pose", "lotus"}, {"lotus"});
    expect_refused({"synth", "-o", "s.stl"}, {"s.stl"});
    expect_refused({"synth", "-o", "no folder/s.off"}, {"no folder/s.off"});
}

TEST_F(WrongInputTest, SynthWritesBothFilesOrNone) {
    expect_refused({"synth", "-o", "s.off", "--vertices", "500", "--keypoints", "no folder/k.txt"},
                   {"no folder/k.txt"});
}

TEST_F(WrongInputTest, FilesThatAreNoPair) {
    write("pair.mat", "this is not a MATLAB file");
    expect_refused({"match", "pair.mat", "-o", "result.json"}, {"pair.mat"});
    write("pair.mat", "");
    expect_refused({"match", "pair.mat", "-o", "result.json"}, {"pair.mat"});
    write("pair.mat", std::string(128, '\0') + std::string(5000, 'x'));
    expect_refused({"match", "pair.mat", "-o", "result.json"}, {"pair.mat"});
    expect_refused({"match", "missing.mat", "-o", "result.json"}, {"missing.mat"});
    expect_refused({"match", "pair.mat", "--kx", "x.txt", "--ky", "y.txt", "-o", "result.json"}, {"--kx"});
    expect_refused({"match", "pair.mat", "y.off", "--kx", "x.txt", "--ky", "y.txt", "-o", "result.json"},
                   {"pair.mat"});
}

TEST_F(WrongInputTest, UpperCaseNamesOfPairs) {
    write("PAIR.MAT", "this is not a MATLAB file");  // but its name says it is one, as X.OFF is a shape
    expect_refused({"match", "PAIR.MAT", "-o", "result.json"}, {"PAIR.MAT"});
}

TEST_F(WrongInputTest, NowhereToWrite) {
    expect_refused(pair_ + Arguments{"-o", "no folder/result.json"}, {"no folder"});
    expect_refused(pair_ + Arguments{"-o", "x.off/result.json"}, {"x.off/result.json"});
    expect_refused(pair_ + Arguments{"-o", "result.json", "--reconstruction-x", "no folder/x.ply"},
                   {"no folder"});
    expect_refused(pair_ + Arguments{"-o", "result.json", "--reconstruction-y", "no folder/y.ply"},
                   {"no folder"});
    expect_refused(pair_ + Arguments{"-o", "/dev/full"}, {"/dev/full"});
}

TEST_F(WrongInputTest, AnUnknownFormatForTheReconstruction) {
    for (const char* option : {"--reconstruction-x", "--reconstruction-y"})
        expect_refused(pair_ + Arguments{"-o", "result.json", option, "bent.stl"}, {"bent.stl"});
}

TEST_F(WrongInputTest, MatchesThatAreNone) {
    const Arguments fixed = pair_ + Arguments{"-o", "result.json", "--fixed-matches", "pairs"};
    expect_refused(fixed, {"pairs"});
    for (const char* bad : {"", "0 0\n1 1\n", "0 0\n0 1\n", "0 0\n1 0\n", "0 8\n", "-1 0\n", "0\n", "0 1 2\n",
                            "{", "{}", R"({"matches": 3})", R"({"matches": [[0, 0], [0, 1]]})",
                            R"({"matches": [[0, "a"]]})", "[[0, 0]]"}) {
        write("pairs", bad);
        expect_refused(fixed, {"pairs"});
    }
}

}  // namespace
}  // namespace sigmatch
