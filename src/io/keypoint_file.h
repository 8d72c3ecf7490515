#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sigmatch/shape.h"

namespace sigmatch {

/// read_keypoints() for a file that is loaded already.
Keypoints parse_keypoints(const std::string& path, std::string_view contents, int index_base,
                          std::optional<int> vertex_count);

}  // namespace sigmatch
