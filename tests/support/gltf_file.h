#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "sigmatch/shape.h"

namespace sigmatch::testing {

/// A glTF file in pieces, which a test may change before it puts them together.
struct GltfParts {
    nlohmann::json document;  ///< accessor 0: positions, 1: indices; bufferViews likewise; one buffer
    std::string bytes;        ///< of the buffer
};

/// index_type: 5121, 5123 or 5125; byte_stride: of the positions, at least 12.
GltfParts gltf_parts(const Shape& shape, int index_type = 5123, int byte_stride = 12);

std::string glb_file(const GltfParts& parts);

/// With the bytes in the JSON, as base64.
std::string gltf_file(GltfParts parts);

}  // namespace sigmatch::testing
