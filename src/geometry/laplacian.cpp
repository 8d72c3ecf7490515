#include "sigmatch/laplacian.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <array>

#include "geometry/triangles.h"
#include "sigmatch/errors.h"

namespace sigmatch {

SparseMatrix cotangent_stiffness(const Shape& shape) {
    // Below this share of the longest edge squared an area is rounding noise. A floor in the common
    // denominator of a triangle's three cotangents scales its matrix down and so keeps it semidefinite.
    constexpr double smallest_relative_area = 1e-10;
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(12 * static_cast<size_t>(shape.faces.rows()));
    for (Eigen::Index f = 0; f < shape.faces.rows(); ++f) {
        const std::array<Eigen::Vector3d, 3> p = corners(shape, f);
        double longest = 0;
        for (int k = 0; k < 3; ++k) longest = std::max(longest, (p[k] - p[(k + 1) % 3]).squaredNorm());
        if (longest == 0) continue;
        const double double_area = (p[1] - p[0]).cross(p[2] - p[0]).norm();
        const double denominator = std::max(double_area, smallest_relative_area * longest);
        for (int k = 0; k < 3; ++k) {
            const int i = shape.faces(f, (k + 1) % 3), j = shape.faces(f, (k + 2) % 3);
            const double weight = 0.5 * (p[(k + 1) % 3] - p[k]).dot(p[(k + 2) % 3] - p[k]) / denominator;
            entries.emplace_back(i, j, -weight);
            entries.emplace_back(j, i, -weight);
            entries.emplace_back(i, i, weight);
            entries.emplace_back(j, j, weight);
        }
    }
    SparseMatrix L(shape.vertices.rows(), shape.vertices.rows());
    L.setFromTriplets(entries.begin(), entries.end());
    return L;
}

Eigen::VectorXd lumped_mass(const Shape& shape) {
    Eigen::VectorXd mass = Eigen::VectorXd::Zero(shape.vertices.rows());
    for (Eigen::Index f = 0; f < shape.faces.rows(); ++f) {
        const double third = face_normal(shape, f).norm() / 6;
        for (int k = 0; k < 3; ++k) mass[shape.faces(f, k)] += third;
    }
    return mass;
}

/// The factorisation of L without its last row and column: that vertex is grounded at zero.
struct LaplaceSolver::Factor {
    Eigen::SimplicialLLT<SparseMatrix> grounded;
};

LaplaceSolver::LaplaceSolver(const SparseMatrix& L) : factor_(std::make_unique<Factor>()) {
    const Eigen::Index n = L.rows() - 1;
    const SparseMatrix grounded = L.topLeftCorner(n, n);
    factor_->grounded.compute(grounded);
    if (factor_->grounded.info() != Eigen::Success)
        throw NumericalError("the Laplacian cannot be factorised: is every part of the shape connected?");
}

LaplaceSolver::~LaplaceSolver() = default;
LaplaceSolver::LaplaceSolver(LaplaceSolver&&) noexcept = default;
LaplaceSolver& LaplaceSolver::operator=(LaplaceSolver&&) noexcept = default;

Eigen::MatrixXd LaplaceSolver::solve(const Eigen::MatrixXd& B) const {
    const Eigen::Index n = B.rows() - 1;
    const Eigen::MatrixXd centred = B.rowwise() - B.colwise().mean();
    Eigen::MatrixXd X(B.rows(), B.cols());
    X.topRows(n) = factor_->grounded.solve(centred.topRows(n));
    X.row(n).setZero();
    X.rowwise() -= X.colwise().mean().eval();
    return X;
}

}  // namespace sigmatch
