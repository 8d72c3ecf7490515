#pragma once

#include <Eigen/Core>

/// LAPACK in single precision, for iterations that prove nothing by themselves. The functions return false if
/// LAPACK fails, because the matrix is not finite.
namespace sigmatch {

/// Replaces the columns by orthonormal columns with the same span.
bool orthonormalise(Eigen::MatrixXf& block);

/// Eigenvalues of a symmetric matrix, ascending; the eigenvectors replace the matrix.
bool decompose(Eigen::MatrixXf& matrix, Eigen::VectorXf& values);

/// All eigenvalues of a symmetric matrix, and eigenvectors of the largest ones. The eigenvalues come first,
/// so that the caller can decide how many vectors it needs.
class PartialEigen {
public:
    explicit PartialEigen(Eigen::MatrixXf matrix);

    bool ok() const { return ok_; }
    /// Ascending.
    const Eigen::VectorXf& values() const { return d_; }

    /// Vectors of the largest `count` eigenvalues, the largest last.
    bool largest(int count, Eigen::MatrixXf& vectors) const;

private:
    int leading() const { return static_cast<int>(A_.rows()); }

    Eigen::MatrixXf A_;
    int size_;
    Eigen::VectorXf d_, e_, tau_;
    Eigen::MatrixXf vectors_;
    bool ok_ = false;
};

}  // namespace sigmatch
