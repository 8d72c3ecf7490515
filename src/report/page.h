#pragma once

#include <string_view>

namespace sigmatch {

/// The bundled page of viewer/, with "@DATA@" where the report's data belong; empty in a build without npm.
/// The build writes its source.
extern const std::string_view page;

}  // namespace sigmatch
