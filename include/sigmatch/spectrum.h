#pragma once

#include <Eigen/Core>

#include "sigmatch/laplacian.h"

namespace sigmatch {

/// Smallest non-zero eigenpairs of L u = lambda M u, values ascending, vectors (#V by k) M-orthonormal.
/// The constant eigenvector of value zero is left out.
struct Spectrum {
    Eigen::VectorXd values;
    Eigen::MatrixXd vectors;
};

/// The `count` smallest (fewer for a very small shape). `mass` is the diagonal of M, `solver` belongs to L.
Spectrum laplacian_spectrum(const LaplaceSolver& solver, const Eigen::VectorXd& mass, int count);

}  // namespace sigmatch
