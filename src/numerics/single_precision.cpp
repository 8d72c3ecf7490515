#include "numerics/single_precision.h"

#include <lapacke.h>

#include <utility>

#include "numerics/overread.h"

namespace sigmatch {

namespace {

using Eigen::MatrixXf;
using Eigen::VectorXf;

/// Work space that is enough for LAPACK's largest blocks of reflectors.
int blocked_work(int size) {
    return 64 * (size + 65);
}

}  // namespace

bool orthonormalise(MatrixXf& block) {
    const int rows = static_cast<int>(block.rows()), columns = static_cast<int>(block.cols());
    VectorXf tau(columns);
    if (LAPACKE_sgeqrf(LAPACK_COL_MAJOR, rows, columns, block.data(), rows, tau.data()) != 0) return false;
    return LAPACKE_sorgqr(LAPACK_COL_MAJOR, rows, columns, columns, block.data(), rows, tau.data()) == 0;
}

bool decompose(MatrixXf& matrix, VectorXf& values) {
    const int size = static_cast<int>(matrix.rows());
    values.resize(size);
    matrix.conservativeResize(size + overread_rows, size);
    const bool converged = LAPACKE_ssyevd(LAPACK_COL_MAJOR, 'V', 'L', size, matrix.data(),
                                          size + overread_rows, values.data()) == 0;
    matrix.conservativeResize(size, size);
    return converged;
}

PartialEigen::PartialEigen(MatrixXf matrix)
    : A_(std::move(matrix)),
      size_(static_cast<int>(A_.rows())),
      d_(size_),
      e_(size_),
      tau_(size_ + overread_rows) {
    A_.conservativeResize(size_ + overread_rows, size_);
    VectorXf work(blocked_work(size_));
    if (LAPACKE_ssytrd_work(LAPACK_COL_MAJOR, 'L', size_, A_.data(), leading(), d_.data(), e_.data(),
                            tau_.data(), work.data(), static_cast<int>(work.size())) != 0)
        return;
    vectors_.resize(size_, size_);
    ok_ = LAPACKE_sstedc(LAPACK_COL_MAJOR, 'I', size_, d_.data(), e_.data(), vectors_.data(), size_) == 0;
}

bool PartialEigen::largest(int count, MatrixXf& vectors) const {
    vectors = vectors_.rightCols(count);
    VectorXf work(blocked_work(size_));  // the size that sormtr chooses makes it work unblocked
    return LAPACKE_sormtr_work(LAPACK_COL_MAJOR, 'L', 'L', 'N', size_, count, A_.data(), leading(),
                               tau_.data(), vectors.data(), size_, work.data(),
                               static_cast<int>(work.size())) == 0;
}

}  // namespace sigmatch
