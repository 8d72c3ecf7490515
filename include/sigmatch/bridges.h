#pragma once

#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// An edge across a gap, where there is no face.
struct Bridge {
    int from, to;
    double length;
};

/// Edges that join the connected parts of a shape into one, each part to the nearest of those joined before:
/// one edge between the two vertices nearest to each other, and more, side by side, where the gap is wider by
/// no more than a mean edge of the mesh. Vertices without a face stay out. Empty for a connected shape.
std::vector<Bridge> bridges_between_parts(const Shape& shape);

}  // namespace sigmatch
