#pragma once

#include <Eigen/Core>

#include "sigmatch/laplacian.h"
#include "sigmatch/shape.h"

namespace sigmatch {

/// Which deformations cost nothing.
enum class Prior {
    plbo,  ///< affine maps: the projected Laplace-Beltrami operator, the paper's choice
    lbo,   ///< translations only: the plain Laplacian, for comparison
};
constexpr const char* name(Prior prior) {
    return prior == Prior::plbo ? "plbo" : "lbo";
}

/// The deformation operator D = Pi L Pi of a shape that is connected by faces or bridges. L is the stiffness
/// matrix of laplace_operator(). Pi projects out the deformations that cost nothing: for the PLBO the span of
/// the coordinates and the constant. D is dense; it is applied but never formed.
class Plbo {
public:
    /// Throws InputError if the shape lies in a plane, NumericalError if L cannot be factorised.
    explicit Plbo(const Shape& shape, Prior prior = Prior::plbo, const std::vector<Bridge>& bridges = {},
                  Laplacian kind = Laplacian::robust);

    Eigen::Index size() const { return U_.rows(); }

    /// Orthonormal basis of the kernel of D (#V by 4, or by 1 for the plain Laplacian).
    const Eigen::MatrixXd& kernel() const { return U_; }

    /// L, its factorisation and the lumped mass.
    const SparseMatrix& stiffness() const { return laplacian_.stiffness; }
    const LaplaceSolver& laplacian() const { return solver_; }
    const Eigen::VectorXd& mass() const { return laplacian_.mass; }

    /// D X, for #V by m X.
    Eigen::MatrixXd apply(const Eigen::MatrixXd& X) const;

    /// D^+ B, the pseudo-inverse, for #V by m B.
    Eigen::MatrixXd pseudo_inverse(const Eigen::MatrixXd& B) const;

private:
    LaplaceOperator laplacian_;
    LaplaceSolver solver_;
    Eigen::MatrixXd U_;           // orthonormal; column 0 is the constant
    Eigen::MatrixXd LU_;          // L^+ times the other three columns of U
    Eigen::Matrix3d correction_;  // (U' L^+ U)^-1 of these columns
};

}  // namespace sigmatch
