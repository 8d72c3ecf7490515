#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sigmatch/shape.h"

namespace sigmatch {

/// read_keypoints() for a file that is loaded already.
Keypoints parse_keypoints(const std::string& path, std::string_view contents, int index_base,
                          std::optional<int> vertex_count);

/// What follows an entry of the file to give it a name; empty for an empty name.
std::string name_comment(const std::string& name);

}  // namespace sigmatch
