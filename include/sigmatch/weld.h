#pragma once

#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// A shape whose faces are joined where their corners have equal positions. All vertices are kept, so that
/// ids of the original stay valid. If several vertices have equal positions, the faces use only the first.
struct WeldedShape {
    Shape shape;
    std::vector<int> first;  ///< first[v]: the first vertex with the position of v (at most v)
};

/// Joins the surface along seams. Formats such as glTF store a vertex once per normal or texture coordinate,
/// which cuts the surface there. Positions must be equal to the last bit. Faces that lose a corner are
/// dropped.
WeldedShape weld(const Shape& shape);

}  // namespace sigmatch
