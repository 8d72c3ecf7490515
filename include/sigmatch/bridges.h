#pragma once

#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// An edge across a gap, where there is no face.
struct Bridge {
    int from, to;
    double length;
};

/// Edges that join the connected parts of a shape into one. Each part is joined to the nearest part that is
/// joined already: by the shortest edge between the two and, side by side with it, by edges that are longer
/// by at most a mean edge of the mesh. Vertices without a face are ignored. Empty for a connected shape.
std::vector<Bridge> bridges_between_parts(const Shape& shape);

}  // namespace sigmatch
