#pragma once

#include <Eigen/Core>

#include "sigmatch/shape.h"
#include "sigmatch/spectrum.h"

namespace sigmatch {

/// One energy of the wave kernel signature of each vertex, after Aubry et al. 2011: `energies` are evenly
/// spaced in log(lambda), their width is seven times the spacing. Independent of pose and scale.
Eigen::VectorXd wave_kernel_signature(const Spectrum& spectrum, int energy, int energies = 100);

/// The orientation feature of each vertex, h = < grad f x grad g , n > in [-1, 1], with f and g the 1st and
/// 70th wave kernel signature energies of 100 and n the outer normal. It does not change under rotation
/// and scaling and changes its sign under reflection.
Eigen::VectorXd orientation_feature(const Shape& shape, const Spectrum& spectrum);

}  // namespace sigmatch
