#pragma once

#include <string>

namespace sigmatch {

inline constexpr const char* version = "0.1.0";

/// The libraries that this one is made with, in one line.
std::string library_versions();

}  // namespace sigmatch
