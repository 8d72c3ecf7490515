#pragma once

#include <string>
#include <string_view>

namespace sigmatch {

/// A position or length in a figure, to a tenth of a unit.
std::string svg_number(double value);

/// Text for XML. What is not UTF-8, or no character in XML, becomes U+FFFD.
std::string xml_escaped(std::string_view text);

/// About the width of the text in a common sans-serif font: the reader's font is unknown.
double text_width(std::string_view text, double font_size);

/// The text, cut with an ellipsis where it would be wider than `width`.
std::string shortened(std::string_view text, double width, double font_size);

}  // namespace sigmatch
