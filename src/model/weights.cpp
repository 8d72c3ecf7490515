#include "model/weights.h"

#include <cmath>

namespace sigmatch {

Deformation weighted(Eigen::MatrixXd S, Eigen::Index pairs, Eigen::Index vertices, double other_diameter,
                     const ModelOptions& options) {
    const auto n = static_cast<double>(pairs), size = static_cast<double>(vertices);
    const double distance = 1 / (n * other_diameter);
    if (options.area_weighted) {
        const double lambda = options.lambda_def * (options.lambda_scaled ? std::pow(252, -1.5) : 1);
        return {std::move(S), distance, lambda / other_diameter};
    }
    const double lambda = options.lambda_def * (options.lambda_scaled ? std::pow(size / 252, 1.5) : 1);
    return {std::move(S), distance, lambda / (size * other_diameter)};
}

}  // namespace sigmatch
