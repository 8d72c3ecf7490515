#pragma once

#include <string>

#include "sigmatch/match.h"
#include "sigmatch/shape.h"

namespace sigmatch {

/// A user's shape made ready for the model: checked, given triangles if it is a cloud of points, decimated if
/// asked (meshes only), reduced to the connected part that holds the keypoints, centred, of unit area.
struct PreparedShape {
    Shape shape;
    Keypoints keypoints;          ///< vertices of `shape`
    std::vector<int> vertex_ids;  ///< vertex of the user's (or the decimated) shape, for each vertex
    Eigen::RowVector3d centre;    ///< user's position = centre + scale * position
    double scale = 1;
};

/// `name` is what error messages call the shape ("X"). Throws InputError.
PreparedShape prepare(const std::string& name, const Shape& shape, const Keypoints& keypoints, int faces);

}  // namespace sigmatch
