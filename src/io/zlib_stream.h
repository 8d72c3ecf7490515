#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sigmatch {

enum class Expansion { complete, damaged, too_large };

/// Decompresses a zlib stream and appends it to `expanded`, which must not grow beyond `limit` bytes.
Expansion expand_zlib(std::string_view compressed, std::size_t limit, std::string& expanded);

/// The limit for this many compressed bytes: a short file must not be able to demand any amount of memory.
std::size_t largest_expansion(std::size_t compressed_bytes);

}  // namespace sigmatch
