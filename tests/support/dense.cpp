#include "support/dense.h"

#include <lapacke.h>

#include <Eigen/Geometry>
#include <Eigen/QR>
#include <cmath>

#include "numerics/symmetric_eigen.h"
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
    std::normal_distribution<double> normal;
    const double w = normal(random), x = normal(random), y = normal(random), z = normal(random);
    return Eigen::Quaterniond(w, x, y, z).normalized().toRotationMatrix();
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
    MatrixXd Q(n, A.cols() + 1);
    Q << A, VectorXd::Ones(n);
    const auto rows = static_cast<int>(n), columns = static_cast<int>(Q.cols());
    VectorXd scales(columns);
    LAPACKE_dgeqrf(LAPACK_COL_MAJOR, rows, columns, Q.data(), rows, scales.data());
    LAPACKE_dorgqr(LAPACK_COL_MAJOR, rows, columns, columns, Q.data(), rows, scales.data());
    return MatrixXd::Identity(n, n) - times(Q, Q.transpose());
}

VectorXd eigenvalues(const MatrixXd& A) {
    return symmetric_eigen(A).values;
}

VectorXd generalised_eigenvalues(const MatrixXd& A, const VectorXd& M) {
    const VectorXd scale = M.cwiseSqrt().cwiseInverse();
    return eigenvalues(scale.asDiagonal() * A * scale.asDiagonal());
}

MatrixXd pseudo_inverse(const MatrixXd& A, double tolerance) {
    const SymmetricEigen eigen = symmetric_eigen(A);
    VectorXd inverse = eigen.values;
    for (double& value : inverse) value = std::abs(value) > tolerance ? 1 / value : 0;
    return times(eigen.Q * inverse.asDiagonal(), eigen.Q.transpose());
}

MatrixXd schur_complement(const MatrixXd& G, const std::vector<int>& kept) {
    std::vector<bool> is_kept(G.rows(), false);
    for (int v : kept) is_kept[v] = true;
    std::vector<int> others;
    for (int v = 0; v < G.rows(); ++v)
        if (!is_kept[v]) others.push_back(v);
    const MatrixXd GKK = G(kept, kept), GOK = G(others, kept);
    MatrixXd GOO = G(others, others), solved = GOK;
    const auto rows = static_cast<int>(others.size());
    LAPACKE_dposv(LAPACK_COL_MAJOR, 'L', rows, static_cast<int>(kept.size()), GOO.data(), rows, solved.data(),
                  rows);
    return GKK - transposed_times(GOK, solved);
}

MatrixXd dense_plbo(const Shape& shape) {
    const MatrixXd Pi = projector_off(shape.vertices), L = laplace_operator(shape).stiffness;
    return times(Pi, times(L, Pi));
}

MatrixXd dense_weighted_operator(const Shape& shape, bool affine_is_free) {
    const LaplaceOperator laplacian = laplace_operator(shape);
    const Eigen::Index n = laplacian.mass.size();
    const VectorXd root = (laplacian.mass / laplacian.mass.sum()).cwiseSqrt();
    MatrixXd free(n, 4);
    free << root, root.asDiagonal() * shape.vertices;
    if (!affine_is_free) free.conservativeResize(n, 1);
    const MatrixXd basis =
        Eigen::HouseholderQR<MatrixXd>(free).householderQ() * MatrixXd::Identity(n, free.cols());
    const MatrixXd Pi = MatrixXd::Identity(n, n) - times(basis, basis.transpose());
    const auto scale = root.cwiseInverse().asDiagonal();
    const MatrixXd weighted = scale * MatrixXd(laplacian.stiffness) * scale;
    return times(times(Pi, times(weighted, Pi)), MatrixXd(root.asDiagonal()));
}

}  // namespace sigmatch::testing
