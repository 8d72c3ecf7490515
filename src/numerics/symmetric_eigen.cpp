#include "numerics/symmetric_eigen.h"

#include <lapacke.h>

#include "numerics/overread.h"
#include "sigmatch/errors.h"

namespace sigmatch {

SymmetricEigen symmetric_eigen(Eigen::MatrixXd A) {
    const auto n = static_cast<lapack_int>(A.rows());
    Eigen::VectorXd values(n);
    A.conservativeResize(n + overread_rows, n);
    if (n > 0 &&
        LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', n, A.data(), n + overread_rows, values.data()) != 0)
        throw NumericalError("an eigendecomposition did not converge");
    A.conservativeResize(n, n);
    return {std::move(values), std::move(A)};
}

}  // namespace sigmatch
