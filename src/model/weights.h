#pragma once

#include <Eigen/Core>

#include "sigmatch/match.h"

namespace sigmatch {

/// Gives S its weights in the objective: a = 1 / (n d) and b = lambda / (|X| d), with n pairs and d the
/// diameter of the other shape. E_def falls as |X|^-3/2 when the same surface is meshed finer, so lambda is
/// lambda_def, which is stated for 252 vertices, times (|X| / 252)^3/2, unless the options ask for lambda_def
/// as it is.
Deformation weighted(Eigen::MatrixXd S, Eigen::Index pairs, Eigen::Index vertices, double other_diameter,
                     const ModelOptions& options);

}  // namespace sigmatch
