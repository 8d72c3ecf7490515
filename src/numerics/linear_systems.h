#pragma once

#include <Eigen/Core>

/// Eigen's decompositions of dense matrices, each compiled once: they take the compiler seconds in every
/// file.
namespace sigmatch {

/// X with the least |A X - B|, by a QR decomposition with pivots.
Eigen::MatrixXd least_squares(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

/// Orthonormal columns that span what the columns of A span, by a QR decomposition with pivots: pivots below
/// `threshold` times the largest count as zero.
Eigen::MatrixXd range_of(const Eigen::MatrixXd& A, double threshold);

/// Orthonormal columns that span what is orthogonal to the columns of A, which are independent.
Eigen::MatrixXd complement_of(const Eigen::MatrixXd& A);

/// X with A X = B, for symmetric positive semidefinite A, by LDL'.
Eigen::MatrixXd solve_symmetric(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

}  // namespace sigmatch
