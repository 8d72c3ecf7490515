#pragma once

#include <cstddef>
#include <vector>

namespace sigmatch {

/// A place in a figure; y grows downwards.
struct Pixel {
    double x, y;
};

using Polyline = std::vector<Pixel>;

/// Where the data of a figure is drawn.
struct Area {
    double left, top, right, bottom;

    bool contains(const Pixel& p) const { return p.x >= left && p.x <= right && p.y >= top && p.y <= bottom; }
};

/// Keeps each y until the next x.
Polyline as_steps(const Polyline& line);

/// The parts of the line inside the area.
std::vector<Polyline> clipped(const Polyline& line, const Area& area);

/// Lines that look the same in columns of this width: of the points that follow each other in a column there
/// are the first, the lowest, the highest and the last, and gaps smaller than a column are closed.
std::vector<Polyline> thinned(const std::vector<Polyline>& lines, double column);

/// Which points to draw if one per square cell is enough.
std::vector<std::size_t> one_per_cell(const std::vector<Pixel>& points, double cell);

}  // namespace sigmatch
