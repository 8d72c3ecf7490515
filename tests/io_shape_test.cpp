#include <bit>

#include "io/bytes.h"
#include "io_support.h"

namespace sigmatch {
namespace {

using IoShapeTest = IoTest;

template <typename T>
void append(std::string& bytes, T value, std::endian order) {
    auto raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
    if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
    bytes.append(raw.data(), raw.size());
}

TEST_F(IoShapeTest, WrittenShapesReadBackExactly) {
    const Shape shape = sample_shape();
    for (const char* name : {"a.off", "a.obj", "a.ply", "A.OFF", "b.Ply"}) {
        write_shape(path(name), shape);
        const Shape back = read_shape(path(name));
        EXPECT_EQ(back.vertices, shape.vertices) << name;
        EXPECT_EQ(back.faces, shape.faces) << name;
    }
}

TEST_F(IoShapeTest, ColouredShapesReadBackExactly) {
    const Shape shape = sample_shape();
    Points colours = Points::Zero(6, 3);
    colours.row(1) << 1, 0.5, 0.2;
    colours.row(2) << 7, -1, 1;  // as far as a colour goes
    write_coloured_shape(path("c.ply"), shape, colours);
    const Shape back = read_shape(path("c.ply"));
    EXPECT_EQ(back.vertices, shape.vertices);
    EXPECT_EQ(back.faces, shape.faces);
    const std::string bytes = contents(path("c.ply"));
    const size_t vertices = bytes.find("end_header\n") + 11, row = 3 * 8 + 3;
    EXPECT_EQ(bytes.substr(vertices + row + 24, 3), (std::string{'\xff', '\x80', '\x33'}));
    EXPECT_EQ(bytes.substr(vertices + 2 * row + 24, 3), (std::string{'\xff', '\0', '\xff'}));
    const std::string off = path("c.off");
    EXPECT_CONTAINS(error_of(off, [&] { write_coloured_shape(off, shape, colours); }), ".ply");
    const std::string few = path("few.ply");
    EXPECT_CONTAINS(error_of(few, [&] { write_coloured_shape(few, shape, colours.topRows(5)); }), "colour");
    EXPECT_FALSE(std::filesystem::exists(few));
}

TEST_F(IoShapeTest, PointCloudsAreShapesWithoutFaces) {
    Shape cloud = sample_shape();
    cloud.faces.resize(0, 3);
    for (const char* name : {"a.off", "a.obj", "a.ply"}) {
        write_shape(path(name), cloud);
        const Shape back = read_shape(path(name));
        EXPECT_EQ(back.vertices, cloud.vertices) << name;
        EXPECT_EQ(back.faces.rows(), 0) << name;
    }
    const Shape xyz = read_shape(write("a.xyz", "# scan\r\n1 2 3\r\n\r\n+4 5e0 .5 0.1 0.2 0.3\n"));
    EXPECT_EQ(xyz.vertices.rows(), 2);
    EXPECT_EQ(xyz.vertices(1, 2), 0.5);
}

TEST_F(IoShapeTest, CsvDialects) {
    const char* files[] = {"1,2,3\n4,5,6.5\n",
                           "x,y,z\r\n1,2,3\r\n\r\n4,5,6.5\r\n",
                           "\xEF\xBB\xBFname;id;X;Y;Z\nnose;7;1;2;3\near;8;4;5;6.5\n",
                           "\"x\", \"y\", \"z\", \"note\"\n1, 2, 3, here\n 4, 5, 6.5,\n",
                           "# points\n1  2   3 0.1 0.2\n4 5 6.5\n",
                           "first\tsecond\tthird\n1\t2\t3\n4\t5\t6.5\n",
                           "a,1,2,3\nb,4,5,6.5,7\n"};
    for (const char* file : files) {
        const Shape shape = read_shape(write("a.csv", file));
        EXPECT_EQ(shape.vertices, (Points(2, 3) << 1, 2, 3, 4, 5, 6.5).finished()) << file;
        EXPECT_EQ(shape.faces.rows(), 0) << file;
    }
}

TEST_F(IoShapeTest, BadCsv) {
    EXPECT_CONTAINS(shape_error("a.csv", "1,2\n"), "line 1: three numbers are expected, but there are 2");
    EXPECT_CONTAINS(shape_error("a.csv", "x,y,z\n"), "has no vertices");
    EXPECT_CONTAINS(shape_error("a.csv", "x,y,z\n1,2,3\n1,,3\n"), "line 3: column 2 is not a number but ''");
    EXPECT_CONTAINS(shape_error("a.csv", "1;2;3\n1;2\n"), "line 2: column 3 is missing");
    EXPECT_CONTAINS(shape_error("a.csv", "1;2;3\n1;2;1,5\n"), "line 2: column 3 is not a number but '1,5'");
    EXPECT_CONTAINS(shape_error("a.csv", "x,y,z\nx,y,z\n1,2,3\n"), "line 2: column 1 is not a number");
}

TEST_F(IoShapeTest, OnlySoundShapesAreWritten) {
    const auto error = [&](const std::string& name, const Shape& shape) {
        return error_of(path(name), [&] { write_shape(path(name), shape); });
    };
    Shape shape = sample_shape();
    EXPECT_CONTAINS(error("a.stl", shape), ".off, .obj or .ply");
    shape.faces(0, 0) = 6;
    EXPECT_CONTAINS(error("a.off", shape), "do not exist");
    shape.faces(0, 0) = 0;
    shape.vertices(0, 0) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_CONTAINS(error("a.off", shape), "not finite");
    EXPECT_CONTAINS(error("a.off", Shape()), "without vertices");
    EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(IoShapeTest, OffDialects) {
    const Faces fan = faces_of({{0, 1, 2}, {0, 2, 3}});
    const char* files[] = {
        "OFF\n5 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n7 7 7\n4 0 1 2 3\n",
        "OFF 5 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n7 7 7\n4 0 1 2 3",
        "OFF5 1\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n7 7 7\n4 0 1 2 3\n",
        "\xEF\xBB\xBFOFF\r\n# made by hand\r\n\r\n5 1 0\r\n0 0 0 # origin\r\n1\t0\t0\r\n1 1 0\r\n0 1 0\r\n7 "
        "7 7\r\n"
        "4 0 1 2 3 255 0 0\r\n\r\n",
        "COFF\n5 1 0\n0 0 0 1 2 3 4\n1 0 0 1 2 3 4\n1 1 0 1 2 3 4\n0 1 0 1 2 3\n7 7 7\n4  0  1  2  3 0.5\n",
        "NOFF\n5 1 9\n0 0 0 0 0 1\n1 0 0 0 0 1\n1 1 0 0 0 1\n0 1 0 0 0 1\n7 7 7 0 0 nan\n4 0 1 2 3\n"};
    for (const char* file : files) {
        const Shape shape = read_shape(write("a.off", file));
        ASSERT_EQ(shape.vertices.rows(), 5) << file;
        EXPECT_EQ(shape.vertices(4, 1), 7) << file;
        EXPECT_EQ(shape.faces, fan) << file;
    }
}

TEST_F(IoShapeTest, ObjDialects) {
    const Shape shape =
        read_shape(write("a.obj",
                         "# comment\r\nmtllib a.mtl\r\no cube\r\nv 0 0 0 1\nv 1 0 0 0.5 0.5 0.5\n"
                         "vn 0 0 1\nvt 0 0\nv 1 1 0\nl 1 2\nf 1 2 4 # forward\nv 0 1 0\nv 7 7 7\n"
                         "f 1/1/1 2//1\t3/1 \\\n 4\ng x\nf -5 -4/-1/-1 -3\n"));
    EXPECT_EQ(shape.vertices.rows(), 5);
    EXPECT_EQ(shape.faces, faces_of({{0, 1, 3}, {0, 1, 2}, {0, 2, 3}, {0, 1, 2}}));
}

TEST_F(IoShapeTest, AsciiPly) {
    const Shape shape = read_shape(write(
        "a.ply",
        "ply\r\nformat ascii 1.0\r\ncomment x\r\nobj_info y\r\nelement face 2\r\nproperty uchar red\r\n"
        "property list uchar int vertex_index\r\nelement vertex 5\r\nproperty float nx\r\nproperty int x\r\n"
        "property list uchar float extra\r\nproperty double y\r\nproperty float z\r\nelement other 1\r\n"
        "property list int int q\r\nend_header\r\n9 4 0 1 2 3\r\n9 3 0 1 4\r\nnan 0 0 0 0\r\n0 1 2 8 8 0 "
        "0\r\n"
        "0 1 0 1 0\r\n0 0 0 1 0\r\n0 7 0 7.5 7\r\n2 5 5\r\n"));
    ASSERT_EQ(shape.vertices.rows(), 5);
    EXPECT_EQ(shape.vertices.row(4), Eigen::RowVector3d(7, 7.5, 7));
    EXPECT_EQ(shape.faces, faces_of({{0, 1, 2}, {0, 2, 3}, {0, 1, 4}}));
}

template <typename Coordinate, typename Count, typename Index>
std::string binary_ply(std::endian order, const char* coordinate, const char* count, const char* index) {
    const std::string endian = order == std::endian::big ? "big" : "little";
    std::string bytes = "ply\nformat binary_" + endian + "_endian 1.0\nelement vertex 5\n";
    for (const char* axis : {"x", "y", "z"})
        bytes += std::string("property ") + coordinate + " " + axis + "\n";
    bytes += std::string("property uchar red\nelement face 1\nproperty list ") + count + " " + index +
             " vertex_indices\nproperty float quality\nend_header\n";
    for (int v = 0; v < 5; ++v) {
        for (int c = 0; c < 3; ++c) append(bytes, static_cast<Coordinate>(10 * v + c), order);
        bytes += '\n';
    }
    append(bytes, Count(4), order);
    for (const int corner : {4, 0, 1, 2}) append(bytes, static_cast<Index>(corner), order);
    append(bytes, 1.0f, order);
    return bytes;
}

TEST_F(IoShapeTest, BinaryPlyInEveryEncoding) {
    for (const std::endian order : {std::endian::little, std::endian::big}) {
        const std::string files[] = {
            binary_ply<float, std::uint8_t, std::int32_t>(order, "float", "uchar", "int"),
            binary_ply<double, std::uint8_t, std::uint32_t>(order, "double", "uint8", "uint32"),
            binary_ply<float, std::int32_t, std::int32_t>(order, "float32", "int", "int32"),
            binary_ply<double, std::uint16_t, std::uint16_t>(order, "float64", "ushort", "uint16"),
            binary_ply<std::int16_t, std::int8_t, std::int8_t>(order, "short", "char", "int8"),
            binary_ply<std::uint32_t, std::int16_t, std::uint8_t>(order, "uint", "int16", "uchar")};
        for (const std::string& file : files) {
            const Shape shape = read_shape(write("a.ply", file));
            ASSERT_EQ(shape.vertices.rows(), 5);
            EXPECT_EQ(shape.vertices.row(4), Eigen::RowVector3d(40, 41, 42));
            EXPECT_EQ(shape.faces, faces_of({{4, 0, 1}, {4, 1, 2}}));
        }
    }
}

TEST_F(IoShapeTest, StlVerticesAreNumberedByFirstAppearance) {
    const std::string text =
        "solid two triangles\n facet normal 0 0 nan\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n"
        "   vertex 1 1 0\n  endloop\n endfacet\r\n FACET normal 0 0 1\n  outer loop\n   vertex -0 0 0\n"
        "   vertex 1 1 0\n   vertex 0 1 0\n  endloop\n endfacet\nendsolid two triangles\n";
    std::string binary = "solid, although binary";
    binary.resize(80);
    append(binary, std::uint32_t(2), std::endian::little);
    for (const float c : {0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0}) append(binary, c, std::endian::little);
    binary += "\1\2";
    for (const float c : {0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0}) append(binary, c, std::endian::little);
    binary += "\1\2";
    for (const std::string& file : {text, binary}) {
        const Shape shape = read_shape(write("a.stl", file));
        ASSERT_EQ(shape.vertices.rows(), 4);
        EXPECT_EQ(shape.vertices.row(3), Eigen::RowVector3d(0, 1, 0));
        EXPECT_EQ(shape.faces, faces_of({{0, 1, 2}, {0, 2, 3}}));
    }
}

TEST_F(IoShapeTest, NumbersOfAnySize) {
    const Shape shape = read_shape(write("a.xyz", "1e-400 -0.0 4.9e-324\n1.7976931348623157e308 1 1\n"));
    EXPECT_EQ(shape.vertices(0, 0), 0);
    EXPECT_EQ(shape.vertices(1, 0), std::numeric_limits<double>::max());
    EXPECT_TRUE(read_shape(write("a.xyz", "0 0 0\n1e400 0 0\n")).vertices.row(1).array().isNaN().all());
}

}  // namespace
}  // namespace sigmatch
