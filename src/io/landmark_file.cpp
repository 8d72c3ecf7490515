#include <fmt/format.h>

#include <cmath>

#include "io/json_support.h"
#include "io/keypoint_file.h"
#include "io/shape_builder.h"
#include "io/shape_formats.h"
#include "io/text_scanner.h"
#include "sigmatch/io.h"

namespace sigmatch {

namespace {

using nlohmann::json;

/// The entry of an object; null if there is no such entry or the parent is no object.
const json& entry_of(const json& parent, const char* name) {
    static const json none;
    const auto found = parent.find(name);
    return found != parent.end() ? *found : none;
}

/// The positions of the first list in a 3D Slicer markups file.
Points slicer_positions(const std::string& path, std::string_view contents) {
    json document;
    try {
        document = parse_json(contents);
    } catch (const InputError& error) {
        throw FileError(path, error.what());
    }
    const json& markups = entry_of(document, "markups");
    const json& points =
        entry_of(markups.is_array() && !markups.empty() ? markups[0] : markups, "controlPoints");
    if (!points.is_array())
        throw FileError(path, "has no array markups[0].controlPoints; is it a .mrk.json of 3D Slicer?");
    if (points.empty()) throw FileError(path, "markups[0].controlPoints is empty; place some points");
    ShapeBuilder builder(path);
    for (const json& point : points) {
        const Place place{"control point", builder.vertex_count()};
        const json& position = entry_of(point, "position");
        const json& status = entry_of(point, "positionStatus");
        if (!position.is_array() || position.size() != 3 || (!status.is_null() && status != "defined") ||
            !position[0].is_number() || !position[1].is_number() || !position[2].is_number())
            throw FileError(path, fmt::format("{} {} has no position of three numbers; place or delete it",
                                              place.unit, place.number));
        builder.add_vertex(position[0], position[1], position[2], place);
    }
    return builder.build().vertices;
}

/// Whether the file holds positions: its first line has several entries. Ids stand alone in a line.
bool holds_positions(const std::string& path, std::string_view contents) {
    TextScanner scanner(path, contents);
    scanner.token_in_any_line();
    return !scanner.token().empty();
}

Landmarks nearest_vertices(const std::string& path, const Points& positions, const Shape& shape) {
    constexpr double farthest = 0.02;
    const double extent = (shape.vertices.colwise().maxCoeff() - shape.vertices.colwise().minCoeff()).norm();
    Landmarks landmarks{{}, 0.0};
    std::vector<Eigen::Index> landmark_of(static_cast<std::size_t>(shape.vertices.rows()), -1);
    for (Eigen::Index i = 0; i < positions.rows(); ++i) {
        Eigen::Index nearest = 0;
        const double distance = std::sqrt(
            (shape.vertices.rowwise() - positions.row(i)).rowwise().squaredNorm().minCoeff(&nearest));
        if (!(distance <= farthest * extent))
            throw FileError(
                path, fmt::format("landmark {} at ({:g}, {:g}, {:g}) is {:.3g} away from the shape, which is "
                                  "{:.3g} large; the file must be made for this shape, in its units and "
                                  "coordinate system",
                                  i, positions(i, 0), positions(i, 1), positions(i, 2), distance, extent));
        Eigen::Index& other = landmark_of[static_cast<std::size_t>(nearest)];
        if (other >= 0)
            throw FileError(path, fmt::format("landmarks {} and {} are both nearest to vertex {}; move or "
                                              "remove one of them",
                                              other, i, nearest));
        other = i;
        landmarks.keypoints.push_back(static_cast<int>(nearest));
        if (distance > 0)
            landmarks.relative_distance = std::max(*landmarks.relative_distance, distance / extent);
    }
    return landmarks;
}

}  // namespace

Landmarks read_landmarks(const std::string& path, const Shape& shape, int index_base) {
    const std::string contents = load_file(path);
    const std::string extension = lower_case_extension(path);
    const auto vertex_count = static_cast<int>(shape.vertices.rows());
    if (extension == ".json") return nearest_vertices(path, slicer_positions(path, contents), shape);
    if (extension == ".csv") return nearest_vertices(path, read_csv(path, contents).vertices, shape);
    if (extension == ".vts") return {parse_keypoints(path, contents, 1, vertex_count), {}};
    if (extension == ".xyz" || holds_positions(path, contents))
        return nearest_vertices(path, read_xyz(path, contents).vertices, shape);
    return {parse_keypoints(path, contents, index_base, vertex_count), {}};
}

}  // namespace sigmatch
