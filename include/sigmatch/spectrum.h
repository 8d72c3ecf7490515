#pragma once

#include <Eigen/Core>

#include "sigmatch/laplacian.h"

namespace sigmatch {

/// The smallest non-zero eigenpairs of L u = lambda M u. Values ascend; vectors (#V by k) are M-orthonormal.
/// The constant eigenvector with the eigenvalue zero is left out.
struct Spectrum {
    Eigen::VectorXd values;
    Eigen::MatrixXd vectors;
};

/// The `count` smallest eigenpairs, or fewer for a very small shape. `solver` belongs to L; `mass` is the
/// diagonal of M. If the smallest eigenpairs are known already, pass them: then only the others are computed.
Spectrum laplacian_spectrum(const LaplaceSolver& solver, const Eigen::VectorXd& mass, int count,
                            const Spectrum& known = {});

}  // namespace sigmatch
