#pragma once

#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// The faces that count: a face that names a vertex twice is no triangle, and one that repeats another, in
/// whatever order of the corners, would count its area twice.
struct ProperFaces {
    Faces faces;
    int duplicate = 0, collapsed = 0;  ///< how many were left out because they repeat, are no triangle
};
ProperFaces proper_faces(const Faces& faces);

/// A shape as its operators see it. The vertices are the user's and keep their numbers. Faces are proper, and
/// where border vertices lie in exactly the same place (a tear, a seam of texture coordinates, triangles that
/// share no vertices) they name the first of them only.
struct MendedShape {
    Shape shape;
    std::vector<int> joined_to;                    ///< the vertex that stands for each vertex: itself, mostly
    int joined_vertices = 0;                       ///< those that another stands for
    int duplicate_faces = 0, collapsed_faces = 0;  ///< left out
};

MendedShape mend(const Shape& shape);
/// Nothing is left out or joined.
MendedShape as_it_is(const Shape& shape);

}  // namespace sigmatch
