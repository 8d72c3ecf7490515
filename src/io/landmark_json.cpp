#include <fmt/format.h>

#include "io/json_support.h"
#include "io/landmark_formats.h"
#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

using nlohmann::json;

/// Slicer refuses a file without it. It is a name, not an address.
constexpr const char* schema =
    "https://raw.githubusercontent.com/slicer/slicer/master/Modules/Loadable/Markups/Resources/Schema/"
    "markups-schema-v1.0.3.json#";

/// The entry of an object; null if there is no such entry or the parent is no object.
const json& entry_of(const json& parent, const char* name) {
    static const json none;
    const auto found = parent.find(name);
    return found != parent.end() ? *found : none;
}

std::string text_of(const json& parent, const char* name) {
    const json& entry = entry_of(parent, name);
    return entry.is_string() ? entry.get<std::string>() : std::string();
}

/// Slicer's lists have a type. A list without one is a list of points, too.
bool is_point_list(const json& markup) {
    const json& type = entry_of(markup, "type");
    return type.is_null() || type == "Fiducial" || type == "PointList";
}

/// The numbers of the lists of points; of the first list, such as a curve, if there are none.
std::vector<std::size_t> lists_to_read(const json& markups) {
    std::vector<std::size_t> lists;
    for (std::size_t k = 0; k < markups.size(); ++k)
        if (is_point_list(markups[k])) lists.push_back(k);
    if (lists.empty()) lists.push_back(0);
    return lists;
}

CoordinateSystem system_of(const std::string& path, const json& markup) {
    const json& entry = entry_of(markup, "coordinateSystem");
    if (entry.is_null()) return CoordinateSystem::lps;
    return parse_coordinate_system(path, entry.is_string() ? entry.get<std::string>() : entry.dump());
}

void add_points(const std::string& path, const json& points, const Eigen::RowVector3d& signs,
                LandmarkCollector& collector) {
    for (const json& point : points) {
        const std::size_t number = collector.size();
        const std::string name = text_of(point, "label");
        const json& status = entry_of(point, "positionStatus");
        if (!status.is_null() && status != "defined") {
            collector.add_undefined(name, number);
            continue;
        }
        const json& position = entry_of(point, "position");
        if (!position.is_array() || position.size() != 3 || !position[0].is_number() ||
            !position[1].is_number() || !position[2].is_number())
            throw FileError(
                path,
                fmt::format("control point {} has no position of three numbers; place or delete it", number));
        const Eigen::RowVector3d p(position[0], position[1], position[2]);
        collector.add(name, p.cwiseProduct(signs), {"control point", static_cast<std::int64_t>(number)});
    }
}

json parse(const std::string& path, std::string_view contents) {
    try {
        return parse_json(contents);
    } catch (const InputError& error) {
        throw FileError(path, error.what());
    }
}

}  // namespace

LandmarkSet read_mrk_json(const std::string& path, std::string_view contents) {
    const json document = parse(path, contents);
    const json& markups = entry_of(document, "markups");
    if (!markups.is_array() || markups.empty())
        throw FileError(path, "has no array markups; is it a .mrk.json of 3D Slicer?");
    const std::vector<std::size_t> lists = lists_to_read(markups);
    const CoordinateSystem system = system_of(path, markups[lists[0]]);
    LandmarkCollector collector(path);
    for (const std::size_t k : lists) {
        const json& points = entry_of(markups[k], "controlPoints");
        if (!points.is_array())
            throw FileError(
                path,
                fmt::format("has no array markups[{}].controlPoints; is it a .mrk.json of 3D Slicer?", k));
        const double sign = system_of(path, markups[k]) == system ? 1 : -1;
        add_points(path, points, {sign, sign, 1}, collector);
    }
    LandmarkSet landmarks = collector.build();
    landmarks.system = system;
    landmarks.units = text_of(markups[lists[0]], "coordinateUnits");
    return landmarks;
}

std::string mrk_json_text(const LandmarkSet& landmarks) {
    using nlohmann::ordered_json;
    ordered_json points = ordered_json::array();
    for (Eigen::Index i = 0; i < landmarks.positions.rows(); ++i)
        points.push_back(
            {{"id", std::to_string(i + 1)},
             {"label", landmarks.names[static_cast<std::size_t>(i)]},
             {"description", ""},
             {"associatedNodeID", ""},
             {"position", {landmarks.positions(i, 0), landmarks.positions(i, 1), landmarks.positions(i, 2)}},
             {"selected", true},
             {"locked", false},
             {"visibility", true},
             {"positionStatus", "defined"}});
    const ordered_json list = {{"type", "Fiducial"},
                               {"coordinateSystem", name_of(landmarks.system)},
                               {"coordinateUnits", landmarks.units.empty() ? "mm" : landmarks.units},
                               {"locked", false},
                               {"fixedNumberOfControlPoints", false},
                               {"labelFormat", "%N-%d"},
                               {"lastUsedControlPointNumber", landmarks.positions.rows()},
                               {"controlPoints", std::move(points)}};
    const ordered_json document = {{"@schema", schema}, {"markups", ordered_json::array({list})}};
    return document.dump(4, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace sigmatch
