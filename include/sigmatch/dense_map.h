#pragma once

#include <string>
#include <vector>

#include "sigmatch/model.h"
#include "sigmatch/shape.h"

namespace sigmatch {

struct DenseMaps {
    DenseMap x_to_y, y_to_x;
    /// How badly the surfaces lie on each other after bending, relative to the root of the area: the distance
    /// that is left, and the roughness of the bending. 0 if they were not laid onto each other.
    double misfit = 0;
    /// Keypoints of X whose pair the rest of the surfaces contradicts. The maps were made without them.
    std::vector<int> left_out{};

    /// What the user should know about `left_out`; empty if nothing was left out.
    std::string note() const;
};

struct DenseOptions {
    ModelOptions model;  ///< for the reconstructions
    int threads = 0;     ///< 0: all cores
    /// In the end the surfaces are laid onto each other by a deformation with so many nodes. More make
    /// sharper maps and take longer. 0: leave this out.
    int fit_nodes = 600;
    bool believe_all = false;  ///< keep pairs that the fitted surfaces contradict, which is quicker
};

/// Maps every vertex of each shape to a point of the other one, from a match of their keypoints.
///
/// The first map compares keypoint functions: smooth functions that are about 1 at one keypoint and about 0
/// at the others. Then functional maps of both directions and point maps are fitted to each other in turn,
/// with more and more eigenfunctions of the Laplacian (after ZoomOut, Melzi et al. 2019). In the end each
/// surface is bent until it lies on the other, and every vertex goes to the nearest point. Parts of a shape
/// without matched keypoints follow the affine part of the reconstruction and go to the nearest point.
///
/// A vertex that is not finite has no image: face -1 and weights 0.
///
/// Pairs of keypoints that the fitted surfaces contradict are left out, and the maps are made again; these
/// are kept if the surfaces then fit at least as well. Throws InputError if the match has fewer than five
/// pairs or the shapes cannot be used.
DenseMaps dense_maps(const PreparedShape& x, const PreparedShape& y, const Match& match,
                     const DenseOptions& options = {});

/// Values of the target's vertices (#V by m: positions, colours, any functions), carried over to each vertex
/// of the source. NaN where a vertex has no image.
Eigen::MatrixXd carry_over(const DenseMap& map, const Faces& target, const Eigen::MatrixXd& values);

/// The positions on the target that the vertices of the source are mapped to.
Points positions(const DenseMap& map, const Shape& target);

}  // namespace sigmatch
