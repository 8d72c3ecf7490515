#pragma once

#include <string>

#include "sigmatch/bridges.h"
#include "sigmatch/match.h"
#include "sigmatch/shape.h"

namespace sigmatch {

/// A user's shape made ready for the model: checked, given triangles if it is a cloud of points, mended,
/// decimated if asked (meshes only), reduced to the connected parts that hold keypoints, centred, of unit
/// area.
struct PreparedShape {
    Shape shape;
    std::vector<Bridge> bridges;  ///< between its parts
    Keypoints keypoints;          ///< vertices of `shape`
    std::vector<int> vertex_of;   ///< vertex of `shape`, or -1, for each vertex of the user's shape; the
                                  ///< nearest one if it was decimated
    Eigen::RowVector3d centre;    ///< user's position = centre + scale * position
    double scale = 1;
    std::vector<std::string> warnings;  ///< what was done about flaws of the mesh
};

/// Do the points lie in a plane, on a line or in one place?
bool is_flat(const Points& points);

/// `name` is what error messages call the shape ("X"). A plain Laplacian wants the mesh as it is. Throws
/// InputError.
PreparedShape prepare(const std::string& name, const Shape& shape, const Keypoints& keypoints, int faces,
                      Laplacian laplacian = Laplacian::robust);

/// Throws InputError if two keypoints, different vertices of the user's, have become the same.
void check_apart(const std::string& name, const PreparedShape& prepared);

}  // namespace sigmatch
