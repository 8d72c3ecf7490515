#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/fields.h"
#include "io/shape_builder.h"
#include "io/shape_formats.h"
#include "io/text_scanner.h"

namespace sigmatch {

namespace {

using Columns = std::array<std::size_t, 3>;

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
        if (first) separator = separator_of(line);
        const std::vector<std::string_view> fields = split_fields(line, separator);
        const bool is_header = first && has_no_number(fields);
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
