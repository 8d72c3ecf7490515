#pragma once

#include <vector>

#include "sigmatch/model.h"

namespace sigmatch {

/// The data of one shape that the dense map needs, for each vertex of its surface.
struct DenseSide {
    PreparedShape prepared;
    Keypoints keypoints;        ///< the matched keypoints, as vertices of the surface
    Eigen::VectorXd values;     ///< the smallest eigenvalues of the Laplacian; the first is 0
    Eigen::MatrixXd functions;  ///< #V by k: the eigenfunctions, orthonormal over the surface
    /// #V by n: function i is nearly 1 at keypoint i and nearly 0 at the others, and as smooth as possible in
    /// between (a thin plate spline, as far as the eigenfunctions resolve it).
    Eigen::MatrixXd keypoint_functions;
    Points bent;                   ///< the reconstruction: this shape in the pose of the other
    Points normals, bent_normals;  ///< unit normals of the surface and of `bent`; zero for a cloud
    std::vector<int> samples;      ///< vertices of faces, spread evenly over the area, which stand for all
    Faces faces;                   ///< the user's faces with all corners on the surface, as its vertices
    std::vector<int> face_ids;  ///< their numbers in the user's shape. Both are empty for a cloud of points
};

/// `some`: the matched keypoints, as positions in the list. `targets`: for each of them, the position of its
/// partner on the surface of the other shape.
DenseSide dense_side(const PreparedShape& prepared, const std::vector<int>& some, const Points& targets,
                     const ModelOptions& options);

}  // namespace sigmatch
