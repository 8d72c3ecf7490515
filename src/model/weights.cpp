#include "model/weights.h"

#include <cmath>

namespace sigmatch {

Deformation weighted(Eigen::MatrixXd S, Eigen::Index vertices, double other_diameter, double lambda_def) {
    const auto n = static_cast<double>(S.rows()), size = static_cast<double>(vertices);
    const double lambda = lambda_def * std::pow(size / 252, 1.5);
    return {std::move(S), 1 / (n * other_diameter), lambda / (size * other_diameter)};
}

}  // namespace sigmatch
