#include <algorithm>
#include <nlohmann/json.hpp>

#include "pipeline/result_json.h"
#include "report/display_shape.h"
#include "report/packed_array.h"
#include "report/page.h"
#include "report/surface_distance.h"
#include "sigmatch/errors.h"
#include "sigmatch/finite_points.h"

namespace sigmatch {

namespace {

using json = nlohmann::ordered_json;

Points of_vertices(const Points& points, const DisplayShape& shown, const DisplayFrame& frame) {
    const Points some = points(shown.vertex_ids, Eigen::all);
    return (some * frame.linear().transpose()).rowwise() + frame.translation().transpose();
}

/// The distances of a reconstruction from the other shape, divided by the diagonal of the other shape's
/// bounding box.
Eigen::VectorXd reconstruction_errors(const Points& bent, const Shape& other) {
    return distances_from_surface(bent, other) / bounding_box(other.vertices).diagonal();
}

/// A side and its position in the page.
struct Placed {
    const ReportSide& side;
    const Keypoints& keypoints;
    DisplayFrame frame;
    DisplayShape shown = display_shape(side.shape, keypoints);
};

json side_json(const Placed& placed, const Placed& other) {
    const auto& [side, keypoints, frame, shown] = placed;
    json text = {{"name", side.name},
                 {"vertices", side.shape.vertices.rows()},
                 {"faces", side.shape.faces.rows()},
                 {"simplified", shown.simplified},
                 {"keypoints", keypoints},
                 {"shown_keypoints", shown.keypoints},
                 {"positions", packed_points(of_vertices(side.shape.vertices, shown, frame))},
                 {"triangles", packed_faces(shown.faces)}};
    if (side.orientation.size() > 0) text["orientation"] = packed_scalars(side.orientation(shown.vertex_ids));
    if (side.partners) text["partners"] = packed_points(of_vertices(*side.partners, shown, other.frame));
    return text;
}

/// The vertices in the pose of the other shape, and their distances from it.
json bent_json(const Points& bent, const Placed& placed, const Placed& other) {
    const Points shown = bent(placed.shown.vertex_ids, Eigen::all);
    return {{"positions", packed_points(of_vertices(bent, placed.shown, other.frame))},
            {"error", packed_scalars(reconstruction_errors(shown, other.side.shape))}};
}

json match_json(const ReportMatch& match, const Placed& x, const Placed& y) {
    json text = {{"match", match.match},
                 {"objective", match.objective},
                 {"mirrored", match.mirrored},
                 {"terms", terms_object(match.terms)}};
    if (!match.errors.empty()) {
        text["errors"] = json::array();
        for (const auto& error : match.errors) text["errors"].push_back(error ? json(*error) : json(nullptr));
    }
    if (match.bent)
        text["bent"] = {{"x", bent_json(match.bent->x, x, y)}, {"y", bent_json(match.bent->y, y, x)}};
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
    const Placed x{data.x, data.result.keypoints_x, frames.x}, y{data.y, data.result.keypoints_y, frames.y};
    json text = {{"x", side_json(x, y)},
                 {"y", side_json(y, x)},
                 {"matches", json::array()},
                 {"allowed", mask_json(data.result.allowed)},
                 {"result", result_object(data.result)}};
    for (const ReportMatch& match : data.matches) text["matches"].push_back(match_json(match, x, y));
    return text;
}

/// JSON for a script element, in which nothing may look like a tag. In JSON, '<' occurs in strings only.
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
