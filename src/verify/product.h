#pragma once

#include <Eigen/Core>

namespace sigmatch {

/// A B. Eigen makes new code for every pair of expressions that are multiplied, which takes the compiler
/// seconds each; here they are evaluated first.
Eigen::MatrixXd product(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

}  // namespace sigmatch
