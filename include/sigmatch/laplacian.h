#pragma once

#include <Eigen/Sparse>
#include <memory>

#include "sigmatch/shape.h"

namespace sigmatch {

using SparseMatrix = Eigen::SparseMatrix<double>;

/// The cotangent stiffness matrix L (#V by #V): symmetric, positive semidefinite, rows summing to zero,
/// off-diagonal entries -(cot a + cot b) / 2. Independent of the shape's scale. A triangle without area is
/// treated as one of very small area, so that the entries stay finite.
SparseMatrix cotangent_stiffness(const Shape& shape);

/// A third of the area of its triangles, for each vertex.
Eigen::VectorXd lumped_mass(const Shape& shape);

/// Solves L x = b for the stiffness matrix of a connected shape, whose kernel are the constants.
/// One sparse factorisation serves every right-hand side: deformation operator and spectrum share it.
class LaplaceSolver {
public:
    /// Throws NumericalError if L cannot be factorised.
    explicit LaplaceSolver(const SparseMatrix& L);
    ~LaplaceSolver();
    LaplaceSolver(LaplaceSolver&&) noexcept;
    LaplaceSolver& operator=(LaplaceSolver&&) noexcept;

    /// As many columns are solved for at once: a multiple of them costs least.
    static constexpr int block_columns = 8;

    /// L^+ B: the solution with column sums zero, for each column of B (made to sum to zero first).
    Eigen::MatrixXd solve(Eigen::MatrixXd B) const;
    void solve_in_place(Eigen::MatrixXd& B) const;

private:
    struct Factor;
    std::unique_ptr<Factor> factor_;
};

}  // namespace sigmatch
