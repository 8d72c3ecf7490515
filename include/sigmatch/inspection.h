#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// The properties of a shape as a surface, with its flaws.
struct Inspection {
    int vertices = 0, faces = 0, edges = 0;
    Eigen::RowVector3d lowest, highest;  ///< corners of the bounding box
    double area = 0;
    double smallest_angle = 0;  ///< in degrees, over all faces

    std::vector<int> part_vertices;  ///< number of vertices of each connected part, largest first
    int undefined_vertices = 0;      ///< vertices whose coordinates are not finite; they are in no face
    int isolated_vertices = 0;       ///< other vertices in no face
    int border_edges = 0;            ///< edges with one face
    int border_loops = 0;            ///< connected chains of border edges
    int joinable_vertices = 0;       ///< border vertices with exactly the position of another one

    int nonmanifold_edges = 0;     ///< edges with more than two faces
    int nonmanifold_vertices = 0;  ///< where faces meet that are not connected through edges at the vertex
    int inconsistent_edges = 0;    ///< edges whose two faces disagree about the outside
    int duplicate_faces = 0;       ///< faces that repeat another face
    int collapsed_faces = 0;       ///< faces that name a vertex twice
    int flat_faces = 0;            ///< faces of three different vertices that have no area
    int negative_edges = 0;        ///< edges with a negative cotangent weight: not Delaunay

    int euler_characteristic = 0;  ///< vertices (those in faces) - edges + faces
    std::optional<int> genus;      ///< of all parts together; only for a closed manifold
};

/// Every edge is counted once. Duplicate and collapsed faces enter `faces`, `duplicate_faces` and
/// `collapsed_faces`, and no other number. Throws InputError if a face names a vertex that does not exist.
Inspection inspect(const Shape& shape);

/// One line for each kind of flaw: what it is, and what sigmatch does about it. Empty for a sound mesh.
std::vector<std::string> findings(const Inspection& inspection);

}  // namespace sigmatch
