#pragma once

#include <string_view>

namespace sigmatch {

/// The bundled page of viewer/. The data of the report replace "@DATA@" in it. Empty in a build without npm.
/// The build generates the source file.
extern const std::string_view page;

}  // namespace sigmatch
