#pragma once

#include "sigmatch/shape.h"

namespace sigmatch {

/// Triangles between the points of a cloud, as an approximation of the surface that they sample. Every point
/// proposes the Delaunay triangles around it, among its nearest neighbours in its tangent plane. A triangle
/// is kept if at least two of its corners propose it. A point that would have no triangle keeps all that it
/// proposed. The points keep their order. Points that are not finite have no triangles. The result may have
/// holes and edges with more than two triangles. Its faces are not oriented.
Shape triangulate_cloud(const Points& points);

/// The shape itself, or triangulate_cloud() of its points if it has no faces.
Shape surface_of(const Shape& shape);

}  // namespace sigmatch
