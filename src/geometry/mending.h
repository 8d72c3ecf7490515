#pragma once

#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// Faces without improper ones. A face that names a vertex twice is no triangle. A face that repeats another,
/// with its corners in any order, would count its area twice.
struct ProperFaces {
    Faces faces;
    int duplicate = 0, collapsed = 0;  ///< numbers of faces left out: repeated, no triangle
};
ProperFaces proper_faces(const Faces& faces);

/// A mended shape, for the operators. The vertices are the user's and keep their numbers. The faces are
/// proper. Where border vertices lie in exactly the same place (a tear, a seam of texture coordinates,
/// triangles that share no vertices), the faces use only the first of them.
struct MendedShape {
    Shape shape;
    std::vector<int> joined_to;  ///< for each vertex, the vertex that stands for it; mostly itself
    int joined_vertices = 0;     ///< number of vertices that another one stands for
    int duplicate_faces = 0, collapsed_faces = 0;  ///< numbers of faces left out
};

MendedShape mend(Shape shape);
/// The shape unchanged: nothing is left out or joined.
MendedShape as_it_is(Shape shape);

}  // namespace sigmatch
