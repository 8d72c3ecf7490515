#pragma once

#include <Eigen/Sparse>
#include <memory>
#include <vector>

#include "sigmatch/bridges.h"
#include "sigmatch/shape.h"

namespace sigmatch {

using SparseMatrix = Eigen::SparseMatrix<double>;

/// The cotangent stiffness matrix L (#V by #V): symmetric, positive semidefinite, rows summing to zero,
/// off-diagonal entries -(cot a + cot b) / 2. Independent of the shape's scale. A triangle without area is
/// treated as one of very small area, so that the entries stay finite.
SparseMatrix cotangent_stiffness(const Shape& shape);

/// A third of the area of its triangles, for each vertex.
Eigen::VectorXd lumped_mass(const Shape& shape);

/// Stiffness matrix and lumped mass.
struct LaplaceOperator {
    SparseMatrix stiffness;
    Eigen::VectorXd mass;  ///< the diagonal of the mass matrix
};

/// The operator of any set of triangles: finite, with no off-diagonal entry above zero and no mass of zero
/// but that of a vertex without a face. It is the cotangent stiffness matrix of the intrinsic Delaunay
/// triangulation of the shape's tufted cover, whose edges are lengthened by next to nothing where a triangle
/// is degenerate (Sharp and Crane 2020). Where the shape is Delaunay already, it is the plain one.
LaplaceOperator intrinsic_delaunay_laplacian(const Shape& shape);

/// Which operator a shape gets.
enum class Laplacian {
    robust,     ///< intrinsic_delaunay_laplacian(), of the mesh without its flaws
    cotangent,  ///< the plain one of the mesh as it is, the paper's choice
};
const char* name(Laplacian laplacian);

/// The operator that sigmatch works with: of the kind asked for, with the bridges as further edges. A bridge
/// has the weight of a strip as wide as the mean edge: 1 / sqrt(3) if it is as long as that, as in a mesh of
/// equilateral triangles, and less in proportion if it is longer.
LaplaceOperator laplace_operator(const Shape& shape, const std::vector<Bridge>& bridges = {},
                                 Laplacian kind = Laplacian::robust);

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
