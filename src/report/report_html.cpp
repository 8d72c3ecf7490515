#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/display_shape.h"
#include "report/packed_array.h"
#include "report/page.h"
#include "report/surface_distance.h"
#include "sigmatch/errors.h"
#include "sigmatch/io.h"

namespace sigmatch {

namespace {

using json = nlohmann::ordered_json;

Points of_vertices(const Points& points, const DisplayShape& shown, const DisplayFrame& frame) {
    const Points some = points(shown.vertex_ids, Eigen::all);
    return (some * frame.linear().transpose()).rowwise() + frame.translation().transpose();
}

/// How far the reconstruction is from the other shape, by the diagonal of that one's bounding box.
Eigen::VectorXd reconstruction_errors(const Points& bent, const Shape& other) {
    const double extent = (other.vertices.colwise().maxCoeff() - other.vertices.colwise().minCoeff()).norm();
    return distances_from_surface(bent, other) / extent;
}

json side_json(const ReportSide& side, const Keypoints& keypoints, const DisplayFrame& frame,
               const ReportSide& other, const DisplayFrame& other_frame) {
    const DisplayShape shown = display_shape(side.shape, keypoints);
    json text = {{"name", side.name},
                 {"vertices", side.shape.vertices.rows()},
                 {"faces", side.shape.faces.rows()},
                 {"simplified", shown.simplified},
                 {"keypoints", keypoints},
                 {"shown_keypoints", shown.keypoints},
                 {"positions", packed_points(of_vertices(side.shape.vertices, shown, frame))},
                 {"triangles", packed_faces(shown.faces)}};
    if (side.orientation.size() > 0) text["orientation"] = packed_scalars(side.orientation(shown.vertex_ids));
    if (side.bent) {
        const Points bent = (*side.bent)(shown.vertex_ids, Eigen::all);
        text["bent"] = packed_points(of_vertices(*side.bent, shown, other_frame));
        text["error"] = packed_scalars(reconstruction_errors(bent, other.shape));
    }
    if (side.partners) text["partners"] = packed_points(of_vertices(*side.partners, shown, other_frame));
    return text;
}

/// One string of 0 and 1 per keypoint of X.
json mask_json(const Mask& allowed) {
    json rows = json::array();
    for (Eigen::Index i = 0; i < allowed.rows(); ++i) {
        std::string row;
        for (Eigen::Index j = 0; j < allowed.cols(); ++j) row += allowed(i, j) ? '1' : '0';
        rows.push_back(row);
    }
    return rows;
}

json data_json(const ReportData& data) {
    const DisplayFrames frames = display_frames(data);
    json text = {{"x", side_json(data.x, data.result.keypoints_x, frames.x, data.y, frames.y)},
                 {"y", side_json(data.y, data.result.keypoints_y, frames.y, data.x, frames.x)},
                 {"match", data.result.match},
                 {"allowed", mask_json(data.result.allowed)},
                 {"result", json::parse(result_json(data.result))}};
    if (!data.errors.empty()) {
        text["errors"] = json::array();
        for (const auto& error : data.errors) text["errors"].push_back(error ? json(*error) : json(nullptr));
    }
    text["alternatives"] = json::array();
    for (const RankedMatch& other : data.alternatives)
        text["alternatives"].push_back(
            {{"match", other.match}, {"objective", other.objective}, {"mirrored", other.mirrored}});
    return text;
}

/// For a script element: nothing in it may look like a tag. In JSON the sign is found within strings alone.
std::string without_tags(const std::string& text) {
    std::string safe;
    safe.reserve(text.size());
    for (const char c : text) {
        if (c == '<')
            safe += "\\u003c";
        else
            safe += c;
    }
    return safe;
}

}  // namespace

bool has_reports() {
    return !page.empty();
}

void check_has_reports() {
    if (!has_reports())
        throw InputError(
            "this build makes no reports and images: it was built without npm, or npm could not fetch the "
            "packages of viewer/");
}

std::string report_html(const ReportData& data) {
    check_has_reports();
    constexpr std::string_view mark = "@DATA@";
    const size_t at = page.find(mark);
    const std::string text =
        without_tags(data_json(data).dump(-1, ' ', false, json::error_handler_t::replace));
    std::string html;
    html.reserve(page.size() + text.size());
    html.append(page.substr(0, at)).append(text).append(page.substr(at + mark.size()));
    return html;
}

}  // namespace sigmatch
