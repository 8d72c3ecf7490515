#pragma once

#include <string>

namespace sigmatch {

inline constexpr const char* version = "0.1.0";

/// The versions of the libraries that sigmatch is built with, in one line.
std::string library_versions();

}  // namespace sigmatch
