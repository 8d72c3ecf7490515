#include "sigmatch/landmarks.h"

#include "io_support.h"
#include "support/sample_files.h"

namespace sigmatch {
namespace {

class LandmarksTest : public IoTest {
protected:
    LandmarkSet read(const std::string& name, std::string_view text,
                     CoordinateSystem shape_system = CoordinateSystem::lps) const {
        return read_landmark_file(write(name, text), sample_shape(), 0, shape_system);
    }

    std::string error(const std::string& name, std::string_view text) const {
        const std::string file = write(name, text);
        return error_of(file, [&] { read_landmark_file(file, sample_shape()); });
    }

    static Points points(std::initializer_list<std::initializer_list<double>> rows) {
        Points result(static_cast<Eigen::Index>(rows.size()), 3);
        Eigen::Index r = 0;
        for (const auto& row : rows) std::copy(row.begin(), row.end(), result.row(r++).begin());
        return result;
    }

    using Names = std::vector<std::string>;
};

/// The control points of a .mrk.json, and what is around them.
std::string markups(const std::string& points, const std::string& system = R"("LPS")") {
    return R"({"@schema": "markups", "markups": [{"type": "Fiducial", "coordinateSystem": )" + system +
           R"(, "controlPoints": [)" + points + "]}]}";
}

std::string fcsv(const std::string& system, const std::string& lines) {
    return "# Markups fiducial file version = 4.13\n# CoordinateSystem = " + system +
           "\n# columns = id,x,y,z,ow,ox,oy,oz,vis,sel,lock,label,desc,associatedNodeID\n" + lines;
}

TEST_F(LandmarksTest, LpsAndRasCopiesAreTheSamePlaces) {
    const Points expected = points({{1, -2, 3}, {0.5, 0.25, -1}});
    const std::string lps = R"({"label": "a", "position": [1, -2, 3]}, {"position": [0.5, 0.25, -1]})",
                      ras = R"({"label": "a", "position": [-1, 2, 3]}, {"position": [-0.5, -0.25, -1]})";
    for (const char* system : {R"("LPS")", R"("1")", "1"})
        EXPECT_EQ(read("a.mrk.json", markups(lps, system)).positions, expected);
    for (const char* system : {R"("RAS")", R"("0")", "0"})
        EXPECT_EQ(read("a.mrk.json", markups(ras, system)).positions, expected);
    EXPECT_EQ(read("a.mrk.json", markups(lps), CoordinateSystem::ras).positions,
              read("a.mrk.json", markups(ras, R"("RAS")"), CoordinateSystem::ras).positions);
    const std::string lps_lines = "n0,1,-2,3,0,0,0,1,1,1,0,a,,\nn1,0.5,0.25,-1,0,0,0,1,1,1,0,,,\n",
                      ras_lines = "n0,-1,2,3,0,0,0,1,1,1,0,a,,\nn1,-0.5,-0.25,-1,0,0,0,1,1,1,0,,,\n";
    for (const char* system : {"LPS", "1"})
        EXPECT_EQ(read("a.fcsv", fcsv(system, lps_lines)).positions, expected);
    for (const char* system : {"RAS", "0"})
        EXPECT_EQ(read("a.fcsv", fcsv(system, ras_lines)).positions, expected);
    EXPECT_EQ(read("a.fcsv", "# columns = label,x,y,z,sel,vis\na,-1,2,3,1,1\n,-0.5,-0.25,-1,1,1\n").positions,
              expected);
    EXPECT_EQ(read("a.csv", "label,r,a,s,defined\na,-1,2,3,1\n,-0.5,-0.25,-1,1\n").positions, expected);
}

TEST_F(LandmarksTest, AShapeFileTellsItsCoordinateSystem) {
    const auto system = [&](const std::string& text) { return coordinate_system_of_shape(write("s", text)); };
    EXPECT_EQ(system("ply\nformat ascii 1.0\ncomment SPACE=RAS\nend_header\n"), CoordinateSystem::ras);
    EXPECT_EQ(system("ply\nformat ascii 1.0\ncomment SPACE=LPS\nend_header\n"), CoordinateSystem::lps);
    EXPECT_EQ(system("ply\nformat ascii 1.0\nend_header\nSPACE=RAS"), CoordinateSystem::lps);
    EXPECT_EQ(system("3D Slicer output. SPACE=RAS" + std::string(53, ' ')), CoordinateSystem::ras);
    EXPECT_EQ(system("OFF\n"), CoordinateSystem::lps);
    EXPECT_EQ(coordinate_system_of_shape(path("none")), CoordinateSystem::lps);
}

TEST_F(LandmarksTest, NamesAndUndefinedPoints) {
    const LandmarkSet json = read("a.mrk.json", markups(R"({"label": "nose", "position": [1, 2, 3]},
        {"label": "ear", "positionStatus": "undefined"}, {"positionStatus": "missing", "position": [0, 0, 0]},
        {"label": "Kn\u00f6chel", "position": [4, 5, 6], "positionStatus": "defined"})"));
    EXPECT_EQ(json.names, (Names{"nose", "Kn\u00f6chel"}));
    EXPECT_EQ(json.undefined, (Names{"ear", "number 2"}));
    EXPECT_EQ(notes_on(json),
              (Names{path("a.mrk.json") + ": landmarks without a position are left out: 'ear', 'number 2'"}));
    const LandmarkSet table =
        read("a.fcsv", fcsv("LPS",
                            "1,1,2,3,0,0,0,1,1,1,0,\"left, \"\"outer\"\" ear\",,,2,0\n"
                            "2,0,0,0,0,0,0,1,1,1,0,nose,,,0,0\n3,4,5,6,0,0,0,1,1,1,0,# 3,,,2,0\n"));
    EXPECT_EQ(table.names, (Names{"left, \"outer\" ear", "# 3"}));
    EXPECT_EQ(table.undefined, (Names{"nose"}));
    for (const char* text : {"x,y,z,Name\n1,2,3,nose\nNA,NA,NA,ear\n4,5,6,\n", "nose;1;2;3\near;;;\n;4;5;6\n",
                             "# made by hand\nlabel\tx\ty\tz\nnose\t1\t2\t3\near\t\t\t\n\"\"\t4\t5\t6\n"}) {
        const LandmarkSet csv = read("a.csv", text);
        EXPECT_EQ(csv.names, (Names{"nose", ""})) << text;
        EXPECT_EQ(csv.undefined, (Names{"ear"})) << text;
        EXPECT_EQ(csv.positions, points({{1, 2, 3}, {4, 5, 6}})) << text;
    }
    EXPECT_EQ(read("a.txt", "# head\n1 2 3 # nose\n4 5 6\n").names, (Names{"nose", ""}));
    const LandmarkSet ids = read("a.txt", "1  # nose\n# side\n5\n");
    EXPECT_EQ(ids.names, (Names{"nose", ""}));
    EXPECT_EQ(ids.ids, (Keypoints{1, 5}));
    EXPECT_EQ(ids.positions, sample_shape().vertices(ids.ids, Eigen::all));
}

TEST_F(LandmarksTest, AllPointListsOfAMarkupsFileAreRead) {
    const LandmarkSet set = read("a.mrk.json", R"({"markups": [
        {"type": "Curve", "controlPoints": [{"position": [9, 9, 9]}]},
        {"type": "Fiducial", "coordinateSystem": "RAS", "controlPoints": [{"position": [1, 2, 3]}]},
        {"type": "Fiducial", "coordinateSystem": "LPS", "controlPoints": [{"position": [4, 5, 6]}]}]})");
    EXPECT_EQ(set.positions, points({{-1, -2, 3}, {4, 5, 6}}));
    EXPECT_EQ(set.system, CoordinateSystem::ras);
    EXPECT_EQ(
        read("a.mrk.json", R"({"markups": [{"type": "Curve", "controlPoints": [{"position": [9, 8, 7]}]}]})")
            .positions,
        points({{9, 8, 7}}));
}

TEST_F(LandmarksTest, Tps) {
    const LandmarkSet set = read("a.tps",
                                 "LM3=3\n1 2 3\nNA NA NA\n4 5 6\nCURVES=1\nPOINTS=1\n7 8 9\nID=mouse 7\n"
                                 "SCALE=0.5\nlm3=1\n0 0 0\nID=other\nSCALE=3\n");
    EXPECT_EQ(set.positions, points({{0.5, 1, 1.5}, {2, 2.5, 3}}));
    EXPECT_EQ(set.specimen, "mouse 7");
    EXPECT_EQ(set.undefined, (Names{"number 1"}));
    EXPECT_EQ(notes_on(set)[1], path("a.tps") + ": holds 2 specimens; the first is read");
    EXPECT_CONTAINS(error("a.tps", "1 2 3\n"), "line 1: a TPS file of points in space starts with LM3=");
    EXPECT_CONTAINS(error("a.tps", "LM3=2\n1 2 3\nID=a\n"), "line 3: 2 landmarks are declared");
    EXPECT_CONTAINS(error("a.tps", "LM=1\n1 2\n"), "line 2: the z coordinate is missing");
    EXPECT_CONTAINS(error("a.tps", "LM3=1\n1 2 3\nSCALE=-1\n"), "line 3: SCALE is not a positive number");
}

TEST_F(LandmarksTest, Nts) {
    const LandmarkSet set =
        read("a.nts",
             "\" skulls\n' of mice\n1 2L 9L 1 999 DIM=3\nmouse rat\n"
             "n.x n.y n.z e.x e.y e.z l1 l2 l3\n1 2 3 999 999 999 4 5 6\n1 1 1 1 1 1 1 1 1\n");
    EXPECT_EQ(set.positions, points({{1, 2, 3}, {4, 5, 6}}));
    EXPECT_EQ(set.names, (Names{"n", "l1"}));
    EXPECT_EQ(set.undefined, (Names{"e"}));
    EXPECT_EQ(set.specimen, "mouse");
    EXPECT_EQ(set.further_specimens, 1);
    const LandmarkSet rows = read("a.dta", "1 2L 3 0 dim=3\nnose ear\n1 2 3\n4 5 6\n");
    EXPECT_EQ(rows.positions, set.positions);
    EXPECT_EQ(rows.names, (Names{"nose", "ear"}));
    EXPECT_CONTAINS(error("a.nts", "1 1 6 0 DIM=2\n1 2 3 4 5 6\n"), "line 1: DIM=3 is missing");
    EXPECT_CONTAINS(error("a.nts", "1 1 5 0 DIM=3\n1 2 3 4 5\n"), "line 1: 5 columns");
    EXPECT_CONTAINS(error("a.nts", "1 1 6 0 DIM=3\n1 2 3 4 5\n"), "the file ends too early");
    EXPECT_CONTAINS(error("a.nts", "1 999999999 999999999 0 DIM=3\n1\n"),
                    "more numbers than the file can hold");
    EXPECT_CONTAINS(error("a.nts", "1 1 3 1 9999 DIM=3\n9999 9999 9999\n"), "none of its 1 landmarks");
}

TEST_F(LandmarksTest, WhatIsWrittenIsReadBackTheSame) {
    LandmarkSet set;
    set.positions = points({{1.0 / 3, -2e-300, 1e17}, {0.1, 0.2, -0.3}, {-0.0, 5e-324, 1.7e308}});
    set.names = {"left, \"outer\" ear", "# nose", ""};
    for (const CoordinateSystem of_shape : {CoordinateSystem::lps, CoordinateSystem::ras}) {
        for (const CoordinateSystem system :
             {CoordinateSystem::none, CoordinateSystem::lps, CoordinateSystem::ras}) {
            set.shape_system = of_shape;
            set.system = system;
            for (const char* name :
                 {"b.mrk.json", "b.json", "b.fcsv", "b.csv", "b.xyz", "b.txt", "b.tps", "b.nts"}) {
                SCOPED_TRACE(name);
                write_landmark_file(path(name), set);
                const LandmarkSet again = read_landmark_file(path(name), sample_shape(), 0, of_shape);
                EXPECT_EQ(again.positions, set.positions);
                EXPECT_TRUE((again.positions.array().isFinite()).all());
                EXPECT_EQ(std::signbit(again.positions(2, 0)), true);
                const bool keeps_names = std::string(name) != "b.tps" && std::string(name) != "b.nts";
                if (keeps_names) {
                    EXPECT_EQ(again.names, set.names);
                }
                write_landmark_file(path("c" + landmark_extension(name)), again);
                EXPECT_EQ(contents(path("c" + landmark_extension(name))), contents(path(name)));
            }
        }
    }
    EXPECT_CONTAINS(error_of(path("b.vts"), [&] { write_landmark_file(path("b.vts"), set); }),
                    "landmarks without vertex ids are not written as ids");
    set.names.pop_back();
    EXPECT_CONTAINS(error_of(path("b.csv"), [&] { write_landmark_file(path("b.csv"), set); }),
                    "a name for each");
}

TEST_F(LandmarksTest, SampleFilesAreWrittenBack) {
    testing::write_sample_files(folder_);
    const Shape shape = read_shape(path("shape.off"));
    for (const std::string& name : testing::sample_landmarks()) {
        SCOPED_TRACE(name);
        const LandmarkSet set = read_landmark_file(path(name), shape);
        const std::string copy = path("copy" + landmark_extension(name));
        write_landmark_file(copy, set);
        const LandmarkSet again = read_landmark_file(copy, shape);
        EXPECT_EQ(again.positions, set.positions);
        EXPECT_EQ(again.names, set.names);
        EXPECT_EQ(again.ids, set.ids);
        EXPECT_EQ(again.system, set.system);
        EXPECT_EQ(again.specimen, set.specimen);
    }
}

TEST_F(LandmarksTest, Extensions) {
    EXPECT_EQ(landmark_extension("a/b.mrk.json"), ".mrk.json");
    EXPECT_EQ(landmark_extension("b.MRK.JSON"), ".mrk.json");
    EXPECT_EQ(landmark_extension("b.x.json"), ".json");
    EXPECT_EQ(landmark_extension("b.FCSV"), ".fcsv");
    EXPECT_EQ(landmark_extension("b"), "");
}

TEST_F(LandmarksTest, BadFiles) {
    EXPECT_CONTAINS(error("a.fcsv", "# CoordinateSystem = IJK\n"), "its coordinate system is 'IJK'");
    EXPECT_CONTAINS(error("a.fcsv", "# columns = label,x,y\n"),
                    "line 1: the columns are not x, y, z and label");
    EXPECT_CONTAINS(error("a.fcsv", "a,1,2\n"), "line 1: the z coordinate is missing");
    EXPECT_CONTAINS(error("a.fcsv", "# nothing\n"), "holds no landmarks");
    EXPECT_CONTAINS(error("a.csv", "name,x,y,z\na,1,2,b\n"), "line 2: column 4 is not a number but 'b'");
    EXPECT_CONTAINS(error("a.csv", "name,x,y,z\na,1,2\n"), "line 2: column 4 is missing");
    EXPECT_CONTAINS(error("a.csv", "name,x,y,z\na,1,2,inf\n"), "line 2: a coordinate is not finite");
}

}  // namespace
}  // namespace sigmatch
