#include "io/base64.h"

#include <algorithm>
#include <cstdint>

namespace sigmatch {

namespace {

/// The value of each character; -1 for characters outside of the alphabet.
int sextet(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

}  // namespace

std::optional<std::string> decode_base64(std::string_view text, std::size_t most) {
    std::string bytes;
    bytes.reserve(std::min(most, text.size() / 4 * 3) + 3);
    std::uint32_t group = 0;
    int characters = 0, padding = 0;
    for (const char c : text) {
        if (bytes.size() >= most) break;
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n') continue;
        const bool pads = c == '=' && characters >= 2;
        const int value = pads ? 0 : sextet(c);
        if (value < 0 || (padding > 0 && !pads)) return std::nullopt;
        padding += pads;
        group = group << 6 | static_cast<std::uint32_t>(value);
        if (++characters < 4) continue;
        for (int k = 0; k < 3 - padding; ++k) bytes += static_cast<char>(group >> (16 - 8 * k) & 0xFF);
        group = 0;
        characters = padding = 0;
    }
    if (characters > 0) return std::nullopt;
    bytes.resize(std::min(bytes.size(), most));
    return bytes;
}

std::string encode_base64(std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (at + k < bytes.size() ? static_cast<unsigned char>(bytes[at + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            text += at + k <= bytes.size() ? digits[group >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

}  // namespace sigmatch
