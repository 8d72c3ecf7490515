#pragma once

#include <Eigen/Core>

#include "sigmatch/model.h"

namespace sigmatch {

/// S with its weights in the objective: a = 1 / (n d) and b = lambda / (|X| d), where n is the number of
/// pairs and d the diameter of the other shape. E_def falls as |X|^-3/2 if the same surface is meshed finer,
/// and lambda_def is stated for 252 vertices. So lambda = lambda_def (|X| / 252)^3/2, or lambda_def itself if
/// options.lambda_scaled is false.
/// If options.area_weighted is true, b = lambda / d with lambda = lambda_def / 252^3/2, which is the same
/// weight.
Deformation weighted(Eigen::MatrixXd S, Eigen::Index pairs, Eigen::Index vertices, double other_diameter,
                     const ModelOptions& options);

}  // namespace sigmatch
