#include <fmt/format.h>

#include <algorithm>

#include "program_support.h"
#include "sigmatch/io.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

namespace fs = std::filesystem;
using testing::bumpy_ball;
using testing::some_keypoints;

/// A ball as both shapes, with 8 keypoints each; the tests spoil one thing at a time.
class WrongInputTest : public ProgramTest {
protected:
    WrongInputTest() : ball_(bumpy_ball(4)), keypoints_(some_keypoints(ball_, 8, 1)) {
        write_shape(path("x.off"), ball_);
        write_shape(path("y.off"), ball_);
        write_ids("x.txt", keypoints_);
        write_ids("y.txt", keypoints_);
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

TEST_F(WrongInputTest, ShapesWithoutFacesAreCloudsOfPoints) {
    EXPECT_EQ(run(pair_ + Arguments{"-o", "mesh.json"}).code, 0);
    EXPECT_EQ(run(pair_ + Arguments{"-o", "flag.json", "--point-cloud-y"}).code, 0);
    write_shape(path("y.off"), {ball_.vertices, Faces(0, 3)});
    EXPECT_EQ(run(pair_ + Arguments{"-o", "cloud.json"}).code, 0);
    EXPECT_EQ(result("cloud.json")["matches"], result("mesh.json")["matches"]);
    EXPECT_EQ(result("cloud.json")["objective"], result("flag.json")["objective"]);
    EXPECT_EQ(run({"match", "x.off", "y.off", "--fps", "8", "-o", "sampled.json"}).code, 0);
}

TEST_F(WrongInputTest, LandmarksAreMovedToVerticesAndThatIsSaid) {
    std::string positions;
    for (const int v : keypoints_) {
        for (const double c : ball_.vertices.row(v)) positions += std::to_string(c) + " ";
        positions += "\n";
    }
    write("x.xyz", positions);
    const Arguments command{"match", "x.off", "y.off", "--kx", "x.xyz", "--ky", "y.txt", "-o", "moved.json"};
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.out.find("landmarks of X moved to vertices, by at most "), 0u) << outcome.out;
    EXPECT_EQ(lines(outcome.out), 2) << outcome.out;
    EXPECT_EQ(run(command + Arguments{"--quiet"}).out, "");
    EXPECT_EQ(run(pair_ + Arguments{"-o", "ids.json"}).code, 0);
    EXPECT_EQ(result("moved.json")["match_vertices"], result("ids.json")["match_vertices"]);
    write("x.xyz", positions + "9 9 9\n");
    expect_refused(command, {"x.xyz", "landmark 8"});
}

TEST_F(WrongInputTest, LandmarksInLpsFitAShapeInRas) {
    std::string lines = "# Markups fiducial file version = 4.11\n# CoordinateSystem = LPS\n";
    for (const int v : keypoints_) {
        const auto p = ball_.vertices.row(v);
        lines += fmt::format("1,{},{},{},0,0,0,1,1,1,0,point {},,\n", -p[0], -p[1], p[2], v);
    }
    write("x.fcsv", lines + "9,0,0,0,0,0,0,1,1,1,0,lost,,,0,0\n");
    write_shape(path("x.ply"), ball_);
    const Arguments command{"match", "x.ply", "y.off", "--kx", "x.fcsv", "--ky", "y.txt", "-o", "ras.json"};
    const std::string bytes = contents(path("x.ply"));
    const std::size_t second_line = bytes.find('\n') + 1;
    write("x.ply", bytes.substr(0, second_line) + "comment SPACE=RAS\n" + bytes.substr(second_line));
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("x.fcsv: landmarks without a position are left out: 'lost'\n"),
              std::string::npos)
        << outcome.out;
    EXPECT_EQ(run(pair_ + Arguments{"-o", "ids.json"}).code, 0);
    EXPECT_EQ(result("ras.json")["match_vertices"], result("ids.json")["match_vertices"]);
    fs::remove(path("ras.json"));
    write("x.ply", bytes);  // LPS, because it does not say
    expect_refused(command, {"x.fcsv", "landmark ", "with the signs of x and y changed it fits"});
}

