#include <nlohmann/json.hpp>
#include <numeric>

#include "pipeline/result_json.h"
#include "report/display_shape.h"
#include "report/packed_array.h"
#include "report/page.h"
#include "report/shape_json.h"
#include "report/surface_distance.h"
#include "sigmatch/finite_points.h"

namespace sigmatch {

namespace {

using json = nlohmann::ordered_json;

/// The distances of a reconstruction from the other shape, divided by the diagonal of the other shape's
/// bounding box.
Eigen::VectorXd reconstruction_errors(const Points& bent, const Shape& other) {
    return distances_from_surface(bent, other) / bounding_box(other.vertices).diagonal();
}

Keypoints joined(Keypoints first, const Keypoints& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

/// A side and its position in the page.
struct Placed {
    const ReportSide& side;
    const Keypoints& keypoints;
    DisplayFrame frame;
    Keypoints further;  ///< other vertices that the page shows as keypoints
    DisplayShape shown = display_shape(side.shape, joined(keypoints, further));
};

Points shown_points(const Points& vertices, const Placed& placed, const DisplayFrame& frame) {
    return in_frame(vertices(placed.shown.vertex_ids, Eigen::all), frame);
}

json side_json(const Placed& placed, const Placed& other) {
    const ReportSide& side = placed.side;
    const auto begin = placed.shown.keypoints.begin();
    json text = shape_json(side.name, side.shape, placed.shown, placed.frame);
    text["keypoints"] = placed.keypoints;
    text["shown_keypoints"] = Keypoints(begin, begin + static_cast<long>(placed.keypoints.size()));
    if (side.orientation.size() > 0)
        text["orientation"] = packed_scalars(side.orientation(placed.shown.vertex_ids));
    if (side.partners) text["partners"] = packed_points(shown_points(*side.partners, placed, other.frame));
    return text;
}

/// The vertices in the pose of the other shape, and their distances from it.
json bent_json(const Points& bent, const Placed& placed, const Placed& other) {
    const Points shown = bent(placed.shown.vertex_ids, Eigen::all);
    return {{"positions", packed_points(in_frame(shown, other.frame))},
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

/// The other placement of chosen keypoints: keypoint k of X belongs to the further vertex k of Y. It has no
/// objective, because placements are compared by their misfit.
json placement_json(const Placed& y) {
    Match match(y.further.size());
    std::iota(match.begin(), match.end(), 0);
    const auto& shown = y.shown.keypoints;
    return {{"match", match},
            {"placement",
             {{"keypoints", y.further},
              {"shown_keypoints", Keypoints(shown.end() - static_cast<long>(match.size()), shown.end())}}}};
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
    const MatchResult& result = data.result;
    const Placed x{data.x, result.keypoints_x, frames.x, {}},
        y{data.y, result.keypoints_y, frames.y, result.chosen ? result.chosen->other_y : Keypoints()};
    json text = {{"x", side_json(x, y)},
                 {"y", side_json(y, x)},
                 {"matches", json::array()},
                 {"allowed", mask_json(result.allowed)},
                 {"result", result_object(result)}};
    for (const ReportMatch& match : data.matches) text["matches"].push_back(match_json(match, x, y));
    if (!y.further.empty()) text["matches"].push_back(placement_json(y));
    return text;
}

}  // namespace

std::string report_html(const ReportData& data) {
    return filled(match_page, data_json(data));
}

}  // namespace sigmatch
