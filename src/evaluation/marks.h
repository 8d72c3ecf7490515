#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "evaluation/polyline.h"

namespace sigmatch {

// A series has one of seven colours and, when these repeat, other dashes and marks.

std::string colour_class(std::size_t series);
std::string line_classes(std::size_t series);

/// A disc, a square or a diamond.
std::string mark_path(const Pixel& at, std::size_t series);

/// The points of a series.
struct Marks {
    std::vector<Pixel> at;
    std::function<std::string(std::size_t)> tooltip;  // of a point
    std::size_t series = 0;
};

/// What each series draws. Dense points are thinned out; with hundreds of them there are no tooltips.
std::vector<std::string> marks_svg(const std::vector<Marks>& all);

}  // namespace sigmatch
