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

}  // namespace sigmatch
