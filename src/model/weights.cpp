#include "model/weights.h"

#include <cmath>

namespace sigmatch {

Deformation weighted(Eigen::MatrixXd S, Eigen::Index pairs, Eigen::Index vertices, double other_diameter,
                     const ModelOptions& options) {
    const auto n = static_cast<double>(pairs), size = static_cast<double>(vertices);
    const double lambda = options.lambda_def * (options.lambda_scaled ? std::pow(size / 252, 1.5) : 1);
    return {std::move(S), 1 / (n * other_diameter), lambda / (size * other_diameter)};
}

}  // namespace sigmatch
