#include <cmath>
#include <limits>

#include "io_support.h"
#include "sigmatch/inspection.h"
#include "sigmatch/weld.h"
#include "support/gltf_file.h"
#include "support/sample_files.h"
#include "support/vtp_file.h"

namespace sigmatch {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The octahedron of the sample files, with vertices 1 and 3 that are not finite.
class IoUndefinedTest : public IoTest {
protected:
    IoUndefinedTest() {
        testing::write_sample_files(folder_);
        shape_ = read_shape(path("shape.off"));
        spoiled_ = shape_;
        spoiled_.vertices(1, 0) = nan;
        spoiled_.vertices(3, 1) = -std::numeric_limits<double>::infinity();
    }

    /// The sample file with other text, or bytes, in the places of vertices 1 and 3.
    std::string edited(const std::string& name, const std::string& from_1, const std::string& to_1,
                       const std::string& from_3, const std::string& to_3) const {
        std::string text = contents(path(name));
        for (const auto& [from, to] : {std::pair(from_1, to_1), std::pair(from_3, to_3)}) {
            std::size_t at = text.find(from);
            EXPECT_NE(at, std::string::npos) << name;
            for (; at != std::string::npos; at = text.find(from, at + to.size()))
                text.replace(at, from.size(), to);
        }
        return text;
    }

    void expect_left_out(const std::string& name, const std::string& text) const {
        SCOPED_TRACE(name);
        const Shape found = read_shape(write("spoiled_" + name, text));
        expect_valid(found);
        ASSERT_EQ(found.vertices.rows(), 6);
        for (int v = 0; v < 6; ++v) {
            if (v == 1 || v == 3)
                EXPECT_TRUE(found.vertices.row(v).array().isNaN().all()) << v;
            else
                EXPECT_EQ(found.vertices.row(v), shape_.vertices.row(v)) << v;
        }
        const bool is_mesh = found.faces.rows() > 0;
        if (is_mesh) {
            EXPECT_EQ(found.faces, faces_of({{0, 2, 4}, {2, 0, 5}}));
        }
        EXPECT_EQ(inspect(found).undefined_vertices, 2);
        EXPECT_EQ(inspect(found).isolated_vertices, is_mesh ? 0 : 4);
    }

    Shape shape_, spoiled_;
};

std::string bytes_of(std::initializer_list<float> numbers) {
    std::string bytes;
    for (const float number : numbers) bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    return bytes;
}

TEST_F(IoUndefinedTest, EveryFormatKeepsTheVerticesAndLeavesOutTheirFaces) {
    expect_left_out("a.off", edited("shape.off", "-1 0 0", "nan 0 0", "0 -1 0", "0 1e999 0"));
    expect_left_out("a.obj", edited("shape.obj", "v -1 0 0", "v -1 NaN 0", "v 0 -1 0", "v 0 inf 0"));
    expect_left_out("a.ply", edited("ascii.ply", "-1 0 0", "-1 -nan 0", "0 -1 0", "0 -1 -inf"));
    expect_left_out("a.xyz", edited("shape.xyz", "-1 0 0", "nan nan nan", "0 -1 0", "0 -1 inf"));
    expect_left_out("a.csv", edited("shape.csv", "-1,0,0", "nan,0,0", "0,-1,0", "0,-1,inf"));
    for (const testing::VtpStyle::Format format :
         {testing::VtpStyle::ascii, testing::VtpStyle::binary, testing::VtpStyle::appended_raw})
        expect_left_out("a.vtp", testing::vtp_file(spoiled_, {format}));
    expect_left_out("a.gltf", testing::gltf_file(testing::gltf_parts(spoiled_)));
    expect_left_out("a.glb", testing::glb_file(testing::gltf_parts(spoiled_)));
    std::string binary = contents(path("binary.ply"));
    const std::size_t first = binary.find("end_header\n") + 11;
    for (const int v : {1, 3}) binary.replace(first + 24 * v, 8, reinterpret_cast<const char*>(&nan), 8);
    expect_left_out("b.ply", binary);
}

TEST_F(IoUndefinedTest, StlMakesOneVertexOfAllCornersThatAreNotFinite) {
    const std::string ascii =
        edited("ascii.stl", "vertex -1 0 0", "vertex nan 0 0", "vertex 0 -1 0", "vertex 0 inf 0");
    std::string binary = contents(path("binary.stl"));
    for (std::size_t triangle = 84; triangle < binary.size(); triangle += 50)
        for (std::size_t corner = triangle + 12; corner < triangle + 48; corner += 12)
            for (const auto& [from, to] : {std::pair(bytes_of({-1, 0, 0}), bytes_of({NAN, 0, 0})),
                                           std::pair(bytes_of({0, -1, 0}), bytes_of({0, HUGE_VALF, 0}))})
                if (binary.compare(corner, 12, from) == 0) binary.replace(corner, 12, to);
    for (const std::string& text : {ascii, binary}) {
        const Shape found = read_shape(write("a.stl", text));
        expect_valid(found);
        EXPECT_EQ(found.vertices.rows(), 5);
        EXPECT_EQ(found.faces.rows(), 2);
        EXPECT_EQ(inspect(found).undefined_vertices, 1);
    }
}

TEST_F(IoUndefinedTest, AreWrittenAndReadAgain) {
    const Shape found = read_shape(write("a.glb", testing::glb_file(testing::gltf_parts(spoiled_))));
    for (const char* name : {"b.off", "b.obj", "b.ply"}) {
        write_shape(path(name), found);
        const Shape again = read_shape(path(name));
        EXPECT_EQ(finite_rows(again.vertices), (std::vector<int>{0, 2, 4, 5})) << name;
        EXPECT_EQ(again.faces, found.faces) << name;
    }
    const Points colours = found.vertices.cwiseAbs();
    write_coloured_shape(path("c.ply"), found, colours);
    EXPECT_EQ(read_shape(path("c.ply")).faces, found.faces);
    EXPECT_CONTAINS(error_of(path("d.ply"), [&] { write_shape(path("d.ply"), spoiled_); }),
                    "faces on vertices that are not finite");
}

TEST_F(IoUndefinedTest, WeldingLeavesThemAlone) {
    Shape cloud = spoiled_;
    cloud.faces.resize(0, 3);
    cloud.vertices.row(5) = cloud.vertices.row(2);
    EXPECT_EQ(weld(cloud).first, (std::vector<int>{0, 1, 2, 3, 4, 2}));
}

}  // namespace
}  // namespace sigmatch
