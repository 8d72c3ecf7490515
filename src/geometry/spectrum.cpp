#include "sigmatch/spectrum.h"

#include <Spectra/SymEigsSolver.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "linear_algebra/symmetric_eigen.h"
#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

/// M^1/2 L^+ M^1/2 on the complement of M^1/2 1, where it is the inverse of M^-1/2 L M^-1/2: its largest
/// eigenvalues are the reciprocals of the smallest ones wanted. Eigenvectors that are known can be taken out.
class InverseLaplacian {
public:
    using Scalar = double;

    InverseLaplacian(const LaplaceSolver& solver, const Eigen::VectorXd& mass)
        : solver_(solver), root_mass_(mass.cwiseSqrt()), known_(root_mass_.normalized()) {}

    Eigen::Index rows() const { return root_mass_.size(); }
    Eigen::Index cols() const { return root_mass_.size(); }

    void take_out(const Eigen::MatrixXd& eigenvectors) {
        known_.conservativeResize(Eigen::NoChange, known_.cols() + eigenvectors.cols());
        known_.rightCols(eigenvectors.cols()) = eigenvectors;
    }

    void perform_op(const double* in, double* out) const {
        const Eigen::Map<const Eigen::VectorXd> x(in, rows());
        Eigen::Map<Eigen::VectorXd> y(out, rows());
        const Eigen::VectorXd deflated = x - known_ * (known_.transpose() * x);
        y = root_mass_.cwiseProduct(solver_.solve(root_mass_.cwiseProduct(deflated)).col(0));
        y -= known_ * (known_.transpose() * y).eval();
    }

private:
    const LaplaceSolver& solver_;
    Eigen::VectorXd root_mass_;
    Eigen::MatrixXd known_;
};

struct Pairs {
    Eigen::VectorXd values;
    Eigen::MatrixXd vectors;
};

Pairs largest_pairs(InverseLaplacian& op, int count, int krylov_size) {
    Spectra::SymEigsSolver<InverseLaplacian> eigs(op, count, krylov_size);
    // A fixed start that no symmetry of the shape makes orthogonal to an eigenvector.
    Eigen::VectorXd start(op.rows());
    for (Eigen::Index v = 0; v < start.size(); ++v) {
        const double k = static_cast<double>(v) + 1;
        start[v] = std::sin(1.0 + 0.7548776662466927 * k * k);
    }
    eigs.init(start.data());
    eigs.compute(Spectra::SortRule::LargestAlge, 1000, 1e-10, Spectra::SortRule::LargestAlge);
    if (eigs.info() != Spectra::CompInfo::Successful)
        throw NumericalError("the Laplacian's eigenvectors did not converge");
    return {eigs.eigenvalues(), eigs.eigenvectors()};
}

/// All eigenpairs, by a dense decomposition: a Krylov space breaks down when it fills most of a small space.
Pairs dense_pairs(const InverseLaplacian& op, int count) {
    const Eigen::Index n = op.rows();
    Eigen::MatrixXd A(n, n);
    for (Eigen::Index v = 0; v < n; ++v) {
        const Eigen::VectorXd unit = Eigen::VectorXd::Unit(n, v);
        op.perform_op(unit.data(), A.col(v).data());
    }
    const SymmetricEigen eigen = symmetric_eigen(0.5 * (A + A.transpose()));
    return {eigen.values.tail(count).reverse(), eigen.Q.rightCols(count).rowwise().reverse()};
}

/// The largest `count`, by Krylov spaces.
Pairs iterative_pairs(InverseLaplacian& op, int count) {
    const Eigen::Index n = op.rows();
    Pairs found = largest_pairs(op, count, 2 * count + 20);
    op.take_out(found.vectors);
    // A Krylov space holds one vector of each eigenspace, and copies of a multiple eigenvalue enter it only
    // by rounding. So look whether the rest of the space still holds a value among those found.
    for (;;) {
        constexpr int block = 3;
        const Pairs missed = largest_pairs(op, block, 24);
        if (missed.values[0] <= found.values[count - 1] * (1 + 1e-7)) return found;
        op.take_out(missed.vectors);
        Eigen::MatrixXd vectors(n, count + block);
        Eigen::VectorXd values(count + block);
        vectors << found.vectors, missed.vectors;
        values << found.values, missed.values;
        std::vector<int> order(count + block);
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int p, int q) { return values[p] > values[q]; });
        order.resize(count);
        found = {values(order), vectors(Eigen::all, order)};
    }
}

}  // namespace

Spectrum laplacian_spectrum(const LaplaceSolver& solver, const Eigen::VectorXd& mass, int count) {
    constexpr int dense_below = 400;
    const int n = static_cast<int>(mass.size());
    count = std::min(count, n - 2);
    InverseLaplacian op(solver, mass);
    const Pairs found =
        n < std::max(dense_below, 4 * count) ? dense_pairs(op, count) : iterative_pairs(op, count);
    // A vertex without area has no weight in the eigenproblem, and no value.
    const Eigen::ArrayXd weight = (mass.array() > 0).select(mass.array().max(1e-300).rsqrt(), 0);
    return {found.values.cwiseInverse(), weight.matrix().asDiagonal() * found.vectors};
}

}  // namespace sigmatch
