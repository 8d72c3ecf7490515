#pragma once

#include <vector>

#include "sigmatch/match.h"
#include "sigmatch/shape.h"
#include "sigmatch/surface.h"

namespace sigmatch {

/// A point of the target for each vertex of the source.
using DenseMap = std::vector<SurfacePoint>;

struct DenseMaps {
    DenseMap x_to_y, y_to_x;
};

struct DenseOptions {
    ModelOptions model;  ///< of the reconstructions
    int threads = 0;     ///< 0: all cores
};

/// Every vertex of each shape on the other one, from a match of their keypoints (-1: no partner). Functions
/// that are about 1 at one keypoint, 0 at the others and smooth in between tell first where a vertex belongs.
/// Then the functional maps of both directions, with more and more eigenfunctions of the Laplacian, and the
/// point maps are fitted to each other in turn (after ZoomOut, Melzi et al. 2019). Parts of a shape without
/// matched keypoints go to the nearest point of the other shape after the affine map of the reconstruction.
/// The match is taken as it is: keypoints matched wrongly make the map wrong around them. Throws InputError
/// if the match has fewer than five pairs or the shapes cannot be used.
DenseMaps dense_maps(const Shape& x, const Keypoints& keypoints_x, const Shape& y,
                     const Keypoints& keypoints_y, const Match& match, const DenseOptions& options = {});

/// What the target's vertices have (#V by m: positions, colours, any functions) for each vertex of the
/// source.
Eigen::MatrixXd carry_over(const DenseMap& map, const Faces& target, const Eigen::MatrixXd& values);

/// Where the map takes the vertices of the source.
Points positions(const DenseMap& map, const Shape& target);

}  // namespace sigmatch
