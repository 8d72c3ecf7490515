#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sigmatch {

enum class Expansion { complete, damaged, too_large };

/// Appends what a zlib stream holds to `expanded`, which must not grow beyond `limit` bytes.
Expansion expand_zlib(std::string_view compressed, std::size_t limit, std::string& expanded);

/// The limit for that many compressed bytes: a short file that asks for any memory is no mesh.
std::size_t largest_expansion(std::size_t compressed_bytes);

}  // namespace sigmatch
