#pragma once

#include <string_view>
#include <vector>

namespace sigmatch {

/// Which character separates the fields of a line of text: a semicolon, a comma, a tab, or else blanks.
char separator_of(std::string_view line);

/// The fields of a line, without the blanks and quotes around them.
std::vector<std::string_view> split_fields(std::string_view line, char separator);

bool has_no_number(const std::vector<std::string_view>& fields);

}  // namespace sigmatch
