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
    for (const char* system : {"LPS", "RAS"})
        check(read(
            "k.mrk.json",
            "{\"@schema\": \"markups\", \"markups\": [{\"type\": \"Fiducial\", \"coordinateSystem\": \"" +
                std::string(system) +
                "\", \"controlPoints\": [{\"id\": \"1\", \"label\": \"F-1\", \"position\": [1.5, 2, "
                "6.13], \"positionStatus\": \"defined\"}, {\"position\": [0, 0.0, 0]}, {\"position\": "
                "[3, 4.1, 12]}]}]}"));
    EXPECT_EQ(read("k.xyz", "0 0 0\n").relative_distance, 0.0);
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
    EXPECT_CONTAINS(error("k.csv", "x,y,z\n"), "has no vertices");
}

TEST_F(IoLandmarkTest, BadSlicerFiles) {
    const auto with_points = [&](const std::string& points) {
        return error("k.mrk.json", "{\"markups\": [{\"controlPoints\": " + points + "}]}");
    };
    EXPECT_CONTAINS(error("k.mrk.json", "{\"markups\": "), "not valid JSON");
    for (const char* text : {"3", "[]", "{}", "{\"markups\": {}}", "{\"markups\": []}", "{\"markups\": [3]}",
                             "{\"markups\": [{\"controlPoints\": {}}]}"})
        EXPECT_CONTAINS(error("k.mrk.json", text), "no array markups[0].controlPoints");
    EXPECT_CONTAINS(with_points("[]"), "is empty");
    for (const char* point :
         {"3", "{}", "{\"position\": null}", "{\"position\": [1, 2]}", "{\"position\": [1, 2, \"3\"]}",
          "{\"position\": [0, 0, 0], \"positionStatus\": \"undefined\"}"})
        EXPECT_CONTAINS(with_points("[{\"position\": [0, 0, 0]}, " + std::string(point) + "]"),
                        "control point 1 has no position of three numbers");
    EXPECT_CONTAINS(with_points("[{\"position\": [0, 0, 1e999]}]"), "not valid JSON");
}

}  // namespace
}  // namespace sigmatch
