#pragma once

#include "sigmatch/shape.h"

namespace sigmatch {

/// The surface that a cloud of points samples, as triangles between them. Every point proposes the Delaunay
/// triangles around it in its tangent plane, among its nearest neighbours; a triangle stands where at least
/// two of its corners propose it. A point that would be left without any keeps its own. The points keep their
/// order; the result may have holes and edges of more than two triangles, and says nothing about inside and
/// outside.
Shape triangulate_cloud(const Points& points);

/// The shape itself, or, if it has no faces, the surface that its points sample.
Shape surface_of(const Shape& shape);

}  // namespace sigmatch
