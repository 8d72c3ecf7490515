#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <random>
#include <vector>

#include "sigmatch/shape.h"

/// Plain dense linear algebra to compare with. It is compiled once: every file that spells out a product or a
/// decomposition pays for it with seconds of compile time.
namespace sigmatch::testing {

/// Entries are normally distributed.
Eigen::MatrixXd random_matrix(Eigen::Index rows, Eigen::Index columns, std::mt19937_64& random);
Eigen::MatrixXd random_matrix(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed);

/// Determinant 1.
Eigen::Matrix3d random_rotation(std::mt19937_64& random);

/// The image of the points under some affine map.
Points random_affine_image(const Points& points, std::mt19937_64& random);

/// A B, and A' B.
Eigen::MatrixXd times(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
Eigen::MatrixXd transposed_times(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

/// trace(V' S V)
double quadratic_form(const Eigen::MatrixXd& S, const Eigen::MatrixXd& V);

/// n x n: onto what is orthogonal to the columns of A and to the constants.
Eigen::MatrixXd projector_off(const Eigen::MatrixXd& A);

/// Of a symmetric matrix, ascending; and those of A u = lambda M u with a diagonal M.
Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& A);
Eigen::VectorXd generalised_eigenvalues(const Eigen::MatrixXd& A, const Eigen::VectorXd& M);

/// Of a symmetric matrix; eigenvalues of up to `tolerance` count as zero.
Eigen::MatrixXd pseudo_inverse(const Eigen::MatrixXd& A, double tolerance);

/// What is left of the symmetric G on the rows and columns `kept` when all others are eliminated.
Eigen::MatrixXd schur_complement(const Eigen::MatrixXd& G, const std::vector<int>& kept);

/// D = Pi L Pi of the paper.
Eigen::MatrixXd dense_plbo(const Shape& shape);

/// Pi M^-1/2 L M^-1/2 Pi M^1/2, with masses of sum 1. Pi projects off what costs nothing: affine maps, or
/// translations alone.
Eigen::MatrixXd dense_weighted_operator(const Shape& shape, bool affine_is_free);

}  // namespace sigmatch::testing
