#pragma once

#include <string>
#include <string_view>

namespace sigmatch {

/// A position or length in a figure, rounded to a tenth of a unit.
std::string svg_number(double value);

/// Text for XML. Bytes that are not UTF-8, and characters that XML does not allow, become U+FFFD.
std::string xml_escaped(std::string_view text);

/// An estimate of the width of the text in a common sans-serif font; the reader's font is unknown.
double text_width(std::string_view text, double font_size);

/// The text; if it is wider than `width`, cut and with an ellipsis.
std::string shortened(std::string_view text, double width, double font_size);

}  // namespace sigmatch
