#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sigmatch {

/// At most `most` of the bytes that the text encodes; nothing where it is not base64. Blanks do not count,
/// and padding may be followed by more: VTK files encode a header and its data one after the other.
std::optional<std::string> decode_base64(std::string_view text, std::size_t most = std::string_view::npos);

std::string encode_base64(std::string_view bytes);

}  // namespace sigmatch
