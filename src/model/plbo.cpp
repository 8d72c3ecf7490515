#include "sigmatch/plbo.h"

#include <Eigen/Dense>
#include <cmath>

#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd root_masses(const VectorXd& mass, bool area_weighted) {
    if (!area_weighted) return VectorXd::Ones(mass.size());
    // A vertex without area would be free to move at no cost.
    const double least = 1e-6 * mass.mean();
    return (mass.cwiseMax(least) / mass.sum()).cwiseSqrt();
}

/// Orthonormal basis of root_mass times the deformations that cost nothing.
MatrixXd free_deformations(const Shape& shape, Prior prior, const VectorXd& root_mass) {
    const VectorXd constant = root_mass.normalized();
    if (prior == Prior::lbo) return constant;
    const VectorXd mass = root_mass.cwiseAbs2() / root_mass.squaredNorm();
    const MatrixXd centred = shape.vertices.rowwise() - (mass.transpose() * shape.vertices).eval().row(0);
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(centred.transpose() * centred);
    if (!(principal.eigenvalues()[0] > 1e-12 * principal.eigenvalues()[2]))
        throw InputError("the shape lies in a plane: its deformation is not defined");
    MatrixXd U(shape.vertices.rows(), 4);
    U.col(0) = constant;
    U.rightCols(3) = root_mass.asDiagonal() * (centred * principal.eigenvectors());
    for (int pass = 0; pass < 2; ++pass)  // twice, because the first pass leaves rounding errors
        for (int k = 1; k < 4; ++k) {
            for (int l = 0; l < k; ++l) U.col(k) -= U.col(l) * U.col(l).dot(U.col(k));
            U.col(k).normalize();
        }
    return U;
}

MatrixXd without(const MatrixXd& U, const MatrixXd& X) {
    return X - U * (U.transpose() * X);
}

}  // namespace

Plbo::Plbo(const Shape& shape, Prior prior, const std::vector<Bridge>& bridges, Laplacian kind,
           bool area_weighted)
    : laplacian_(laplace_operator(shape, bridges, kind)),
      solver_(laplacian_.stiffness),
      root_mass_(root_masses(laplacian_.mass, area_weighted)),
      U_(free_deformations(shape, prior, root_mass_)),
      kernel_(root_mass_.cwiseInverse().asDiagonal() * U_) {
    if (prior == Prior::lbo) return;
    LU_ = laplacian_inverse(U_.rightCols(3));
    correction_ = Eigen::Matrix3d(U_.rightCols(3).transpose() * LU_).inverse();
}

/// Pi M^-1/2 L M^-1/2 Pi X.
MatrixXd Plbo::apply_symmetric(const MatrixXd& X) const {
    const auto scale = root_mass_.cwiseInverse().asDiagonal();
    const MatrixXd projected = scale * without(U_, X);
    return without(U_, scale * (laplacian_.stiffness * projected));
}

/// The pseudo-inverse of M^-1/2 L M^-1/2, for B orthogonal to the first column of U.
MatrixXd Plbo::laplacian_inverse(MatrixXd B) const {
    B = root_mass_.asDiagonal() * B;
    solver_.solve_in_place(B);
    B = root_mass_.asDiagonal() * B;
    return without(U_.leftCols(1), B);
}

/// The pseudo-inverse of Pi M^-1/2 L M^-1/2 Pi. Solves M^-1/2 L M^-1/2 x = Pi b - U mu with U'x = 0. The
/// constant part of mu is zero, because the kernel of L are the constants.
MatrixXd Plbo::symmetric_inverse(const MatrixXd& B) const {
    const MatrixXd x = laplacian_inverse(without(U_, B));
    if (U_.cols() == 1) return x;
    return x - LU_ * (correction_ * (U_.rightCols(3).transpose() * x));
}

MatrixXd Plbo::apply(const MatrixXd& X) const {
    return apply_symmetric(root_mass_.asDiagonal() * X);
}

MatrixXd Plbo::apply_transposed(const MatrixXd& X) const {
    return root_mass_.asDiagonal() * apply_symmetric(X);
}

MatrixXd Plbo::solve(const MatrixXd& B) const {
    return root_mass_.cwiseInverse().asDiagonal() * symmetric_inverse(B);
}

MatrixXd Plbo::solve_transposed(const MatrixXd& B) const {
    return symmetric_inverse(root_mass_.cwiseInverse().asDiagonal() * B);
}

}  // namespace sigmatch
