#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace sigmatch {

/// Throws InputError with the parser's reason, on one line.
nlohmann::json parse_json(std::string_view text);

/// A JSON integer that an int can hold.
std::optional<int> json_int(const nlohmann::json& value);

/// The object with one member per line, each value on one line.
std::string member_per_line(const nlohmann::ordered_json& object);

}  // namespace sigmatch
