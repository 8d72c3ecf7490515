#include "io_support.h"
#include "support/vtp_file.h"

namespace sigmatch {
namespace {

using testing::vtp_file;
using testing::VtpStyle;

class IoVtpTest : public IoTest {
protected:
    /// The error of a sound file in which `from` became `to`.
    std::string error(const std::string& from, const std::string& to, const VtpStyle& style = {}) const {
        std::string text = vtp_file(float_shape(), style);
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return shape_error("a.vtp", text.replace(at, from.size(), to));
    }
};

TEST_F(IoVtpTest, EveryEncoding) {
    const Shape shape = float_shape();
    for (const auto format :
         {VtpStyle::ascii, VtpStyle::binary, VtpStyle::appended_raw, VtpStyle::appended_base64})
        for (const bool zlib : {false, true})
            for (const bool wide_header : {false, true})
                for (const bool wide_numbers : {false, true}) {
                    const VtpStyle style{format, zlib, wide_header, wide_numbers};
                    const Shape back = read_shape(write("a.vtp", vtp_file(shape, style)));
                    EXPECT_EQ(back.vertices, shape.vertices) << format << zlib << wide_header << wide_numbers;
                    EXPECT_EQ(back.faces, shape.faces) << format << zlib << wide_header << wide_numbers;
                }
}

TEST_F(IoVtpTest, ABlockThatIsExactlyFull) {
    const Shape shape = float_shape();
    for (const std::size_t size : {24u, 72u, 4096u}) {
        const VtpStyle style{VtpStyle::binary, true, false, false, size};
        EXPECT_EQ(read_shape(write("a.vtp", vtp_file(shape, style))).vertices, shape.vertices);
    }
}

TEST_F(IoVtpTest, PolygonsBecomeFansAndLinesAreSkipped) {
    const Shape shape = read_shape(write(
        "a.vtp",
        "<VTKFile type='PolyData'><PolyData><FieldData/><Piece NumberOfPoints='5' NumberOfLines='1' "
        "NumberOfPolys='2'><PointData/><Points><DataArray type='Float32' NumberOfComponents='3'>"
        "0 0 0 1 0 0 1 1 0\n0 1 0 7 7 7</DataArray></Points><Lines><DataArray Name='connectivity'>0 1"
        "</DataArray><DataArray Name='offsets'>2</DataArray></Lines><Polys><DataArray Name='offsets'>4 7"
        "</DataArray><DataArray Name='connectivity'>0 1 2 3 4 0 1</DataArray></Polys></Piece></PolyData>"
        "</VTKFile>"));
    EXPECT_EQ(shape.vertices.rows(), 5);
    EXPECT_EQ(shape.faces, faces_of({{0, 1, 2}, {0, 2, 3}, {4, 0, 1}}));
}

TEST_F(IoVtpTest, WithoutPolygonsItIsACloud) {
    const Shape shape = read_shape(write("a.vtp", vtp_file({float_shape().vertices, Faces(0, 3)})));
    EXPECT_EQ(shape.vertices, float_shape().vertices);
    EXPECT_EQ(shape.faces.rows(), 0);
}

TEST_F(IoVtpTest, OtherKindsOfFile) {
    EXPECT_CONTAINS(shape_error("a.vtp", "# vtk DataFile Version 3.0\n"), "not valid XML");
    EXPECT_CONTAINS(shape_error("a.vtp", "<svg/>"), "no element VTKFile");
    EXPECT_CONTAINS(error("PolyData", "ImageData"), "holds 'ImageData', not PolyData");
    EXPECT_CONTAINS(error("LittleEndian", "BigEndian"), "only LittleEndian");
    EXPECT_CONTAINS(error("vtkZLib", "vtkLZ4", {VtpStyle::binary, true}), "only vtkZLibDataCompressor");
    EXPECT_CONTAINS(error("UInt32", "UInt16"), "header_type");
    EXPECT_CONTAINS(error("NumberOfStrips=\"0\"", "NumberOfStrips=\"2\""), "triangle strips");
    EXPECT_CONTAINS(error("</Piece>", "</Piece><Piece/>"), "several pieces");
    EXPECT_CONTAINS(error("\"base64\"", "\"hex\"", {VtpStyle::appended_base64}), "base64 and raw");
    EXPECT_CONTAINS(error("\"binary\"", "\"hex\"", {VtpStyle::binary}), "Points: its format is 'hex'");
    EXPECT_CONTAINS(error("Float32", "Int8", {VtpStyle::binary}), "Points: its type is 'Int8'");
    EXPECT_CONTAINS(error("NumberOfComponents=\"3\"", "NumberOfComponents=\"2\""), "3 components");
    EXPECT_CONTAINS(error("Name=\"offsets\"", "Name=\"ends\""), "no DataArray offsets in Polys");
}

TEST_F(IoVtpTest, NumbersThatAreWrong) {
    EXPECT_CONTAINS(error("NumberOfPoints=\"6\"", "NumberOfPoints=\"7\""),
                    "Points: 21 numbers are declared, but there are 18");
    EXPECT_CONTAINS(error("NumberOfPoints=\"6\"", "NumberOfPoints=\"999999999999\"", {VtpStyle::binary}),
                    "Points: 2999999999997 numbers are declared, but 72 bytes stored");
    EXPECT_CONTAINS(error("NumberOfPoints=\"6\"", "NumberOfPoints=\"-6\""), "NumberOfPoints is '-6'");
    EXPECT_CONTAINS(error("NumberOfPoints=\"6\"", "NumberOfPoints=\"9223372036854775807\""),
                    "NumberOfPoints is");
    EXPECT_CONTAINS(error("NumberOfPoints=\"6\"", ""), "has no vertices");
    EXPECT_CONTAINS(error("NumberOfPolys=\"4\"", "NumberOfPolys=\"5\""), "offsets: 5 numbers are declared");
    EXPECT_CONTAINS(error("9 9 9", "9 9 x"), "Points: entry 2 is not a number but 'x'");
    EXPECT_CONTAINS(error("1 4 2", "1 6 2"), "polygon 0: vertex index 6 does not exist");
    EXPECT_CONTAINS(error("1 4 2", "1 -4 2"), "polygon 0: vertex index -4 is below 0");
    EXPECT_CONTAINS(error("1 4 2", "1 4.5 2"), "connectivity: entry 1 is not an index but 4.5");
    EXPECT_CONTAINS(error("3 6 9 12", "3 9 6 12"), "offsets: entry 2 is out of order");
    EXPECT_CONTAINS(error("3 6 9 12", "3 6 9 -12"), "offsets: the last one is negative");
    EXPECT_CONTAINS(error("3 6 9 12", "3 6 9 1e300"), "offsets: entry 3 is not an index");
    EXPECT_CONTAINS(error("3 6 9 12", "2 6 9 12"), "polygon 0: a face of 2 vertices");
}

TEST_F(IoVtpTest, DamagedData) {
    EXPECT_CONTAINS(error("offset=\"0\"", "offset=\"9999\"", {VtpStyle::appended_raw}),
                    "Points: its offset does not lie in the appended data");
    EXPECT_CONTAINS(error("offset=\"0\"", "offset=\"-1\"", {VtpStyle::appended_raw}), "offset");
    EXPECT_CONTAINS(error("offset=\"0\"", "offset=\"1\"", {VtpStyle::appended_raw}), "Points: ");
    EXPECT_CONTAINS(error("SAAAA", "SA*AA", {VtpStyle::binary}), "Points: is not valid base64");
    EXPECT_CONTAINS(error("SAAAA", "/////", {VtpStyle::binary}), "Points: the data end too early");
    const VtpStyle packed{VtpStyle::appended_raw, true};
    EXPECT_CONTAINS(error(std::string("_\3\0\0\0", 5), "_\xff\xff\xff\xff", packed),
                    "4294967295 compressed blocks, more than the file can hold");
    EXPECT_CONTAINS(error(std::string("_\3\0\0\0 ", 6), std::string("_\3\0\0\0!", 6), packed),
                    "compressed block 0 is damaged");
    EXPECT_CONTAINS(error("\x78\x9c", "\x78\x9d", packed), "compressed block 0 is damaged");
}

TEST_F(IoVtpTest, AShortFileCannotAskForMuchMemory) {
    Shape huge;
    huge.vertices = Points::Zero(2000000, 3);
    const std::string bomb = vtp_file(huge, {VtpStyle::appended_raw, true, false, true, 1 << 20});
    EXPECT_LT(bomb.size(), 100000u);
    EXPECT_CONTAINS(shape_error("a.vtp", bomb), "expands to far more than its size");
}

}  // namespace
}  // namespace sigmatch
