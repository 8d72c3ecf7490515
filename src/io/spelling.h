#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sigmatch {

/// " (did you mean NAME?)" with the known name that is closest to the given word; empty if none is close.
std::string did_you_mean(std::string_view written, const std::vector<std::string>& names);

}  // namespace sigmatch
