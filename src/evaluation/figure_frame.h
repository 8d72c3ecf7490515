#pragma once

#include <string>
#include <string_view>

#include "evaluation/axis.h"
#include "evaluation/polyline.h"

namespace sigmatch {

// The common parts of all figures: size, style, title, axes.

constexpr double figure_width = 640, figure_height = 400, figure_margin = 16, label_size = 11;

/// The top of the data area, below the title.
double area_top(const std::string& title);

/// The left edge of the data area, to the right of the labels of the y axis.
double area_left(const ScaledAxis& y, const std::string& label);

double pixel_x(const ScaledAxis& axis, const Area& area, double value);
double pixel_y(const ScaledAxis& axis, const Area& area, double value);

std::string x_axis_svg(const ScaledAxis& axis, const std::string& label, const Area& area);
std::string y_axis_svg(const ScaledAxis& axis, const std::string& label, const Area& area);

/// A <text>; `attributes` may hold its anchor or class.
std::string text_svg(const Pixel& at, std::string_view text, std::string_view attributes = "");

std::string line_svg(const Pixel& from, const Pixel& to, std::string_view classes);

/// A <title>, which browsers show as a tooltip.
std::string tooltip_svg(std::string_view text);

/// The whole figure around its content.
std::string figure_svg(const std::string& title, const std::string& description, const std::string& content);

}  // namespace sigmatch
