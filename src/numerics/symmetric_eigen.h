#pragma once

#include <Eigen/Core>

namespace sigmatch {

/// A = Q diag(values) Q', values ascending, eigenvectors as the columns of Q.
struct SymmetricEigen {
    Eigen::VectorXd values;
    Eigen::MatrixXd Q;
};

/// Uses LAPACK and the lower triangle. Throws NumericalError if it does not converge (A is not finite).
SymmetricEigen symmetric_eigen(Eigen::MatrixXd A);

}  // namespace sigmatch
