#include "sigmatch/spectrum.h"

#include <Spectra/SymEigsSolver.h>

#include <algorithm>

#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

/// M^1/2 L^+ M^1/2 on the complement of M^1/2 1, where it is the inverse of M^-1/2 L M^-1/2: its largest
/// eigenvalues are the reciprocals of the smallest ones wanted.
class InverseLaplacian {
public:
    using Scalar = double;

    InverseLaplacian(const LaplaceSolver& solver, const Eigen::VectorXd& mass)
        : solver_(solver), root_mass_(mass.cwiseSqrt()), constant_(root_mass_.normalized()) {}

    Eigen::Index rows() const { return root_mass_.size(); }
    Eigen::Index cols() const { return root_mass_.size(); }

    void perform_op(const double* in, double* out) const {
        const Eigen::Map<const Eigen::VectorXd> x(in, rows());
        Eigen::Map<Eigen::VectorXd> y(out, rows());
        const Eigen::VectorXd deflated = x - constant_ * constant_.dot(x);
        const Eigen::VectorXd solved = solver_.solve(root_mass_.cwiseProduct(deflated));
        y = root_mass_.cwiseProduct(solved);
        y -= constant_ * constant_.dot(y);
    }

private:
    const LaplaceSolver& solver_;
    Eigen::VectorXd root_mass_, constant_;
};

}  // namespace

Spectrum laplacian_spectrum(const LaplaceSolver& solver, const Eigen::VectorXd& mass, int count) {
    const int n = static_cast<int>(mass.size());
    count = std::min(count, n - 2);
    const int krylov_size = std::min(n, 2 * count + 20);
    InverseLaplacian op(solver, mass);
    Spectra::SymEigsSolver<InverseLaplacian> eigs(op, count, krylov_size);
    // A fixed start that no symmetry of the shape makes orthogonal to an eigenvector.
    Eigen::VectorXd start(n);
    for (int v = 0; v < n; ++v) start[v] = std::sin(1.0 + 0.7548776662466927 * (v + 1.0) * (v + 1.0));
    eigs.init(start.data());
    eigs.compute(Spectra::SortRule::LargestAlge, 1000, 1e-10, Spectra::SortRule::LargestAlge);
    if (eigs.info() != Spectra::CompInfo::Successful)
        throw NumericalError("the Laplacian's eigenvectors did not converge");
    Spectrum spectrum;
    spectrum.values = eigs.eigenvalues().cwiseInverse();
    spectrum.vectors = mass.cwiseSqrt().cwiseInverse().asDiagonal() * eigs.eigenvectors();
    return spectrum;
}

}  // namespace sigmatch
