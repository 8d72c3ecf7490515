#pragma once

#include <Eigen/Core>

namespace sigmatch {

/// c = alpha op(a) op(b) + beta c by BLAS. If beta is 0, c is resized. OpenBLAS chooses kernels for the
/// processor at run time; Eigen fits only the processor that it was compiled for.
void multiply(bool transpose_a, bool transpose_b, float alpha, const Eigen::MatrixXf& a,
              const Eigen::MatrixXf& b, float beta, Eigen::MatrixXf& c);
void multiply(bool transpose_a, bool transpose_b, double alpha, const Eigen::Ref<const Eigen::MatrixXd>& a,
              const Eigen::Ref<const Eigen::MatrixXd>& b, double beta, Eigen::MatrixXd& c);

}  // namespace sigmatch
