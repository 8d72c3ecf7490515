#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/text_scanner.h"

namespace sigmatch {

/// Which character separates the fields of a line of text: a semicolon, a comma, a tab, or else blanks.
char separator_of(std::string_view line);

/// The fields of a line, without the blanks and quotes around them.
std::vector<std::string_view> split_fields(std::string_view line, char separator);

/// The fields of a line. A field in double quotes may hold separators; a double quote is doubled in it.
std::vector<std::string> split_quoted_fields(std::string_view line, char separator);

/// The text as a field for split_quoted_fields(): in quotes if it needs them, and on one line.
std::string quoted_field(std::string_view text, char separator);

bool has_no_number(const std::vector<std::string_view>& fields);

using CoordinateColumns = std::array<std::size_t, 3>;

/// The columns that a header calls by three letters, in lower or upper case. So an id in front of them is not
/// taken for a coordinate.
std::optional<CoordinateColumns> named_columns(const std::vector<std::string_view>& header,
                                               std::string_view letters = "xyz");

/// The first three columns that hold numbers. Throws if there are fewer.
CoordinateColumns numeric_columns(const TextScanner& scanner, const std::vector<std::string_view>& fields);

/// Throws if the column is missing or holds no number.
double number_in_column(const TextScanner& scanner, const std::vector<std::string_view>& fields,
                        std::size_t column);

}  // namespace sigmatch
