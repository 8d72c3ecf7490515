#pragma once

#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// A shape whose faces meet where their corners are in one place. All vertices are still there, so that ids
/// of the original stay valid, but faces use only the first of each place.
struct WeldedShape {
    Shape shape;
    std::vector<int> first;  ///< first[v]: the first vertex at the place of v, which is v itself or before it
};

/// For formats such as glTF, which store a vertex once per normal or texture coordinate: along such a seam
/// the surface is cut. Only positions that are equal to the last bit are one place. Faces that lose a corner
/// are left out.
WeldedShape weld(const Shape& shape);

}  // namespace sigmatch
