#include "sigmatch/spectrum.h"

#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "numerics/multiply.h"
#include "numerics/symmetric_eigen.h"
#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The operator A = M^1/2 L^+ M^1/2 on the complement of M^1/2 1. There it is the inverse of M^-1/2 L M^-1/2.
/// So its largest eigenvalues are the reciprocals of the smallest ones of that.
class InverseLaplacian {
public:
    InverseLaplacian(const LaplaceSolver& solver, const VectorXd& mass)
        : solver_(solver), root_mass_(mass.cwiseSqrt()), constant_(root_mass_.normalized()) {}

    Eigen::Index size() const { return root_mass_.size(); }

    void remove_constant(MatrixXd& X) const {
        for (auto column : X.colwise()) column -= constant_.dot(column) * constant_;
    }

    /// X = A X. In place, because on a large mesh allocating memory takes as long as the computation.
    void apply(MatrixXd& X) const {
        remove_constant(X);
        for (auto column : X.colwise()) column.array() *= root_mass_.array();
        solver_.solve_in_place(X);
        for (auto column : X.colwise()) column.array() *= root_mass_.array();
        remove_constant(X);
    }

private:
    const LaplaceSolver& solver_;
    VectorXd root_mass_, constant_;
};

struct Pairs {
    VectorXd values;
    MatrixXd vectors;
};

/// All eigenpairs of a small shape, by a dense decomposition. A Krylov space breaks down if it fills most of
/// the whole space.
Pairs dense_pairs(const InverseLaplacian& op, int count) {
    MatrixXd A = MatrixXd::Identity(op.size(), op.size());
    op.apply(A);
    const SymmetricEigen eigen = symmetric_eigen(0.5 * (A + A.transpose()));
    return {eigen.values.tail(count).reverse(), eigen.Q.rightCols(count).rowwise().reverse()};
}

/// Fixed start vectors. They have no symmetry, so that no symmetry of the shape makes them orthogonal to an
/// eigenvector.
MatrixXd start_block(Eigen::Index rows, int columns) {
    MatrixXd block(rows, columns);
    double k = 0;
    for (double& x : block.reshaped()) {
        k += 1;
        x = std::sin(1.0 + 0.7548776662466927 * k * k);
    }
    return block;
}

/// Orthonormalises the columns. Returns the triangular factor.
MatrixXd orthonormalise(MatrixXd& Q) {
    const auto rows = static_cast<lapack_int>(Q.rows()), columns = static_cast<lapack_int>(Q.cols());
    VectorXd tau(columns);
    if (LAPACKE_dgeqrf(LAPACK_COL_MAJOR, rows, columns, Q.data(), rows, tau.data()) != 0)
        throw NumericalError("the Laplacian's eigenvectors hold numbers that are not finite");
    const MatrixXd R = Q.topRows(columns).triangularView<Eigen::Upper>();
    LAPACKE_dorgqr(LAPACK_COL_MAJOR, rows, columns, columns, Q.data(), rows, tau.data());
    return R;
}

/// V = V S, a few rows at a time, because V may take most of the memory.
void combine(MatrixXd& V, const MatrixXd& S) {
    constexpr Eigen::Index slab = 4096;
    for (Eigen::Index row = 0; row < V.rows(); row += slab) {
        const Eigen::Index rows = std::min(slab, V.rows() - row);
        MatrixXd combined;
        multiply(false, false, 1, V.block(row, 0, rows, S.rows()), S, 0, combined);
        V.block(row, 0, rows, S.cols()) = combined;
    }
}

