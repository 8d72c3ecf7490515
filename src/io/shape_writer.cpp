#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "io/bytes.h"
#include "io/shape_formats.h"
#include "sigmatch/finite_points.h"
#include "sigmatch/io.h"

namespace sigmatch {

namespace {

std::string off_text(const Shape& shape) {
    std::string text;
    auto out = std::back_inserter(text);
    fmt::format_to(out, "OFF\n{} {} 0\n", shape.vertices.rows(), shape.faces.rows());
    for (const auto& v : shape.vertices.rowwise()) fmt::format_to(out, "{} {} {}\n", v[0], v[1], v[2]);
    for (const auto& f : shape.faces.rowwise()) fmt::format_to(out, "3 {} {} {}\n", f[0], f[1], f[2]);
    return text;
}

std::string obj_text(const Shape& shape) {
    std::string text;
    auto out = std::back_inserter(text);
    for (const auto& v : shape.vertices.rowwise()) fmt::format_to(out, "v {} {} {}\n", v[0], v[1], v[2]);
    for (const auto& f : shape.faces.rowwise())
        fmt::format_to(out, "f {} {} {}\n", f[0] + 1, f[1] + 1, f[2] + 1);
    return text;
}

/// If `colours` is null, the file has no colours. Colours that are not finite are written as black.
std::string ply_bytes(const Shape& shape, const Points* colours = nullptr) {
    std::string bytes = fmt::format(
        "ply\nformat binary_little_endian 1.0\n"
        "element vertex {}\nproperty double x\nproperty double y\nproperty double z\n{}"
        "element face {}\nproperty list uchar int vertex_indices\nend_header\n",
        shape.vertices.rows(),
        colours ? "property uchar red\nproperty uchar green\nproperty uchar blue\n" : "", shape.faces.rows());
    for (Eigen::Index v = 0; v < shape.vertices.rows(); ++v) {
        for (const double coordinate : shape.vertices.row(v)) append_little_endian(bytes, coordinate);
        if (!colours) continue;
        for (const double part : colours->row(v))
            bytes +=
                static_cast<char>(std::isfinite(part) ? std::lround(255 * std::clamp(part, 0.0, 1.0)) : 0);
    }
    for (const auto& f : shape.faces.rowwise()) {
        bytes += '\3';
        for (const int corner : f) append_little_endian(bytes, corner);
    }
    return bytes;
}

void check_contents(const std::string& path, const Shape& shape) {
    if (shape.vertices.rows() == 0) throw FileError(path, "a shape without vertices is not written");
    if (finite_rows(shape.vertices).empty())
        throw FileError(path, "a shape without finite coordinates is not written");
    if (shape.faces.size() > 0 &&
        (shape.faces.minCoeff() < 0 || shape.faces.maxCoeff() >= shape.vertices.rows()))
        throw FileError(path, "a shape with faces on vertices that do not exist is not written");
    if (faces_on_finite_points(shape.faces, shape.vertices).rows() < shape.faces.rows())
        throw FileError(path, "a shape with faces on vertices that are not finite is not written");
}

}  // namespace

void check_shape_name(const std::string& path) {
    const std::string extension = lower_case_extension(path);
    if (extension != ".off" && extension != ".obj" && extension != ".ply")
        throw FileError(path, "shapes are written as .off, .obj or .ply; change the name");
}

void write_shape(const std::string& path, const Shape& shape) {
    check_shape_name(path);
    const std::string extension = lower_case_extension(path);
    check_contents(path, shape);
    write_file_atomically(path, extension == ".off"   ? off_text(shape)
                                : extension == ".obj" ? obj_text(shape)
                                                      : ply_bytes(shape));
}

void write_coloured_shape(const std::string& path, const Shape& shape, const Points& colours) {
    if (lower_case_extension(path) != ".ply")
        throw FileError(path, "a coloured shape is written as .ply; change the name");
    check_contents(path, shape);
    if (colours.rows() != shape.vertices.rows() ||
        !colours(finite_rows(shape.vertices), Eigen::all).allFinite())
        throw FileError(path, "a shape is not written without a colour for each vertex");
    write_file_atomically(path, ply_bytes(shape, &colours));
}

}  // namespace sigmatch
