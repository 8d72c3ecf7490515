#pragma once

#include <vector>

#include "model/prepared_shape.h"

namespace sigmatch {

/// What the dense map knows of a shape, vertex by vertex of `prepared`.
struct DenseSide {
    PreparedShape prepared;
    Eigen::VectorXd values;     ///< the smallest eigenvalues of the Laplacian; the first is 0
    Eigen::MatrixXd functions;  ///< #V by k: the eigenfunctions, orthonormal over the surface
    /// #V by n: function i is nearly 1 at keypoint i and 0 at the others, and bends least in between (a thin
    /// plate, as far as the eigenfunctions resolve it).
    Eigen::MatrixXd keypoint_functions;
    Points bent;                   ///< the reconstruction: the shape in the pose of the other
    Points normals, bent_normals;  ///< unit normals of both; zero for a cloud of points, which has no outside
    std::vector<int> samples;      ///< vertices that stand for all, spread evenly over the area
    Faces faces;                ///< those of the user's faces whose corners are in `prepared`: its vertices
    std::vector<int> face_ids;  ///< and their numbers; both are empty for a cloud of points
};

/// `prepared` was made from `shape`; `targets` are the keypoints of the other one, in its coordinates.
DenseSide dense_side(PreparedShape prepared, const Shape& shape, const Points& targets,
                     const ModelOptions& options);

}  // namespace sigmatch