/// The `count` largest eigenpairs, by a block Krylov space with thick restarts (Stathopoulos, Saad and Wu
/// 1998). A block of p vectors finds eigenvalues of multiplicity up to p. Solving for p vectors at once takes
/// little more time than for one. `known` are the largest pairs that are known already.
Pairs iterative_pairs(const InverseLaplacian& op, int count, int p, const Pairs& known) {
    constexpr double tolerance = 1e-9;
    const int most = (std::max(2 * count + 20, count + 3 * p) + p - 1) / p * p,
              kept = count + (most - count) / 3;
    MatrixXd V(op.size(), most), T = MatrixXd::Zero(most, most);  // T = V' A V
    int k = static_cast<int>(known.values.size());
    bool is_restart = true;
    if (k > 0) {
        V.leftCols(k) = known.vectors;
        T.diagonal().head(k) = known.values;
    }
    MatrixXd next = start_block(op.size(), p);
    op.remove_constant(next);
    if (k > 0) next -= known.vectors * (known.vectors.transpose() * next);
    orthonormalise(next);
    for (int steps = 0; steps < 2000; ++steps) {
        V.middleCols(k, p) = next;
        op.apply(next);
        k += p;
        // A times a block is coupled to the last two blocks alone, except after a restart. A second time with
        // all blocks, because the rounding errors that the first leaves would grow.
        const int coupled = is_restart ? k : 2 * p;
        MatrixXd coupling = MatrixXd::Zero(k, p), some, rest;
        multiply(true, false, 1, V.middleCols(k - coupled, coupled), next, 0, some);
        multiply(false, false, -1, V.middleCols(k - coupled, coupled), some, 1, next);
        multiply(true, false, 1, V.leftCols(k), next, 0, rest);
        multiply(false, false, -1, V.leftCols(k), rest, 1, next);
        coupling.bottomRows(coupled) = some;
        coupling += rest;
        is_restart = false;
        T.block(0, k - p, k, p) = coupling;
        T.block(k - p, 0, p, k) = coupling.transpose();
        const MatrixXd R = orthonormalise(next);
        // If the space is exhausted, the vector that replaces a zero vector may lie in it.
        if (R.diagonal().cwiseAbs().minCoeff() < 1e-12 * T.diagonal().cwiseAbs().maxCoeff()) {
            op.remove_constant(next);
            next -= V.leftCols(k) * (V.leftCols(k).transpose() * next).eval();
            orthonormalise(next);
            is_restart = true;
        }
        if (k < std::min(most, count + 2 * p)) continue;

        const SymmetricEigen ritz = symmetric_eigen(T.topLeftCorner(k, k));
        const VectorXd theta = ritz.values.reverse();
        const MatrixXd S = ritz.Q.rowwise().reverse();
        const MatrixXd residuals = R * S.bottomRows(p);
        const Eigen::ArrayXd small = tolerance * theta.head(count).array().max(1e-9 * theta[0]);
        const bool done = (residuals.leftCols(count).colwise().norm().transpose().array() <= small).all();
        if (done) {
            combine(V, S.leftCols(count));
            return {theta.head(count), V.leftCols(count)};
        }
        if (k + p <= most) continue;
        combine(V, S.leftCols(kept));
        T.setZero();
        T.topLeftCorner(kept, kept).diagonal() = theta.head(kept);
        k = kept;
        is_restart = true;
    }
    throw NumericalError("the Laplacian's eigenvectors did not converge");
}

/// The length of the longest run of nearly equal values.
int largest_cluster(const VectorXd& values) {
    int largest = 1;
    for (Eigen::Index first = 0, k = 0; k < values.size(); ++k) {
        if (std::abs(values[k] - values[first]) > 1e-6 * values[first]) first = k;
        largest = std::max(largest, static_cast<int>(k - first) + 1);
    }
    return largest;
}

Pairs largest_pairs(const InverseLaplacian& op, int count, const Pairs& known) {
    constexpr int dense_below = 400, p = LaplaceSolver::block_columns;
    if (op.size() < std::max(dense_below, 4 * count)) return dense_pairs(op, count);
    // Symmetries in space make at most five values equal. If as many values are equal as the block has
    // vectors, there may be more of them.
    Pairs found = iterative_pairs(op, count, p, known);
    return largest_cluster(found.values) < p ? found : iterative_pairs(op, count, 4 * p, {});
}

}  // namespace

Spectrum laplacian_spectrum(const LaplaceSolver& solver, const Eigen::VectorXd& mass, int count,
                            const Spectrum& known) {
    count = std::min(count, static_cast<int>(mass.size()) - 2);
    Pairs start;
    if (known.values.size() > 0 && known.values.size() < count)
        start = {known.values.cwiseInverse(), mass.cwiseSqrt().asDiagonal() * known.vectors};
    const Pairs found = largest_pairs(InverseLaplacian(solver, mass), count, start);
    // A vertex without area has no weight in the eigenproblem; its value is zero.
    const Eigen::ArrayXd weight = (mass.array() > 0).select(mass.array().max(1e-300).rsqrt(), 0);
    // Keeps values finite that only rounding distinguishes from infinity.
    const VectorXd values = found.values.cwiseMax(1e-14 * found.values[0]);
    return {values.cwiseInverse(), weight.matrix().asDiagonal() * found.vectors};
}

}  // namespace sigmatch
