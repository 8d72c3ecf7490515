#include "sigmatch/laplacian.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/triangles.h"
#include "geometry/tufted_cover.h"
#include "sigmatch/errors.h"
#include "sigmatch/surface.h"

namespace sigmatch {

SparseMatrix cotangent_stiffness(const Shape& shape) {
    // An area below this share of the squared longest edge is rounding noise. The three cotangents of a
    // triangle have a common denominator. A lower limit for it scales the triangle's matrix down, so the
    // matrix stays semidefinite.
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

LaplaceOperator intrinsic_delaunay_laplacian(const Shape& shape) {
    TuftedCover cover(shape);
    cover.mollify();
    cover.make_delaunay();
    return cover.laplacian();
}

LaplaceOperator laplace_operator(const Shape& shape, const std::vector<Bridge>& bridges, Laplacian kind) {
    LaplaceOperator laplacian = kind == Laplacian::robust
                                    ? intrinsic_delaunay_laplacian(shape)
                                    : LaplaceOperator{cotangent_stiffness(shape), lumped_mass(shape)};
    if (bridges.empty()) return laplacian;
    constexpr double shortest_over_mean = 0.01;  // a shorter bridge would only make L ill-conditioned
    const double width = mean_edge_length(shape);
    std::vector<Eigen::Triplet<double>> entries;
    for (const Bridge& bridge : bridges) {
        const double weight = width / (std::sqrt(3.0) * std::max(bridge.length, shortest_over_mean * width));
        entries.emplace_back(bridge.from, bridge.to, -weight);
        entries.emplace_back(bridge.to, bridge.from, -weight);
        entries.emplace_back(bridge.from, bridge.from, weight);
        entries.emplace_back(bridge.to, bridge.to, weight);
    }
    SparseMatrix across(laplacian.stiffness.rows(), laplacian.stiffness.cols());
    across.setFromTriplets(entries.begin(), entries.end());
    laplacian.stiffness += across;
    return laplacian;
}

/// The factorisation of L without its last row and column: the last vertex is fixed at zero.
struct LaplaceSolver::Factor {
    Eigen::SimplicialLLT<SparseMatrix> grounded;

    template <int Columns>
    using Block =
        Eigen::Matrix<double, Eigen::Dynamic, Columns, Columns == 1 ? Eigen::ColMajor : Eigen::RowMajor>;

    /// Solves for `Columns` right-hand sides at once, in place and permuted. They lie side by side in memory.
    /// So each entry of the factor is fetched once for all of them; fetching the factor takes most of the
    /// time.
    template <int Columns>
    void solve_permuted(Block<Columns>& X) const {
        const SparseMatrix& L = grounded.matrixL().nestedExpression();
        const auto* begin = L.outerIndexPtr();
        const auto* row = L.innerIndexPtr();
        const double* value = L.valuePtr();
        for (Eigen::Index j = 0; j < L.cols(); ++j) {
            const Eigen::Matrix<double, 1, Columns> x = X.row(j) /= value[begin[j]];
            for (auto k = begin[j] + 1; k < begin[j + 1]; ++k) X.row(row[k]) -= value[k] * x;
        }
        for (Eigen::Index j = L.cols() - 1; j >= 0; --j) {
            Eigen::Matrix<double, 1, Columns> x = X.row(j);
            for (auto k = begin[j] + 1; k < begin[j + 1]; ++k) x -= value[k] * X.row(row[k]);
            X.row(j) = x / value[begin[j]];
        }
    }

    template <int Columns>
    void solve(Eigen::MatrixXd& X, Eigen::Index first) const {
        const Eigen::Index n = grounded.rows(), count = std::min<Eigen::Index>(Columns, X.cols() - first);
        const auto& order = grounded.permutationP().indices();
        const Eigen::RowVectorXd mean = X.middleCols(first, count).colwise().mean();
        Block<Columns> block = Block<Columns>::Zero(n, Columns);
        for (Eigen::Index v = 0; v < n; ++v)
            block.row(order[v]).head(count) = X.row(v).segment(first, count) - mean;
        solve_permuted<Columns>(block);
        for (Eigen::Index v = 0; v < n; ++v) X.row(v).segment(first, count) = block.row(order[v]).head(count);
    }
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

void LaplaceSolver::solve_in_place(Eigen::MatrixXd& X) const {
    for (Eigen::Index first = 0; first < X.cols(); first += block_columns) {
        if (X.cols() - first == 1)
            factor_->solve<1>(X, first);
        else
            factor_->solve<block_columns>(X, first);
    }
    X.bottomRows(1).setZero();
    for (auto column : X.colwise()) column.array() -= column.mean();
}

Eigen::MatrixXd LaplaceSolver::solve(Eigen::MatrixXd B) const {
    solve_in_place(B);
    return B;
}

}  // namespace sigmatch