TEST_F(WrongInputTest, AShapeInPiecesIsWelded) {
    // Each vertex twice, one for the left and one for the right half: a seam, as in files that store normals.
    const auto n = static_cast<int>(ball_.vertices.rows());
    Shape cut{Points(2 * n, 3), ball_.faces};
    cut.vertices << ball_.vertices, ball_.vertices;
    for (auto face : cut.faces.rowwise())
        if (ball_.vertices(face[0], 0) > 0) face.array() += n;
    write_shape(path("x.off"), cut);
    Keypoints in_pieces = keypoints_;
    for (int& v : in_pieces)
        if ((cut.faces.array() == v + n).any()) v += n;
    write_ids("x.txt", in_pieces);
    const Outcome as_it_is = run(pair_ + Arguments{"-o", "seam.json"});
    EXPECT_EQ(as_it_is.code, 0);
    EXPECT_NE(as_it_is.err.find("border vertices"), std::string::npos) << as_it_is.err;
    EXPECT_EQ(run(pair_ + Arguments{"--weld", "-o", "welded.json", "--reconstruction-x", "bent.off"}).code,
              0);
    EXPECT_EQ(read_shape(path("bent.off")).vertices.rows(), 2 * n);
    write_shape(path("x.off"), ball_);
    write_ids("x.txt", keypoints_);
    EXPECT_EQ(run(pair_ + Arguments{"-o", "whole.json"}).code, 0);
    EXPECT_EQ(result("welded.json")["match_vertices"], result("whole.json")["match_vertices"]);
    EXPECT_EQ(result("seam.json")["matches"], result("whole.json")["matches"]);
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
    Shape torn = ball_;
    write_shape(path("y.off"), torn);
    const std::string text = contents(path("y.off"));
    write("y.off", text.substr(0, text.size() / 2));
    expect_pair_refused({"y.off"});
}

TEST_F(WrongInputTest, VerticesThatAreNotFiniteAreLeftOut) {
    EXPECT_EQ(run(pair_ + Arguments{"-o", "sound.json"}).code, 0);
    for (const char* bad : {"nan", "-inf", "1e999"}) {
        // Two more vertices than the ball has, and a face on each.
        const auto n = static_cast<int>(ball_.vertices.rows());
        std::string text = fmt::format("OFF\n{} {} 0\n", n + 2, ball_.faces.rows() + 2);
        for (const auto& v : ball_.vertices.rowwise()) text += fmt::format("{} {} {}\n", v[0], v[1], v[2]);
        text += fmt::format("0 0 {0}\n{0} {0} {0}\n", bad);
        for (const auto& f : ball_.faces.rowwise()) text += fmt::format("3 {} {} {}\n", f[0], f[1], f[2]);
        text += fmt::format("3 0 1 {}\n3 {} 2 {}\n", n, n + 1, n);
        write("x.off", text);
        const Outcome info = run({"info", "x.off"});
        EXPECT_NE(info.out.find("vertices whose coordinates are not finite: 2; left out with their faces"),
                  std::string::npos)
            << info.out;
        EXPECT_EQ(nlohmann::json::parse(run({"info", "x.off", "--json"}).out)["undefined_vertices"], 2);
        const Outcome matched = run(pair_ + Arguments{"-o", "result.json", "--dense", "map.txt",
                                                      "--dense-colours-x", "x.ply", "--weld"});
        EXPECT_EQ(matched.code, 0) << matched.err;
        EXPECT_NE(matched.err.find("shape X: vertices whose coordinates are not finite: 2"),
                  std::string::npos)
            << matched.err;
        EXPECT_EQ(result()["matches"], result("sound.json")["matches"]);
        EXPECT_NE(contents(path("map.txt")).find("\n-1 -1 -1 0 0 0\n-1 -1 -1 0 0 0\n"), std::string::npos);
        fs::remove(path("result.json"));
        Keypoints spoiled = keypoints_;
        spoiled[3] = n + 1;
        write_ids("x.txt", spoiled);
        expect_pair_refused({"keypoint 3 of shape X", std::to_string(n + 1), "not finite"});
        write_ids("x.txt", keypoints_);
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
        expect_pair_refused({which + std::string(".txt: line 4"), std::to_string(count), "out of range"});
        write_ids(std::string(which) + ".txt", keypoints_);
    }
    for (const char* huge : {"2147483647", "2147483648", "4294967296", "9223372036854775808", "1e3", "-1",
                             "x", "3 4", "0x10", "1.0", "1 2 3"}) {
        write_ids("x.txt", keypoints_);
        write("x.txt", contents(path("x.txt")) + huge + "\n");
        write_ids("y.txt", some_keypoints(ball_, 9, 2));
        expect_pair_refused({"x.txt: line 9"});
    }
}

TEST_F(WrongInputTest, AKeypointOutOfRangeIsNamedAsTheUserCounts) {
    // The file says 99999, and that is what the user will look for.
    Keypoints bad = keypoints_;
    bad[3] = 99999 - 1;
    write_ids("x.txt", bad, 1);
    write_ids("y.txt", keypoints_, 1);
    expect_refused(pair_ + Arguments{"--index-base", "1", "-o", "result.json"}, {"x.txt: line 4", "99999"});
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
    expect_pair_refused({"8", "9", "keypoints", "--partial"});
}

