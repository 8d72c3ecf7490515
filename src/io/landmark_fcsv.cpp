#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "io/fields.h"
#include "io/landmark_formats.h"
#include "io/text_scanner.h"

namespace sigmatch {

namespace {

constexpr std::string_view columns_now = "id,x,y,z,ow,ox,oy,oz,vis,sel,lock,label,desc,associatedNodeID";
constexpr std::string_view columns_of_slicer_3 = "label,x,y,z,sel,vis";

/// Where a line has the position and the name. Slicer writes a status behind the columns that it declares: 2
/// if the point has a position.
struct FcsvColumns {
    CoordinateColumns position;
    std::size_t label;
    std::optional<std::size_t> status;
};

FcsvColumns parse_columns(const TextScanner& scanner, std::string_view declared) {
    const std::vector<std::string_view> names = split_fields(declared, ',');
    const auto position = named_columns(names);
    const auto label = std::find(names.begin(), names.end(), "label");
    if (!position || label == names.end()) scanner.fail("the columns are not x, y, z and label");
    FcsvColumns columns{*position, static_cast<std::size_t>(label - names.begin()), {}};
    if (names.back() == "associatedNodeID") columns.status = names.size();
    return columns;
}

/// "CoordinateSystem", "LPS" for "# CoordinateSystem = LPS".
std::pair<std::string_view, std::string_view> setting(std::string_view comment) {
    const auto trimmed = [](std::string_view text) {
        text.remove_prefix(std::min(text.find_first_not_of("# \t"), text.size()));
        return text.substr(0, text.find_last_not_of(" \t,") + 1);
    };
    const std::size_t equals = comment.find('=');
    if (equals == std::string_view::npos) return {};
    return {trimmed(comment.substr(0, equals)), trimmed(comment.substr(equals + 1))};
}

Eigen::RowVector3d position_in(const TextScanner& scanner, const std::vector<std::string>& fields,
                               const CoordinateColumns& columns) {
    Eigen::RowVector3d position;
    for (int axis = 0; axis < 3; ++axis) {
        const std::size_t column = columns[static_cast<std::size_t>(axis)];
        const auto value = column < fields.size() ? parse_double(fields[column]) : std::nullopt;
        if (!value) scanner.fail(fmt::format("the {} coordinate is missing or not a number", "xyz"[axis]));
        position[axis] = *value;
    }
    return position;
}

}  // namespace

LandmarkSet read_fcsv(const std::string& path, std::string_view contents) {
    TextScanner scanner(path, contents, '\0');
    LandmarkCollector collector(path);
    FcsvColumns columns = parse_columns(scanner, columns_of_slicer_3);
    CoordinateSystem system = CoordinateSystem::ras;  // of files that do not say
    while (scanner.next_line()) {
        const std::string_view line = scanner.rest_of_line();
        if (line[0] == '#') {
            const auto [name, value] = setting(line);
            if (name == "Markups fiducial file version") columns = parse_columns(scanner, columns_now);
            if (name == "columns") columns = parse_columns(scanner, value);
            if (name == "CoordinateSystem") system = parse_coordinate_system(path, value);
            continue;
        }
        const std::vector<std::string> fields = split_quoted_fields(line, ',');
        const std::string name = columns.label < fields.size() ? fields[columns.label] : std::string();
        if (columns.status && *columns.status < fields.size() && fields[*columns.status] != "2")
            collector.add_undefined(name, collector.size());
        else
            collector.add(name, position_in(scanner, fields, columns.position), {"line", scanner.line()});
    }
    LandmarkSet landmarks = collector.build();
    landmarks.system = system;
    return landmarks;
}

std::string fcsv_text(const LandmarkSet& landmarks) {
    std::string text =
        fmt::format("# Markups fiducial file version = 4.11\n# CoordinateSystem = {}\n# columns = {}\n",
                    name_of(landmarks.system), columns_now);
    for (Eigen::Index i = 0; i < landmarks.positions.rows(); ++i) {
        const auto p = landmarks.positions.row(i);
        fmt::format_to(std::back_inserter(text), "{},{},{},{},0,0,0,1,1,1,0,{},,\n", i + 1, p[0], p[1], p[2],
                       quoted_field(landmarks.names[static_cast<std::size_t>(i)], ','));
    }
    return text;
}

}  // namespace sigmatch
