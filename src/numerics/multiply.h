#pragma once

#include <Eigen/Core>

namespace sigmatch {

/// c = alpha op(a) op(b) + beta c by BLAS; c takes its size if beta is 0. OpenBLAS picks its kernels for the
/// machine at run time, Eigen only for the one it was compiled for.
void multiply(bool transpose_a, bool transpose_b, float alpha, const Eigen::MatrixXf& a,
              const Eigen::MatrixXf& b, float beta, Eigen::MatrixXf& c);
void multiply(bool transpose_a, bool transpose_b, double alpha, const Eigen::MatrixXd& a,
              const Eigen::MatrixXd& b, double beta, Eigen::MatrixXd& c);

}  // namespace sigmatch
