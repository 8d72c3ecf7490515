#pragma once

#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// The sum of the areas of the triangles.
double surface_area(const Shape& shape);

double mean_edge_length(const Shape& shape);

/// The same faces, with their corners reordered so that neighbours agree and each connected part encloses a
/// positive volume (an open part: positive as seen from its centroid). So a mirrored shape can be told from
/// the original, whatever the order of the corners in its file.
Faces outward_faces(const Shape& shape);

/// Unit vertex normals (#V by 3), weighted by the areas of the given faces. Zero where no face has area.
Points vertex_normals(const Points& vertices, const Faces& faces);

/// For each vertex, the number of its connected part; -1 if no face uses the vertex.
std::vector<int> connected_components(const Shape& shape);

/// A part of a shape. Vertex k of the part is vertex `vertex_ids[k]` of the whole.
struct SubShape {
    Shape shape;
    std::vector<int> vertex_ids;
};

/// The vertices with keep[v] and the faces between them.
SubShape sub_shape(const Shape& shape, const std::vector<bool>& keep);

}  // namespace sigmatch
