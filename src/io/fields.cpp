#include "io/fields.h"

#include <algorithm>

#include "io/text_scanner.h"

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

bool has_no_number(const std::vector<std::string_view>& fields) {
    return std::none_of(fields.begin(), fields.end(), [](std::string_view f) { return parse_double(f); });
}

}  // namespace sigmatch
