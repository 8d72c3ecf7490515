#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sigmatch {

/// " (did you mean NAME?)" with the name that comes closest to what was written; nothing if none is near.
std::string did_you_mean(std::string_view written, const std::vector<std::string>& names);

}  // namespace sigmatch
