#include "sigmatch/plbo.h"

#include <Eigen/Dense>
#include <cmath>

#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

Eigen::MatrixXd free_deformations(const Shape& shape, Prior prior) {
    const Eigen::Index n = shape.vertices.rows();
    const Eigen::VectorXd constant = Eigen::VectorXd::Constant(n, 1 / std::sqrt(static_cast<double>(n)));
    if (prior == Prior::lbo) return constant;
    const Eigen::MatrixXd centred = shape.vertices.rowwise() - shape.vertices.colwise().mean();
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(centred.transpose() * centred);
    if (!(principal.eigenvalues()[0] > 1e-12 * principal.eigenvalues()[2]))
        throw InputError("the shape lies in a plane: its deformation is not defined");
    Eigen::MatrixXd U(n, 4);
    U.col(0) = constant;
    U.rightCols(3) = centred * principal.eigenvectors();
    // Once more, because the eigensolver leaves rounding errors.
    for (int k = 1; k < 4; ++k) {
        for (int l = 0; l < k; ++l) U.col(k) -= U.col(l) * U.col(l).dot(U.col(k));
        U.col(k).normalize();
    }
    return U;
}

}  // namespace

Plbo::Plbo(const Shape& shape, Prior prior, const std::vector<Bridge>& bridges, Laplacian kind)
    : laplacian_(laplace_operator(shape, bridges, kind)),
      solver_(laplacian_.stiffness),
      U_(free_deformations(shape, prior)) {
    if (prior == Prior::lbo) return;
    LU_ = solver_.solve(U_.rightCols(3));
    correction_ = Eigen::Matrix3d(U_.rightCols(3).transpose() * LU_).inverse();
}

Eigen::MatrixXd Plbo::apply(const Eigen::MatrixXd& X) const {
    const Eigen::MatrixXd projected = X - U_ * (U_.transpose() * X);
    const Eigen::MatrixXd bent = laplacian_.stiffness * projected;
    return bent - U_ * (U_.transpose() * bent);
}

Eigen::MatrixXd Plbo::pseudo_inverse(const Eigen::MatrixXd& B) const {
    // Solves L x = Pi b - U mu with U'x = 0. The constant part of mu is zero, because the kernel of L are the
    // constants.
    const Eigen::MatrixXd x = solver_.solve(B - U_ * (U_.transpose() * B));
    if (U_.cols() == 1) return x;
    return x - LU_ * (correction_ * (U_.rightCols(3).transpose() * x));
}

}  // namespace sigmatch
