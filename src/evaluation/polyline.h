#pragma once

#include <cstddef>
#include <vector>

namespace sigmatch {

/// A position in a figure; y grows downwards.
struct Pixel {
    double x, y;
};

using Polyline = std::vector<Pixel>;

/// The rectangle in which the data of a figure are drawn.
struct Area {
    double left, top, right, bottom;

    bool contains(const Pixel& p) const { return p.x >= left && p.x <= right && p.y >= top && p.y <= bottom; }
};

/// A step function: each y holds until the next x.
Polyline as_steps(const Polyline& line);

/// The parts of the line inside the area.
std::vector<Polyline> clipped(const Polyline& line, const Area& area);

/// Lines with fewer points that look the same in columns of this width. Of consecutive points in one column
/// the first, the lowest, the highest and the last are kept. Gaps smaller than a column are closed.
std::vector<Polyline> thinned(const std::vector<Polyline>& lines, double column);

/// The points to draw if one per square cell is enough.
std::vector<std::size_t> one_per_cell(const std::vector<Pixel>& points, double cell);

}  // namespace sigmatch
