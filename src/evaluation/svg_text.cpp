#include "evaluation/svg_text.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

namespace sigmatch {

namespace {

constexpr char32_t replacement = 0xFFFD;

bool allowed_in_xml(char32_t c) {
    if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
    return c <= 0xD7FF || (c >= 0xE000 && c <= 0xFFFD) || (c >= 0x10000 && c <= 0x10FFFF);
}

struct Character {
    char32_t code;
    std::string_view bytes;
};

/// The first character of the text, which must not be empty.
Character first_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char head = byte(0);
    const std::size_t length = head < 0x80   ? 1
                               : head < 0xC2 ? 0
                               : head < 0xE0 ? 2
                               : head < 0xF0 ? 3
                               : head < 0xF5 ? 4
                                             : 0;
    const Character bad{replacement, text.substr(0, 1)};
    if (length == 0 || length > text.size()) return bad;
    char32_t code = length == 1 ? head : head & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return bad;
        code = code << 6 | (byte(i) & 0x3F);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    if (overlong || !allowed_in_xml(code)) return {replacement, text.substr(0, overlong ? 1 : length)};
    return {code, text.substr(0, length)};
}

template <class Visit>
void for_each_character(std::string_view text, Visit visit) {
    while (!text.empty()) {
        const Character c = first_character(text);
        visit(c);
        text.remove_prefix(c.bytes.size());
    }
}

/// The width in em; rather too wide than too narrow.
double character_width(char32_t c) {
    if (c >= 0x1100) return c >= 0x2000 && c < 0x2E80 ? 0.7 : 1;
    if (c >= 0x80) return 0.65;
    constexpr std::string_view narrow = "ijl.,:;'|!()[]{}/\\ftI r-", wide = "mwMW@%";
    if (narrow.find(static_cast<char>(c)) != std::string_view::npos) return 0.36;
    if (wide.find(static_cast<char>(c)) != std::string_view::npos) return 0.9;
    return c >= 'A' && c <= 'Z' ? 0.7 : 0.58;
}

}  // namespace

std::string svg_number(double value) {
    std::string text = fmt::format("{:.1f}", value);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text == "-0" ? "0" : text;
}

std::string xml_escaped(std::string_view text) {
    std::string escaped;
    for_each_character(text, [&](const Character& c) {
        switch (c.code) {
            case '&':
                escaped += "&amp;";
                break;
            case '<':
                escaped += "&lt;";
                break;
            case '>':
                escaped += "&gt;";
                break;
            case '"':
                escaped += "&quot;";
                break;
            case replacement:
                escaped += "\xEF\xBF\xBD";
                break;
            default:
                escaped += c.bytes;
        }
    });
    return escaped;
}

double text_width(std::string_view text, double font_size) {
    double width = 0;
    for_each_character(text, [&](const Character& c) { width += character_width(c.code); });
    return width * font_size;
}

std::string shortened(std::string_view text, double width, double font_size) {
    if (text_width(text, font_size) <= width) return std::string(text);
    double used = font_size;  // width of the ellipsis
    std::size_t kept = 0;
    bool full = false;
    for_each_character(text, [&](const Character& c) {
        used += font_size * character_width(c.code);
        full = full || used > width;
        if (!full) kept += c.bytes.size();
    });
    while (kept > 0 && text[kept - 1] == ' ') --kept;
    return std::string(text.substr(0, kept)) + "…";
}

}  // namespace sigmatch
