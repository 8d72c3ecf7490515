#include "dense_output.h"

#include <filesystem>

#include "sigmatch/errors.h"
#include "sigmatch/finite_points.h"
#include "sigmatch/io.h"

using namespace sigmatch;

namespace {

bool is_ply(const std::string& path) {
    return CLI::detail::to_lower(std::filesystem::path(path).extension().string()) == ".ply";
}

/// Red, green and blue along the axes of the box around the points.
Points colours_by_position(const Points& points) {
    const BoundingBox box = bounding_box(points);
    const Eigen::RowVector3d extent = (box.highest - box.lowest).cwiseMax(1e-300);
    return (points.rowwise() - box.lowest).array().rowwise() / extent.array();
}

}  // namespace

bool DenseOutput::wanted() const {
    return !(x_to_y + y_to_x + colours_x + colours_y).empty();
}

std::vector<std::string> DenseOutput::files() const {
    return {x_to_y, y_to_x, colours_x, colours_y};
}

void add_dense_options(CLI::App& command, DenseOutput& output) {
    const auto add = [&](const char* flag, std::string& path, const char* help) {
        command.add_option(flag, path, help)->type_name("FILE");
    };
    add("--dense", output.x_to_y,
        "Write the point of Y for each vertex of X: corners of a triangle and their weights");
    add("--dense-back", output.y_to_x, "Write the point of X for each vertex of Y");
    add("--dense-colours-x", output.colours_x, "Write X coloured by its coordinates (PLY)");
    add("--dense-colours-y", output.colours_y, "Write Y with the colours of X carried over (PLY)");
}

void check(const DenseOutput& output) {
    for (const std::string& path : {output.x_to_y, output.y_to_x})
        if (is_ply(path))
            throw FileError(path, "a dense map is text; for colours in PLY use --dense-colours-x and -y");
    for (const std::string& path : {output.colours_x, output.colours_y})
        if (!path.empty() && !is_ply(path))
            throw FileError(path, "colours are written as .ply; change the name");
}

void write(const DenseOutput& output, const DenseMaps& maps, const Shape& x, const Shape& y) {
    if (!output.x_to_y.empty()) write_dense_map(output.x_to_y, maps.x_to_y, y);
    if (!output.y_to_x.empty()) write_dense_map(output.y_to_x, maps.y_to_x, x);
    const Points colours = colours_by_position(x.vertices);
    if (!output.colours_x.empty()) write_coloured_shape(output.colours_x, x, colours);
    if (!output.colours_y.empty())
        write_coloured_shape(output.colours_y, y, carry_over(maps.y_to_x, x.faces, colours));
}
