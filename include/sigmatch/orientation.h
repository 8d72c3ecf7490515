#pragma once

#include <Eigen/Core>

#include "sigmatch/shape.h"
#include "sigmatch/spectrum.h"

namespace sigmatch {

/// One energy of the wave kernel signature of each vertex, after Aubry et al. 2011: `energies` are evenly
/// spaced in log(lambda), their width is seven times the spacing. Independent of pose and scale.
Eigen::VectorXd wave_kernel_signature(const Spectrum& spectrum, int energy, int energies = 100);

/// Two ways to the orientation feature h, a number per vertex that does not change under rotation and scaling
/// and changes its sign under reflection. f and g are wave kernel signature energies of 100, n the outer
/// normal.
enum class Orientation {
    /// < grad f x grad g , n > of unit gradients in each face, with the 1st and 21st energy, averaged to the
    /// vertices, smoothed by heat flow, and scaled to a root mean square of 1/2. At full resolution it tells
    /// left from right better than the
    /// paper's.
    smooth,
    /// The paper's: unit gradients averaged to the vertices and made unit again first; 1st and 70th energy.
    paper,
};
const char* name(Orientation orientation);

/// h of each vertex; the paper's is in [-1, 1]. `spectrum` is that of the shape.
Eigen::VectorXd orientation_feature(const Shape& shape, const Spectrum& spectrum,
                                    Orientation orientation = Orientation::smooth);

}  // namespace sigmatch
