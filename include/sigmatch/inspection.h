#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// What a shape is like as a surface, flaws included.
struct Inspection {
    int vertices = 0, faces = 0, edges = 0;
    Eigen::RowVector3d lowest, highest;  ///< corners of the bounding box
    double area = 0;
    double smallest_angle = 0;  ///< in degrees, over all faces

    std::vector<int> part_vertices;  ///< of each connected part, largest first
    int isolated_vertices = 0;       ///< in no face
    int border_edges = 0;            ///< with one face
    int border_loops = 0;            ///< connected chains of them
    int joinable_vertices = 0;       ///< border vertices that lie exactly where others do

    int nonmanifold_edges = 0;     ///< with more than two faces
    int nonmanifold_vertices = 0;  ///< where faces meet that are not connected by edges at this vertex
    int inconsistent_edges = 0;    ///< whose two faces disagree about the outside
    int duplicate_faces = 0;       ///< that repeat another
    int collapsed_faces = 0;       ///< that name a vertex twice
    int flat_faces = 0;            ///< of three different vertices, but without area
    int negative_edges = 0;        ///< whose cotangent weight is negative: not Delaunay

    int euler_characteristic = 0;  ///< vertices in faces - edges + faces
    std::optional<int> genus;      ///< of all parts together, where the surface is closed and manifold
};

/// Counts edges once, and faces that are duplicate or collapsed nowhere but in `faces` and their own counts.
/// Throws InputError if a face names a vertex that is not there.
Inspection inspect(const Shape& shape);

/// One line for each flaw: what it is, and what sigmatch does about it. Empty for a sound mesh.
std::vector<std::string> findings(const Inspection& inspection);

}  // namespace sigmatch
