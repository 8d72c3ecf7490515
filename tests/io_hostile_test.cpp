#include <random>

#include "io/shape_formats.h"
#include "io_support.h"
#include "support/sample_files.h"

namespace sigmatch {
namespace {

using IoHostileTest = IoTest;

TEST_F(IoHostileTest, FilesThatCannotBeRead) {
    EXPECT_CONTAINS(error_of(path("none.off"), [&] { read_shape(path("none.off")); }), "no such file");
    std::filesystem::create_directory(path("folder.off"));
    EXPECT_CONTAINS(error_of(path("folder.off"), [&] { read_shape(path("folder.off")); }), "is a directory");
    EXPECT_CONTAINS(shape_error("a.fbx", "x"), ".off, .obj, .ply, .stl, .vtp, .gltf, .glb, .xyz or .csv");
    EXPECT_CONTAINS(shape_error("noextension", "x"),
                    ".off, .obj, .ply, .stl, .vtp, .gltf, .glb, .xyz or .csv");
    for (const char* name :
         {"a.off", "a.obj", "a.ply", "a.stl", "a.vtp", "a.gltf", "a.glb", "a.xyz", "a.csv"}) {
        EXPECT_CONTAINS(shape_error(name, ""), "is empty");
        shape_error(name, " \n\n\t\n");
        shape_error(name, std::string_view("\0\0\0\0", 4));
        shape_error(name, "# nothing\n");
    }
}

TEST_F(IoHostileTest, BadOff) {
    const std::string head = "OFF\n3 1 0\n0 0 0\n1 0 0\n";
    EXPECT_CONTAINS(shape_error("a.off", "PLY\n"),
                    "line 1: an OFF file starts with OFF, this one with 'PLY'");
    EXPECT_CONTAINS(shape_error("a.off", "OFF BINARY\n"), "convert the file to PLY");
    EXPECT_CONTAINS(shape_error("a.off", "4OFF\n1 0 0\n0 0 0 1\n"), "three-dimensional");
    EXPECT_CONTAINS(shape_error("a.off", "OFF\n-3 1 0\n"), "line 2: the number of vertices");
    EXPECT_CONTAINS(shape_error("a.off", "OFF\n3\n"), "line 2: the number of faces");
    EXPECT_CONTAINS(shape_error("a.off", "OFF\n2000000000 1 0\n0 0 0\n"), "more than the file can hold");
    EXPECT_CONTAINS(shape_error("a.off", "OFF\n3 9000000000000000000 0\n0 0 0\n0 0 0\n0 0 0\n"),
                    "more than the file can hold");
    EXPECT_CONTAINS(shape_error("a.off", head + "0 1\n3 0 1 2\n"), "line 5: the z coordinate is missing");
    EXPECT_CONTAINS(shape_error("a.off", head + "0 1 0x\n3 0 1 2\n"),
                    "line 5: the z coordinate is not a number");
    for (const char* third : {"0 1 nan", "0 -inf 0", "0 1e999 0"})
        EXPECT_CONTAINS(shape_error("a.off", head + third + "\n3 0 1 2\n"),
                        "every face has a vertex whose coordinates are not finite");
    EXPECT_CONTAINS(shape_error("a.off", "OFF\n1 0 0\nnan 0 0\n"), "no vertex has finite coordinates");
    EXPECT_CONTAINS(shape_error("a.off", head + "0 1 0\n3 0 1 3\n"), "line 6: vertex index 3 does not exist");
    EXPECT_CONTAINS(shape_error("a.off", head + "0 1 0\n3 0 1 -1\n"), "line 6: vertex index -1 is below 0");
    EXPECT_CONTAINS(shape_error("a.off", head + "0 1 0\n3 0 1 1.5\n"),
                    "line 6: a vertex index is not an integer");
    EXPECT_CONTAINS(shape_error("a.off", head + "0 1 0\n3 0 1 99999999999\n"), "does not exist");
    EXPECT_CONTAINS(shape_error("a.off", head + "0 1 0\n4000000000 0 1 2\n"),
                    "line 6: a vertex index is missing");
    EXPECT_CONTAINS(shape_error("a.off", head + "0 1 0\n-3 0 1 2\n"),
                    "line 6: the number of corners is negative");
    EXPECT_CONTAINS(shape_error("a.off", head + "0 1 0\n2 0 1     \n"), "line 6: a face of 2 vertices");
    EXPECT_CONTAINS(shape_error("a.off", head + "0 1 0          \n"), "ends before face 1 of 1");
    EXPECT_CONTAINS(shape_error("a.off", head + "0 1 0\n3 0 1 2\n3 0 1 2\n"), "line 7: the header declares");
    EXPECT_CONTAINS(shape_error("a.off", "OFF\n0 0 0\n"), "has no vertices");
}

TEST_F(IoHostileTest, BadObj) {
    const std::string head = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    EXPECT_CONTAINS(shape_error("a.obj", head + "f 1 2 4\n"), "line 4: vertex index 4 does not exist");
    EXPECT_CONTAINS(shape_error("a.obj", head + "f 1 2 0\n"), "line 4: vertex index 0; OBJ counts from 1");
    EXPECT_CONTAINS(shape_error("a.obj", head + "f 1 2 -4\n"), "line 4: vertex index -4 goes back");
    EXPECT_CONTAINS(shape_error("a.obj", head + "f 1 2 x\n"),
                    "line 4: a vertex index is not an integer but 'x'");
    EXPECT_CONTAINS(shape_error("a.obj", head + "f 1 2\n"), "line 4: a face of 2");
    EXPECT_CONTAINS(shape_error("a.obj", head + "f 1 2 3 \\\n"), "ends in a continued line");
    EXPECT_CONTAINS(shape_error("a.obj", head + "f\n"), "line 4: a face of 0");
    EXPECT_CONTAINS(shape_error("a.obj", head + "w 0 0 0\n"),
                    "line 4: no line of an OBJ file starts with 'w'");
    EXPECT_CONTAINS(shape_error("a.obj", head + "v 0 0\n"), "line 4: the z coordinate is missing");
    EXPECT_CONTAINS(shape_error("a.obj", "o nothing\n"), "has no vertices");
}

TEST_F(IoHostileTest, BadPly) {
    const std::string xyz = "property float x\nproperty float y\nproperty float z\n";
    const std::string head = "ply\nformat ascii 1.0\nelement vertex 3\n" + xyz +
                             "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
    const std::string vertices = "0 0 0\n1 0 0\n0 1 0\n";
    EXPECT_CONTAINS(shape_error("a.ply", "OFF\n"), "starts with ply");
    EXPECT_CONTAINS(shape_error("a.ply", "ply\nformat text 1.0\n"), "line 2: unknown format 'text'");
    EXPECT_CONTAINS(shape_error("a.ply", "ply\nformat ascii 1.0\nproperty float x\n"),
                    "line 3: a property before");
    EXPECT_CONTAINS(shape_error("a.ply", "ply\nformat ascii 1.0\nelement vertex many\n"),
                    "line 3: the number");
    EXPECT_CONTAINS(shape_error("a.ply", "ply\nformat ascii 1.0\nelement vertex -1\n"), "line 3: the number");
    EXPECT_CONTAINS(shape_error("a.ply", "ply\nformat ascii 1.0\nelement v 1\nproperty text x\n"),
                    "line 4: unknown type 'text'");
    EXPECT_CONTAINS(shape_error("a.ply", "ply\nformat ascii 1.0\nelement v 1\nelement v 1\n"),
                    "declared twice");
    EXPECT_CONTAINS(shape_error("a.ply", "ply\nformat ascii 1.0\nelement v 1\n"), "no end_header");
    EXPECT_CONTAINS(shape_error("a.ply", "ply\nelement v 0\nend_header\n"), "does not state its format");
    EXPECT_CONTAINS(
        shape_error("a.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n"),
        "gives element 'vertex' no property y");
    EXPECT_CONTAINS(
        shape_error("a.ply", "ply\nformat ascii 1.0\nelement vertex 999999999\n" + xyz + "end_header\n"),
        "more than the file can hold");
    EXPECT_CONTAINS(shape_error("a.ply", head + vertices), "more than the file can hold");
    EXPECT_CONTAINS(shape_error("a.ply", head + vertices + "3 0 1"), "more than the file can hold");
    EXPECT_CONTAINS(shape_error("a.ply", head + vertices + "3 0 1 3\n"),
                    "line 13: vertex index 3 does not exist");
    EXPECT_CONTAINS(shape_error("a.ply", head + vertices + "3 0 1 -7\n"),
                    "line 13: vertex index -7 is below 0");
    EXPECT_CONTAINS(shape_error("a.ply", head + vertices + "3 0 1 x\n"), "line 13: not a number but 'x'");
    EXPECT_CONTAINS(shape_error("a.ply", head + vertices + "-3 0 1 2\n"), "line 13: a list of -3 entries");
    EXPECT_CONTAINS(shape_error("a.ply", head + vertices + "4294967295 0 1 2\n"),
                    "line 13: a list of 4294967295");
    EXPECT_CONTAINS(shape_error("a.ply", head + vertices + "3 0 1 2\n5\n"), "goes on after");
    EXPECT_CONTAINS(shape_error("a.ply", head + "0 0 0\n1 0 0\n0 inf 0\n3 0 1 2\n"),
                    "every face has a vertex");

    const std::string binary = "ply\nformat binary_little_endian 1.0\nelement vertex 1\n" + xyz +
                               "element face 1\nproperty list uint uchar vertex_indices\nend_header\n";
    const std::string zeros(12, '\0');
    EXPECT_CONTAINS(shape_error("a.ply", binary + zeros), "more than the file can hold");
    EXPECT_CONTAINS(shape_error("a.ply", binary + zeros + "\xFF\xFF\xFF\xFF"),
                    "face 0: a list of 4294967295");
    EXPECT_CONTAINS(shape_error("a.ply", binary + zeros + std::string("\3\0\0\0\0\0\1", 7)),
                    "face 0: vertex index 1 does not exist");
    EXPECT_CONTAINS(
        shape_error("a.ply", binary + std::string("\0\0\xC0\x7F\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0", 19)),
        "no vertex has finite coordinates");
    EXPECT_CONTAINS(shape_error("a.ply", binary + zeros + std::string("\3\0\0\0\0\0\0more", 11)),
                    "goes on after");
}

TEST_F(IoHostileTest, BadStl) {
    const std::string head = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n";
    EXPECT_CONTAINS(shape_error("a.stl", "noise"), "neither a text STL file");
    EXPECT_CONTAINS(shape_error("a.stl", head), "line 5: the file ends before its endsolid");
    EXPECT_CONTAINS(shape_error("a.stl", head + "endloop\nendfacet\nendsolid\n"), "line 7: a face of 2");
    EXPECT_CONTAINS(shape_error("a.stl", head + "facet\n"), "line 6: 'facet' is out of place");
    EXPECT_CONTAINS(shape_error("a.stl", head + "hello\n"),
                    "line 6: no line of an STL file starts with 'hello'");
    EXPECT_CONTAINS(shape_error("a.stl", "solid\nendsolid\n"), "has no vertices");
    EXPECT_CONTAINS(shape_error("a.stl", std::string(80, ' ') + "\xFF\xFF\xFF\xFF"),
                    "declares 4294967295 triangles");
    EXPECT_CONTAINS(shape_error("a.stl", std::string(84, '\0')), "has no vertices");
    EXPECT_CONTAINS(
        shape_error("a.stl", std::string(80, ' ') + std::string("\1\0\0\0", 4) + std::string(12, '\0') +
                                 std::string("\0\0\x80\x7F", 4) + std::string(34, '\0')),
        "every face has a vertex whose coordinates are not finite");
}

TEST_F(IoHostileTest, MessagesStayOnOneLineWhateverTheFileHolds) {
    const std::string error =
        shape_error("a.off", "OFF\n1 0 0\n\x1b[31m\x01" + std::string(5000, 'x') + " 0 0\n");
    EXPECT_LT(error.size(), 200u);
    EXPECT_EQ(error.find('\x1b'), std::string::npos);
}

/// Every cut, and many random changes, of a sound file: the outcome is something valid or an InputError.
class Mutation : public IoTest, public ::testing::WithParamInterface<std::string> {
protected:
    Mutation() { testing::write_sample_files(folder_); }

