#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sigmatch {

/// Decodes at most `most` bytes. Returns nothing if the text is not base64. Blanks are skipped. Text may go
/// on after padding, because VTK files encode a header and its data one after the other.
std::optional<std::string> decode_base64(std::string_view text, std::size_t most = std::string_view::npos);

std::string encode_base64(std::string_view bytes);

}  // namespace sigmatch