TEST_F(WrongInputTest, PartialMatchesLeaveKeypointsOut) {
    Keypoints more = keypoints_;
    for (int v = 0; more.size() < 10; v += 7)
        if (std::find(more.begin(), more.end(), v) == more.end()) more.insert(more.begin(), v);
    write_ids("y.txt", more);
    const Outcome outcome =
        run(pair_ + Arguments{"-o", "result.json", "--partial", "--reconstruction-y", "y.ply"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("8 of 8 and 10 keypoints"), std::string::npos) << outcome.out;
    ASSERT_EQ(result()["matches"].size(), 8u);
    for (int i = 0; i < 8; ++i) EXPECT_EQ(result()["matches"][i][1], i + 2);
    EXPECT_EQ(result()["proof_scope"], "all");
    // What it found can be given back to it, and a keypoint can be let go for a price.
    EXPECT_EQ(run(pair_ + Arguments{"-o", "again.json", "--partial", "--fixed-matches", "result.json"}).code,
              0);
    EXPECT_NEAR(result("again.json")["objective"].get<double>(), result()["objective"].get<double>(), 1e-12);
    write("seven.txt", "0 2\n1 3\n2 4\n3 5\n4 6\n5 7\n6 8\n");
    const Arguments seven =
        pair_ + Arguments{"--partial", "--fixed-matches", "seven.txt", "-o", "seven.json"};
    expect_refused(seven, {"without a partner", "cost"});
    EXPECT_EQ(run(seven + Arguments{"--unmatched-cost", "0.5"}).code, 0);
    EXPECT_EQ(result("seven.json")["terms"]["unmatched"], 0.5);
    expect_refused(pair_ + Arguments{"--partial", "--unmatched-cost", "-1"}, {"unmatched-cost"});
    expect_refused(pair_ + Arguments{"--unmatched-cost", "1"}, {"--partial"});
    expect_refused(pair_ + Arguments{"--partial", "--method", "rigid"}, {"sigma"});
}

TEST_F(WrongInputTest, OperatorAndSidesCanBeChosen) {
    EXPECT_EQ(run(pair_ + Arguments{"-o", "plain.json", "--laplacian", "cotangent"}).code, 0);
    EXPECT_EQ(result("plain.json")["options"]["laplacian"], "cotangent");
    EXPECT_EQ(run(pair_ + Arguments{"-o", "one.json", "--one-sided", "--memory-limit", "0.5"}).code, 0);
    EXPECT_EQ(result("one.json")["terms"]["def_y"], 0);
    EXPECT_EQ(result("one.json")["matches"], result("plain.json")["matches"]);
    expect_refused(pair_ + Arguments{"--laplacian", "graph"}, {"--laplacian", "robust"});
    expect_refused(pair_ + Arguments{"--memory-limit", "0"}, {"memory limit"});
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

TEST_F(WrongInputTest, SeveralPartsAreMatchedWithAWarning) {
    const auto n = static_cast<int>(ball_.vertices.rows());
    Shape far = ball_;
    far.vertices.col(0).array() += 5;
    write_shape(path("x.off"), testing::together(ball_, far));
    const Outcome on_one = run(pair_ + Arguments{"-o", "result.json"});
    EXPECT_EQ(on_one.code, 0);
    EXPECT_NE(on_one.err.find("shape X: parts without keypoints: 1"), std::string::npos) << on_one.err;
    Keypoints apart = keypoints_;
    apart[4] += n;
    write_ids("x.txt", apart);
    for (const Arguments& more : {Arguments{}, {"--faces", "100"}}) {
        const Outcome on_both = run(pair_ + more + Arguments{"-o", "result.json"});
        EXPECT_EQ(on_both.code, 0) << on_both.err;
        EXPECT_NE(on_both.err.find("shape X: parts with keypoints"), std::string::npos) << on_both.err;
        ASSERT_EQ(result("result.json")["warnings"].size(), 1u);
    }
    EXPECT_EQ(run(pair_ + Arguments{"-o", "result.json", "--quiet"}).err, "");
}

TEST_F(WrongInputTest, InfoTellsTheFlaws) {
    const Outcome sound = run({"info", "x.off"});
    EXPECT_EQ(sound.code, 0);
    EXPECT_NE(sound.out.find("genus 0"), std::string::npos) << sound.out;
    write_shape(path("x.off"), testing::with_faces(ball_, {ball_.faces.row(0), ball_.faces.row(1)}));
    EXPECT_NE(run({"info", "x.off"}).out.find("faces that repeat another: 2; left out"), std::string::npos);
    const auto told = nlohmann::json::parse(run({"info", "x.off", "--json"}).out);
    EXPECT_EQ(told["duplicate_faces"], 2);
    EXPECT_EQ(told["faces"], ball_.faces.rows() + 2);
    EXPECT_EQ(told["genus"], 0);
    expect_refused({"info", "missing.off"}, {"missing.off"});
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
    expect_refused({"export", "x.off", "y.off", "-o", "model.cbf"}, {"--kx", "--ky", "--fps"});
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
    expect_refused({}, {"command"});
    expect_refused({"mtach", "x.off", "y.off"}, {"'mtach'", "did you mean match?"});
    expect_refused({"--verison"}, {"did you mean --version?"});
    expect_refused(pair_ + Arguments{"--lamda-def", "3"}, {"'--lamda-def'", "did you mean --lambda-def?"});
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
