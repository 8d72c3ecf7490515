#pragma once

#include "sigmatch/shape.h"
#include "sigmatch/spectrum.h"

namespace sigmatch {

/// Numbers that say what the surface is like around each vertex, whatever the pose: a wave kernel signature
/// (Aubry et al. 2011) and the mean curvature, smoothed. Each column has mean 0 and variance 1 over the
/// surface; the columns of the signature together count as much as the curvature.
struct Descriptors {
    Eigen::MatrixXd signature;  ///< #V by energies
    Eigen::VectorXd curvature;  ///< #V
};
Descriptors descriptors(const Shape& surface, const Spectrum& spectrum, const Eigen::VectorXd& mass);

}  // namespace sigmatch
