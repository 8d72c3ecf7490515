#pragma once

namespace sigmatch {

inline constexpr const char* version = "0.1.0";

}  // namespace sigmatch
