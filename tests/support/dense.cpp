#include "support/dense.h"

#include <Eigen/Dense>
#include <cmath>

#include "sigmatch/laplacian.h"

namespace sigmatch::testing {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd random_matrix(Eigen::Index rows, Eigen::Index columns, std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    return MatrixXd::NullaryExpr(rows, columns, [&] { return normal(random); });
}

MatrixXd random_matrix(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    return random_matrix(rows, columns, random);
}

Eigen::Matrix3d random_rotation(std::mt19937_64& random) {
    const MatrixXd A = random_matrix(3, 3, random);
    Eigen::Matrix3d rotation = A.householderQr().householderQ();
    if (rotation.determinant() < 0) rotation.col(0) *= -1;
    return rotation;
}

Points random_affine_image(const Points& points, std::mt19937_64& random) {
    const MatrixXd linear = random_matrix(3, 3, random), shift = random_matrix(1, 3, random);
    return times(points, linear).rowwise() + shift.row(0);
}

MatrixXd times(const MatrixXd& A, const MatrixXd& B) {
    return A * B;
}

MatrixXd transposed_times(const MatrixXd& A, const MatrixXd& B) {
    return A.transpose() * B;
}

double quadratic_form(const MatrixXd& S, const MatrixXd& V) {
    return V.cwiseProduct(times(S, V)).sum();
}

MatrixXd projector_off(const MatrixXd& A) {
    const Eigen::Index n = A.rows();
    MatrixXd columns(n, A.cols() + 1);
    columns << A, VectorXd::Ones(n);
    const MatrixXd Q = columns.householderQr().householderQ() * MatrixXd::Identity(n, columns.cols());
    return MatrixXd::Identity(n, n) - Q * Q.transpose();
}

VectorXd eigenvalues(const MatrixXd& A) {
    return Eigen::SelfAdjointEigenSolver<MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

VectorXd generalised_eigenvalues(const MatrixXd& A, const VectorXd& M) {
    const VectorXd scale = M.cwiseSqrt().cwiseInverse();
    return eigenvalues(scale.asDiagonal() * A * scale.asDiagonal());
}

MatrixXd pseudo_inverse(const MatrixXd& A, double tolerance) {
    const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(A);
    VectorXd inverse = eigen.eigenvalues();
    for (double& value : inverse) value = std::abs(value) > tolerance ? 1 / value : 0;
    const MatrixXd scaled = eigen.eigenvectors() * inverse.asDiagonal();
    return scaled * eigen.eigenvectors().transpose();
}

MatrixXd schur_complement(const MatrixXd& G, const std::vector<int>& kept) {
    std::vector<bool> is_kept(G.rows(), false);
    for (int v : kept) is_kept[v] = true;
    std::vector<int> others;
    for (int v = 0; v < G.rows(); ++v)
        if (!is_kept[v]) others.push_back(v);
    const MatrixXd GKK = G(kept, kept), GOK = G(others, kept), GOO = G(others, others);
    const MatrixXd solved = GOO.ldlt().solve(GOK);
    return GKK - transposed_times(GOK, solved);
}

MatrixXd dense_plbo(const Shape& shape) {
    const MatrixXd Pi = projector_off(shape.vertices), L = cotangent_stiffness(shape);
    return times(Pi, times(L, Pi));
}

}  // namespace sigmatch::testing
