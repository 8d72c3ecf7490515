#pragma once

#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// A point on a triangle; on a cloud of points, which has none, one of its points.
struct SurfacePoint {
    int face;                 ///< of the shape; of a cloud: the vertex
    Eigen::Vector3d weights;  ///< of the face's corners: none below 0, sum 1; of a cloud: (1, 0, 0)
};

/// Sum of the triangles' areas.
double surface_area(const Shape& shape);

double mean_edge_length(const Shape& shape);

/// The same faces, turned so that neighbours agree and each connected part encloses a positive volume
/// (an open part: positive as seen from its centroid). A mirrored shape is so told from the original,
/// whatever the order of the corners in its file.
Faces outward_faces(const Shape& shape);

/// Unit vertex normals (#V by 3), area-weighted over the given faces; zero where no face has area.
Points vertex_normals(const Points& vertices, const Faces& faces);

/// The number of the connected part of each vertex, parts connected by faces; -1 where no face holds it.
std::vector<int> connected_components(const Shape& shape);

/// A part of a shape. `vertex_ids[k]` is the vertex of the whole that became vertex k.
struct SubShape {
    Shape shape;
    std::vector<int> vertex_ids;
};

/// The vertices with keep[v] and the faces between them.
SubShape sub_shape(const Shape& shape, const std::vector<bool>& keep);

}  // namespace sigmatch
