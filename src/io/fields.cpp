#include "io/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sigmatch {

char separator_of(std::string_view line) {
    char separator = ' ';
    for (const char c : {'\t', ',', ';'})
        if (line.find(c) != std::string_view::npos) separator = c;
    return separator;
}

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

std::vector<std::string> split_quoted_fields(std::string_view line, char separator) {
    constexpr std::string_view blanks = " \t";
    std::vector<std::string> fields;
    for (bool more = true; more;) {
        while (!line.empty() && line[0] != separator && blanks.find(line[0]) != std::string_view::npos)
            line.remove_prefix(1);
        std::string field;
        const bool quoted = line.starts_with('"');
        if (quoted) {
            line.remove_prefix(1);
            for (bool open = true; open && !line.empty(); line.remove_prefix(1)) {
                open = line[0] != '"' || line.starts_with("\"\"");
                if (!open) continue;
                field += line[0];
                if (line[0] == '"') line.remove_prefix(1);
            }
        }
        const std::size_t end = line.find(separator);
        const std::string_view rest = line.substr(0, end);
        field += rest.substr(0, rest.find_last_not_of(blanks) + 1);
        if (quoted || !field.empty() || separator != ' ') fields.push_back(std::move(field));
        more = end != std::string_view::npos;
        if (more) line.remove_prefix(end + 1);
    }
    return fields;
}

std::string quoted_field(std::string_view text, char separator) {
    std::string field;
    for (const char c : in_one_line(std::string(text))) field.append(c == '"' ? 2 : 1, c);
    const bool plain = text.find_first_of(std::string{separator, '"', '#', '\t'}) == std::string_view::npos &&
                       !text.starts_with(' ') && !text.ends_with(' ');
    return plain ? field : '"' + field + '"';
}

CoordinateColumns numeric_columns(const TextScanner& scanner, const std::vector<std::string_view>& fields) {
    CoordinateColumns columns{};
    std::size_t found = 0;
    for (std::size_t k = 0; k < fields.size() && found < 3; ++k)
        if (parse_double(fields[k])) columns[found++] = k;
    if (found < 3) scanner.fail(fmt::format("three numbers are expected, but there are {}", found));
    return columns;
}

double number_in_column(const TextScanner& scanner, const std::vector<std::string_view>& fields,
                        std::size_t column) {
    if (column >= fields.size()) scanner.fail(fmt::format("column {} is missing", column + 1));
    const std::optional<double> value = parse_double(fields[column]);
    if (!value)
        scanner.fail(fmt::format("column {} is not a number but {}", column + 1, in_quotes(fields[column])));
    return *value;
}

bool has_no_number(const std::vector<std::string_view>& fields) {
    return std::none_of(fields.begin(), fields.end(), [](std::string_view f) { return parse_double(f); });
}

std::optional<CoordinateColumns> named_columns(const std::vector<std::string_view>& header,
                                               std::string_view letters) {
    CoordinateColumns columns{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto found = std::find_if(header.begin(), header.end(), [&](std::string_view name) {
            return name.size() == 1 && (name[0] == letters[axis] || name[0] == letters[axis] - 'a' + 'A');
        });
        if (found == header.end()) return std::nullopt;
        columns[axis] = static_cast<std::size_t>(found - header.begin());
    }
    return columns;
}

}  // namespace sigmatch
