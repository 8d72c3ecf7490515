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

/// The deformation operator of a shape that is connected by faces or bridges. Its energy |D X^|^2 measures
/// how far X^ is from a deformation that costs nothing. L is the stiffness matrix of laplace_operator(), M
/// the lumped mass at unit area.
///
/// - As in the paper: D = Pi L Pi. Pi projects out the deformations that cost nothing: for the PLBO the span
/// of
///   the coordinates and the constant.
/// - Weighted by area: D = Pi M^-1/2 L M^-1/2 Pi M^1/2. Pi projects out M^1/2 times the same deformations. |D
/// X^|^2
///   approximates an integral over the surface, so it does not depend on the triangles.
///
/// D is dense; it is applied but never formed.
class Plbo {
public:
    /// Throws InputError if the shape lies in a plane, NumericalError if L cannot be factorised.
    explicit Plbo(const Shape& shape, Prior prior = Prior::plbo, const std::vector<Bridge>& bridges = {},
                  Laplacian kind = Laplacian::robust, bool area_weighted = false);

    Eigen::Index size() const { return U_.rows(); }

    /// Basis of the kernel of D (#V by 4, or by 1 for the plain Laplacian); column 0 is constant.
    /// Orthonormal, or M-orthonormal if weighted by area.
    const Eigen::MatrixXd& kernel() const { return kernel_; }

    /// L, its factorisation and the lumped mass.
    const SparseMatrix& stiffness() const { return laplacian_.stiffness; }
    const LaplaceSolver& laplacian() const { return solver_; }
    const Eigen::VectorXd& mass() const { return laplacian_.mass; }

    /// D X and D' X, for #V by m X. Without area weights D is symmetric.
    Eigen::MatrixXd apply(const Eigen::MatrixXd& X) const;
    Eigen::MatrixXd apply_transposed(const Eigen::MatrixXd& X) const;

    /// Solve D X = B and D' X = B in the least squares sense, for #V by m B. The solutions differ from those
    /// of the pseudo-inverse by multiples of the kernel alone.
    Eigen::MatrixXd solve(const Eigen::MatrixXd& B) const;
    Eigen::MatrixXd solve_transposed(const Eigen::MatrixXd& B) const;

private:
    Eigen::MatrixXd apply_symmetric(const Eigen::MatrixXd& X) const;
    Eigen::MatrixXd symmetric_inverse(const Eigen::MatrixXd& B) const;
    Eigen::MatrixXd laplacian_inverse(Eigen::MatrixXd B) const;

    LaplaceOperator laplacian_;
    LaplaceSolver solver_;
    Eigen::VectorXd root_mass_;  // ones, unless weighted by area
    Eigen::MatrixXd U_;          // root_mass_ times the kernel; orthonormal
    Eigen::MatrixXd kernel_;
    Eigen::MatrixXd LU_;          // the inverse Laplacian times the last three columns of U
    Eigen::Matrix3d correction_;  // U' LU for these columns, inverted
};

}  // namespace sigmatch
