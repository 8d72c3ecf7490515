#pragma once

#include <Eigen/Core>
#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// match[i] = j: keypoint i of X corresponds to keypoint j of Y (positions in the keypoint lists).
using Match = std::vector<int>;

/// allowed(i, j) is true where keypoint i of X may be matched to keypoint j of Y.
using Mask = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic>;

/// How well one shape can be bent so that its keypoints reach given positions Z (n x 3):
///
///     phi(Z) = min over V (n x 3) of  a |V - Z|_F + b |S^1/2 V|_F
///
/// This is all that is left of a mesh in the search: see reduction.h.
struct Deformation {
    Eigen::MatrixXd S;  ///< n x n, symmetric positive semidefinite; kernel: affine maps of the keypoints
    double a = 0;       ///< weight of the keypoint distance: 1 / (n d), d the other shape's diameter
    double b = 0;       ///< weight of the bending: lambda_def / (|X| d)
};

/// The mixed-integer problem after the exact reduction; n x n data only.
///
///     f(P) = phi_x(P points_y) + phi_y(P' points_x) + ori_weight |h_x - P h_y|
///
/// is to be minimised over the permutations P whose ones lie on `allowed`.
struct Problem {
    Deformation deform_x;   ///< X bent towards Y
    Deformation deform_y;   ///< Y bent towards X
    Points points_x;        ///< n x 3 keypoint positions X_I
    Points points_y;        ///< n x 3 keypoint positions Y_J
    Eigen::VectorXd h_x;    ///< n orientation features of X
    Eigen::VectorXd h_y;    ///< n orientation features of Y
    double ori_weight = 0;  ///< lambda_ori / n
    Mask allowed;           ///< n x n

    int size() const { return static_cast<int>(points_x.rows()); }
};

}  // namespace sigmatch
