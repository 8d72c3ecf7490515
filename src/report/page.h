#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace sigmatch {

/// The bundled pages of viewer/: of a match, and of transferred landmarks. Data replace "@DATA@" in them.
/// Empty in a build without npm. The build generates the source file.
extern const std::string_view match_page, transfer_page;

/// The page with its data.
std::string filled(std::string_view page, const nlohmann::ordered_json& data);

}  // namespace sigmatch