    /// `read` gets the name and the contents of a damaged file.
    template <typename Read>
    void damage(const std::string& name, Read read) const {
        const auto try_reading = [&](const std::string& contents) {
            try {
                read(contents);
            } catch (const InputError& error) {
                EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
            }
        };
        const std::string sound = contents(path(name));
        for (std::size_t length = 0; length < sound.size(); length += 1 + sound.size() / 100)
            try_reading(sound.substr(0, length));

        std::mt19937 random(20231002);
        const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
        const std::string_view digits = "0123456789-.e \n#/fvnai";
        for (int trial = 0; trial < 200; ++trial) {
            std::string mutated = sound;
            const std::size_t changes = 1 + below(4);
            for (std::size_t k = 0; k < changes; ++k) {
                const std::size_t at = below(mutated.size());
                switch (below(4)) {
                    case 0:
                        mutated[at] = static_cast<char>(random());
                        break;
                    case 1:
                        mutated[at] = digits[below(digits.size())];
                        break;
                    case 2:
                        mutated.erase(at, 1 + below(5));
                        break;
                    default:
                        mutated.insert(at, sound.substr(below(sound.size()), 1 + below(9)));
                        break;
                }
                if (mutated.empty()) mutated = "x";
            }
            try_reading(mutated);
        }

        std::string noise(300, ' ');
        for (char& c : noise) c = static_cast<char>(random());
        try_reading(noise);
    }
};

class ShapeMutation : public Mutation {};

TEST_P(ShapeMutation, GivesAValidShapeOrAnInputError) {
    const std::string name = GetParam();
    const Shape shape = read_shape(path(name));
    expect_valid(shape);
    EXPECT_EQ(shape.vertices.rows(), 6);
    damage(name, [&](const std::string& contents) { expect_valid(parse_shape(path(name), contents)); });
}

INSTANTIATE_TEST_SUITE_P(Formats, ShapeMutation, ::testing::ValuesIn(testing::sample_shapes()));

class LandmarkMutation : public Mutation {};

TEST_P(LandmarkMutation, GivesLandmarksOrAnInputError) {
    const Shape shape = read_shape(path("shape.off"));
    const std::string damaged = path("damaged" + landmark_extension(GetParam()));
    damage(GetParam(), [&](const std::string& contents) {
        std::ofstream(damaged, std::ios::binary) << contents;
        const LandmarkSet landmarks = read_landmark_file(damaged, shape);
        EXPECT_GT(landmarks.positions.rows(), 0);
        EXPECT_TRUE(landmarks.positions.allFinite());
        EXPECT_EQ(landmarks.names.size(), static_cast<std::size_t>(landmarks.positions.rows()));
        write_landmark_file(damaged, landmarks);
        EXPECT_EQ(read_landmark_file(damaged, shape).positions, landmarks.positions);
    });
}

INSTANTIATE_TEST_SUITE_P(Formats, LandmarkMutation, ::testing::ValuesIn(testing::sample_landmarks()));

}  // namespace
}  // namespace sigmatch
