#include "io_support.h"

namespace sigmatch {
namespace {

/// A box of 3 x 4 x 12, so that its diagonal is 13, with a vertex in the middle.
class IoLandmarkTest : public IoTest {
protected:
    IoLandmarkTest() {
        shape_.vertices.resize(9, 3);
        for (int v = 0; v < 8; ++v) shape_.vertices.row(v) << 3 * (v & 1), 4 * (v >> 1 & 1), 12 * (v >> 2);
        shape_.vertices.row(8) << 1.5, 2, 6;
    }

    Landmarks read(const std::string& name, std::string_view text, int index_base = 0) const {
        return read_landmarks(write(name, text), shape_, index_base);
    }

    std::string error(const std::string& name, std::string_view text, int index_base = 0) const {
        const std::string file = write(name, text);
        return error_of(file, [&] { read_landmarks(file, shape_, index_base); });
    }

    Shape shape_;
};

TEST_F(IoLandmarkTest, Ids) {
    EXPECT_EQ(read("k.txt", "5\n0 # nose\n8\n").keypoints, (Keypoints{5, 0, 8}));
    EXPECT_EQ(read("k.txt", "5\n1\n9\n", 1).keypoints, (Keypoints{4, 0, 8}));
    EXPECT_EQ(read("k", "5\n").relative_distance, std::nullopt);
    for (const int base : {0, 1}) EXPECT_EQ(read("k.vts", "5\n1\n9\n", base).keypoints, (Keypoints{4, 0, 8}));
    EXPECT_CONTAINS(error("k.txt", "5\n9\n"), "line 2: vertex id 9 is out of range");
    EXPECT_CONTAINS(error("k.vts", "5\n10\n"), "line 2: vertex id 10 is out of range");
    EXPECT_CONTAINS(error("k.vts", "0\n"), "line 1: vertex id 0 is below 1");
    EXPECT_CONTAINS(error("k.txt", "\n"), "holds no keypoints");
}

TEST_F(IoLandmarkTest, PositionsBecomeTheNearestVertices) {
    const Keypoints expected{8, 0, 7};
    const auto check = [&](const Landmarks& landmarks) {
        EXPECT_EQ(landmarks.keypoints, expected);
        ASSERT_TRUE(landmarks.relative_distance);
        EXPECT_NEAR(*landmarks.relative_distance, 0.01, 1e-12);
    };
    check(read("k.txt", "# x y z\n1.5 2 6.13\n0 0 0\n3 4.1 12\n"));
    check(read("k.xyz", "1.5 2 6.13\n0 0 0\n3 4.1 12\n"));
    check(read("k.csv", "name,x,y,z\nmiddle,1.5,2,6.13\nleft,0,0,0\nright,3,4.1,12\n"));
    const std::string points =
        R"([{"position": [1.5, 2, 6.13]}, {"position": [0, 0.0, 0]}, {"position": [3, 4.1, 12]}])";
    check(read("k.mrk.json", R"({"markups": [{"controlPoints": )" + points + "}]}"));
    EXPECT_EQ(read("k.xyz", "0 0 0\n").relative_distance, 0.0);
}

TEST_F(IoLandmarkTest, LandmarksOfOneVertexTakeDifferentOnes) {
    shape_.vertices.row(7) << 0.2, 0, 0;  // another vertex near vertex 0, within 2 % of the diagonal
    EXPECT_EQ(read("k.txt", "0.05 0 0\n1.5 2 6\n0.01 0 0\n").keypoints, (Keypoints{7, 8, 0}));
    EXPECT_EQ(read("k.txt", "0.01 0 0\n1.5 2 6\n0.05 0 0\n").keypoints, (Keypoints{0, 8, 7}));
}

TEST_F(IoLandmarkTest, WhatIsLeftOutIsSaid) {
    const Landmarks landmarks = read("k.csv", "name,x,y,z\na,0,0,0\nb,,,\n");
    EXPECT_EQ(landmarks.keypoints, (Keypoints{0}));
    ASSERT_EQ(landmarks.notes.size(), 1u);
    EXPECT_CONTAINS(landmarks.notes[0], "k.csv: landmarks without a position are left out: 'b'");
}

TEST_F(IoLandmarkTest, AWrongCoordinateSystemIsNamed) {
    const std::string text = error("k.csv", "name,x,y,z\near,-3,-4,12\n");
    EXPECT_CONTAINS(text, "landmark 0 'ear' at (-3, -4, 12)");
    EXPECT_CONTAINS(text, "with the signs of x and y changed it fits");
}

TEST_F(IoLandmarkTest, PositionsThatAreNotOnTheShape) {
    EXPECT_CONTAINS(error("k.txt", "0 0 0\n3 4 12.3\n"),
                    "landmark 1 at (3, 4, 12.3) is 0.3 away from the shape, which is 13 large");
    EXPECT_CONTAINS(error("k.txt", "1e300 0 0\n"), "landmark 0");
    EXPECT_CONTAINS(error("k.txt", "0 0 0\n3 4 12\n0 0 0.1\n"),
                    "landmarks 0 and 2 are both nearest to vertex 0");
}

TEST_F(IoLandmarkTest, BadPositions) {
    EXPECT_CONTAINS(error("k.txt", "0 0\n"), "line 1: the z coordinate is missing");
    EXPECT_CONTAINS(error("k.txt", "0 0 0\n1\n"), "line 2: the y coordinate is missing");
    EXPECT_CONTAINS(error("k.txt", "0 0 nan\n"), "line 1: the z coordinate is not finite");
    EXPECT_CONTAINS(error("k.csv", "x,y,z\n"), "holds no landmarks");
}

TEST_F(IoLandmarkTest, BadSlicerFiles) {
    const auto with_points = [&](const std::string& points) {
        return error("k.mrk.json", "{\"markups\": [{\"controlPoints\": " + points + "}]}");
    };
    EXPECT_CONTAINS(error("k.mrk.json", "{\"markups\": "), "not valid JSON");
    for (const char* text : {"3", "[]", "{}", "{\"markups\": {}}", "{\"markups\": []}"})
        EXPECT_CONTAINS(error("k.mrk.json", text), "has no array markups; is it");
    for (const char* text : {"{\"markups\": [3]}", "{\"markups\": [{\"controlPoints\": {}}]}"})
        EXPECT_CONTAINS(error("k.mrk.json", text), "no array markups[0].controlPoints");
    EXPECT_CONTAINS(with_points("[]"), "holds no landmarks");
    for (const char* point :
         {"3", "{}", "{\"position\": null}", "{\"position\": [1, 2]}", "{\"position\": [1, 2, \"3\"]}"})
        EXPECT_CONTAINS(with_points("[{\"position\": [0, 0, 0]}, " + std::string(point) + "]"),
                        "control point 1 has no position of three numbers");
    EXPECT_CONTAINS(with_points("[{\"position\": [0, 0, 1e999]}]"), "not valid JSON");
}

}  // namespace
}  // namespace sigmatch
