#pragma once

#include <Eigen/Core>

#include "sigmatch/plbo.h"
#include "sigmatch/shape.h"

namespace sigmatch {

/// The exact reduction of a mesh to its keypoints. With V the keypoint rows of a deformed shape X^,
///
///     min over X^ with X^_I = V of |D X^|_F^2  =  tr(V' S V),
///
/// where S is the Schur complement of D'D on the keypoints I. With U a basis of the kernel of D, R the
/// solution of D'R = E_I and K = R'R,
///
///     S = K^-1 - K^-1 U_I (U_I' K^-1 U_I)^-1 U_I' K^-1 ,
///
/// and the minimiser is X^ = D^+ R S V + U G V with G = (U_I' K^-1 U_I)^-1 U_I' K^-1.
struct Reduction {
    Eigen::MatrixXd S;  ///< n by n
    /// Maps V to the coefficients of U, the part of X^ that costs nothing; (columns of U) by n.
    Eigen::MatrixXd G;
};

/// K = R'R for the keypoints (n by n). This is nearly all of the work of the reduction.
Eigen::MatrixXd compliance(const Plbo& D, const Keypoints& keypoints);

/// The reduction from K and U_I. To reduce to some of the keypoints, pass their rows and columns of K and
/// their rows of U_I. Throws InputError if the keypoints lie in a plane: then S is not defined.
Reduction reduce(const Eigen::MatrixXd& K, const Eigen::MatrixXd& U_I);
Reduction reduce(const Plbo& D, const Keypoints& keypoints);

/// The deformed shape X^ (#V by 3) of least |D X^| whose keypoints are at V (n by 3).
Points reconstruct(const Plbo& D, const Keypoints& keypoints, const Reduction& reduction, const Points& V);

}  // namespace sigmatch
