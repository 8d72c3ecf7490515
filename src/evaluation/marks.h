#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "evaluation/polyline.h"

namespace sigmatch {

// A series has one of seven colours. When colours repeat, dashes and marks differ.

std::string colour_class(std::size_t series);
std::string line_classes(std::size_t series);

/// A disc, a square or a diamond.
std::string mark_path(const Pixel& at, std::size_t series);

/// The points of a series.
struct Marks {
    std::vector<Pixel> at;
    std::function<std::string(std::size_t)> tooltip;  // of the point with this index
    std::size_t series = 0;
};

/// The marks of all series. Dense points are thinned out. Hundreds of points have no tooltips.
std::vector<std::string> marks_svg(const std::vector<Marks>& all);

}  // namespace sigmatch
