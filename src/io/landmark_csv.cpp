#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "io/fields.h"
#include "io/landmark_formats.h"
#include "io/text_scanner.h"

namespace sigmatch {

namespace {

using Fields = std::vector<std::string_view>;

/// What the columns of a table hold.
struct TableColumns {
    CoordinateColumns position;
    std::optional<std::size_t> name, defined;
    CoordinateSystem system = CoordinateSystem::none;
};

std::optional<std::size_t> find_column(const Fields& header, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        const auto found = std::find_if(header.begin(), header.end(), [&](std::string_view field) {
            return std::equal(field.begin(), field.end(), name, name + std::string_view(name).size(),
                              [](char a, char b) { return a == b || a == b - 'a' + 'A'; });
        });
        if (found != header.end()) return static_cast<std::size_t>(found - header.begin());
    }
    return std::nullopt;
}

/// The columns x, y, z, or r, a, s or l, p, s, as 3D Slicer names them in its tables.
std::optional<TableColumns> columns_of_header(const Fields& header) {
    const auto name = find_column(header, {"name", "label", "landmark"}),
               defined = find_column(header, {"defined"});
    if (const auto xyz = named_columns(header)) return TableColumns{*xyz, name, defined};
    if (const auto ras = named_columns(header, "ras"))
        return TableColumns{*ras, name, defined, CoordinateSystem::ras};
    if (const auto lps = named_columns(header, "lps"))
        return TableColumns{*lps, name, defined, CoordinateSystem::lps};
    return std::nullopt;
}

/// The first three columns that hold numbers; the first column has names if it holds text.
TableColumns columns_of_data(const TextScanner& scanner, const Fields& fields) {
    TableColumns columns{numeric_columns(scanner, fields), {}, {}};
    if (columns.position[0] > 0) columns.name = 0;
    return columns;
}

/// Nothing if the coordinates are left empty or marked as missing.
std::optional<Eigen::RowVector3d> position_in(const TextScanner& scanner, const Fields& fields,
                                              const TableColumns& columns) {
    if (columns.defined && *columns.defined < fields.size() && fields[*columns.defined] == "0")
        return std::nullopt;
    const auto is_empty = [&](std::size_t column) {
        return column >= fields.size() || fields[column].empty() || is_missing(fields[column]);
    };
    if (std::all_of(columns.position.begin(), columns.position.end(), is_empty)) return std::nullopt;
    Eigen::RowVector3d position;
    for (int axis = 0; axis < 3; ++axis)
        position[axis] = number_in_column(scanner, fields, columns.position[static_cast<std::size_t>(axis)]);
    return position;
}

}  // namespace

LandmarkSet read_landmark_csv(const std::string& path, std::string_view contents) {
    TextScanner scanner(path, contents, '\0');
    LandmarkCollector collector(path);
    std::optional<char> separator;
    std::optional<TableColumns> columns;
    while (scanner.next_line()) {
        const std::string_view line = scanner.rest_of_line();
        if (line[0] == '#') continue;
        const bool first = !separator;
        if (first) separator = separator_of(line);
        const std::vector<std::string> texts = split_quoted_fields(line, *separator);
        const Fields fields(texts.begin(), texts.end());
        if (first && has_no_number(fields)) {
            columns = columns_of_header(fields);
            continue;
        }
        if (!columns) columns = columns_of_data(scanner, fields);
        const std::string_view name =
            columns->name && *columns->name < fields.size() ? fields[*columns->name] : std::string_view();
        if (const auto position = position_in(scanner, fields, *columns))
            collector.add(name, *position, {"line", scanner.line()});
        else
            collector.add_undefined(name, collector.size());
    }
    LandmarkSet landmarks = collector.build();
    landmarks.system = columns->system;
    return landmarks;
}

std::string landmark_csv_text(const LandmarkSet& landmarks) {
    std::string text = landmarks.system == CoordinateSystem::ras   ? "label,r,a,s\n"
                       : landmarks.system == CoordinateSystem::lps ? "label,l,p,s\n"
                                                                   : "name,x,y,z\n";
    for (Eigen::Index i = 0; i < landmarks.positions.rows(); ++i) {
        const auto p = landmarks.positions.row(i);
        fmt::format_to(std::back_inserter(text), "{},{},{},{}\n",
                       quoted_field(landmarks.names[static_cast<std::size_t>(i)], ','), p[0], p[1], p[2]);
    }
    return text;
}

}  // namespace sigmatch
