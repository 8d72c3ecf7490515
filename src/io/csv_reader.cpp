#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/shape_builder.h"
#include "io/shape_formats.h"
#include "io/text_scanner.h"

namespace sigmatch {

namespace {

using Columns = std::array<std::size_t, 3>;

/// The fields of a line, without the blanks and quotes around them.
std::vector<std::string_view> split_fields(std::string_view line, char separator) {
    constexpr std::string_view around = " \t\"";
    std::vector<std::string_view> fields;
    while (true) {
        const std::size_t end = line.find(separator);
        std::string_view field = line.substr(0, end);
        field.remove_prefix(std::min(field.find_first_not_of(around), field.size()));
        field = field.substr(0, field.find_last_not_of(around) + 1);
        if (!field.empty() || separator != ' ') fields.push_back(field);  // several blanks are one separator
        if (end == std::string_view::npos) return fields;
        line.remove_prefix(end + 1);
    }
}

/// The columns that a header calls x, y and z. So an id in front of them is not taken for a coordinate.
std::optional<Columns> named_columns(const std::vector<std::string_view>& header) {
    Columns columns{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto found = std::find_if(header.begin(), header.end(), [&](std::string_view name) {
            return name.size() == 1 && (name[0] == "xyz"[axis] || name[0] == "XYZ"[axis]);
        });
        if (found == header.end()) return std::nullopt;
        columns[axis] = static_cast<std::size_t>(found - header.begin());
    }
    return columns;
}

/// The first three columns that hold numbers.
Columns numeric_columns(const TextScanner& scanner, const std::vector<std::string_view>& fields) {
    Columns columns{};
    std::size_t found = 0;
    for (std::size_t k = 0; k < fields.size() && found < 3; ++k)
        if (parse_double(fields[k])) columns[found++] = k;
    if (found < 3) scanner.fail(fmt::format("three numbers are expected, but there are {}", found));
    return columns;
}

double coordinate(const TextScanner& scanner, const std::vector<std::string_view>& fields,
                  std::size_t column) {
    if (column >= fields.size()) scanner.fail(fmt::format("column {} is missing", column + 1));
    const std::optional<double> value = parse_double(fields[column]);
    if (!value)
        scanner.fail(fmt::format("column {} is not a number but {}", column + 1, in_quotes(fields[column])));
    return *value;
}

}  // namespace

Shape read_csv(const std::string& path, std::string_view contents) {
    TextScanner scanner(path, contents);
    ShapeBuilder builder(path);
    char separator = ' ';
    bool first = true;
    std::optional<Columns> columns;
    while (scanner.next_line()) {
        const std::string_view line = scanner.rest_of_line();
        if (first)
            for (const char c : {'\t', ',', ';'})
                if (line.find(c) != std::string_view::npos) separator = c;
        const std::vector<std::string_view> fields = split_fields(line, separator);
        const bool is_header =
            first && std::none_of(fields.begin(), fields.end(), [](auto f) { return parse_double(f); });
        first = false;
        if (is_header) {
            columns = named_columns(fields);
            continue;
        }
        if (!columns) columns = numeric_columns(scanner, fields);
        const double x = coordinate(scanner, fields, (*columns)[0]);
        const double y = coordinate(scanner, fields, (*columns)[1]);
        const double z = coordinate(scanner, fields, (*columns)[2]);
        builder.add_vertex(x, y, z, {"line", scanner.line()});
    }
    return builder.build();
}

}  // namespace sigmatch
