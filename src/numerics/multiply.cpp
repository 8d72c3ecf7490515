#include "numerics/multiply.h"

#include <cblas.h>

namespace sigmatch {

namespace {

template <class Factor, class Matrix, class Scalar, class Gemm>
void multiply_by(Gemm gemm, bool transpose_a, bool transpose_b, Scalar alpha, const Factor& a,
                 const Factor& b, Scalar beta, Matrix& c) {
    const int rows = static_cast<int>(transpose_a ? a.cols() : a.rows());
    const int inner = static_cast<int>(transpose_a ? a.rows() : a.cols());
    const int columns = static_cast<int>(transpose_b ? b.rows() : b.cols());
    if (beta == 0) c.resize(rows, columns);
    gemm(CblasColMajor, transpose_a ? CblasTrans : CblasNoTrans, transpose_b ? CblasTrans : CblasNoTrans,
         rows, columns, inner, alpha, a.data(), static_cast<int>(a.outerStride()), b.data(),
         static_cast<int>(b.outerStride()), beta, c.data(), static_cast<int>(c.rows()));
}

}  // namespace

void multiply(bool transpose_a, bool transpose_b, float alpha, const Eigen::MatrixXf& a,
              const Eigen::MatrixXf& b, float beta, Eigen::MatrixXf& c) {
    multiply_by(cblas_sgemm, transpose_a, transpose_b, alpha, a, b, beta, c);
}

void multiply(bool transpose_a, bool transpose_b, double alpha, const Eigen::Ref<const Eigen::MatrixXd>& a,
              const Eigen::Ref<const Eigen::MatrixXd>& b, double beta, Eigen::MatrixXd& c) {
    multiply_by(cblas_dgemm, transpose_a, transpose_b, alpha, a, b, beta, c);
}

}  // namespace sigmatch
