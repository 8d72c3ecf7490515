#pragma once

#include <Eigen/Core>

#include "sigmatch/shape.h"
#include "sigmatch/spectrum.h"

namespace sigmatch {

/// One energy of the wave kernel signature (Aubry et al. 2011), for each vertex. `energies` energies are
/// evenly spaced in log(lambda); their width is seven times the spacing. Does not depend on pose and scale.
Eigen::VectorXd wave_kernel_signature(const Spectrum& spectrum, int energy, int energies = 100);

/// Two ways to compute the orientation feature h: a number per vertex that does not change under rotation and
/// scaling, and changes its sign under reflection. f and g are two of 100 energies of the wave kernel
/// signature; n is the outer normal.
enum class Orientation {
    /// < grad f x grad g , n > of unit gradients in each face, with the 1st and 21st energy. Averaged to the
    /// vertices, smoothed by heat flow and scaled to a root mean square of 1/2. At full resolution it tells
    /// left from right better than the paper's feature.
    smooth,
    /// The paper's: the unit gradients are averaged to the vertices and made unit again before the product;
    /// 1st and 70th energy.
    paper,
};
constexpr const char* name(Orientation orientation) {
    return orientation == Orientation::paper ? "paper" : "smooth";
}

/// h of each vertex; the paper's is in [-1, 1]. `spectrum` belongs to the shape.
Eigen::VectorXd orientation_feature(const Shape& shape, const Spectrum& spectrum,
                                    Orientation orientation = Orientation::smooth);

/// The orientation of pairs of keypoints (n by n). With d_k the distance along the surface from keypoint k,
/// and m the mean of all d_k,
///
///     o(i, k) = < grad m x grad d_k , n >   at keypoint i,
///
/// averaged by heat flow and scaled to a root mean square of 1. It does not change under rotation and
/// scaling, and changes its sign under reflection. `from` (#V by n) holds d_k as columns.
Eigen::MatrixXd pair_orientation(const Shape& shape, const Spectrum& spectrum, const Keypoints& keypoints,
                                 const Eigen::MatrixXd& from);

}  // namespace sigmatch
