#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace sigmatch {

/// Parses JSON. Throws InputError with the parser's reason, on one line.
nlohmann::json parse_json(std::string_view text);

/// The value as an int; nothing if it is no integer or too large.
std::optional<int> json_int(const nlohmann::json& value);

/// The object as text, with one member per line. Tables (arrays of arrays or objects) have one line for each
/// row. Numbers that are not finite become null.
std::string member_per_line(const nlohmann::ordered_json& object);

}  // namespace sigmatch
