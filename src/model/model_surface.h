#pragma once

#include <string>
#include <vector>

#include "sigmatch/bridges.h"
#include "sigmatch/laplacian.h"
#include "sigmatch/shape.h"

namespace sigmatch {

/// The surface that the model works on: see PreparedShape.
struct ModelSurface {
    Shape shape;
    std::vector<Bridge> bridges;  ///< between the parts of `shape`
    Keypoints keypoints;          ///< vertices of `shape`
    std::vector<int> vertex_of;   ///< for each vertex of the original, its vertex of `shape`, or -1
    Eigen::RowVector3d centre;    ///< original position = centre + scale * position
    double scale = 1;
    bool is_decimated = false;
    std::vector<std::string> warnings;  ///< what was done about flaws of the mesh
};

/// If faces > 0, meshes are decimated to this many faces. The mesh is mended unless the Laplacian is the
/// plain cotangent matrix. Throws InputError; `name` is what messages call the shape.
ModelSurface model_surface(const std::string& name, const MarkedShape& original, int faces,
                           Laplacian laplacian);

/// The same surface with other keypoints, given as vertices of the original. Throws InputError if one of them
/// is not on the surface.
ModelSurface with_keypoints(const ModelSurface& surface, const std::string& name, const Keypoints& keypoints);

}  // namespace sigmatch
