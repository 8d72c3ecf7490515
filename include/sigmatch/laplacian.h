#pragma once

#include <Eigen/Sparse>
#include <memory>
#include <vector>

#include "sigmatch/bridges.h"
#include "sigmatch/shape.h"

namespace sigmatch {

using SparseMatrix = Eigen::SparseMatrix<double>;

/// The cotangent stiffness matrix L (#V by #V): symmetric, positive semidefinite, row sums zero, off-diagonal
/// entries -(cot a + cot b) / 2. It does not depend on the scale of the shape. A triangle without area is
/// treated as one of very small area, so that the entries stay finite.
SparseMatrix cotangent_stiffness(const Shape& shape);

/// For each vertex, a third of the area of its triangles.
Eigen::VectorXd lumped_mass(const Shape& shape);

/// Stiffness matrix and lumped mass.
struct LaplaceOperator {
    SparseMatrix stiffness;
    Eigen::VectorXd mass;  ///< the diagonal of the mass matrix
};

/// The Laplacian of any set of triangles (Sharp and Crane 2020). All entries are finite, and no off-diagonal
/// entry is positive. Only a vertex without a face has mass zero. The stiffness matrix is the cotangent
/// matrix of the intrinsic Delaunay triangulation of the shape's tufted cover. If a triangle is degenerate,
/// all edges of the cover are lengthened by a tiny amount first. For a Delaunay mesh it equals
/// cotangent_stiffness().
LaplaceOperator intrinsic_delaunay_laplacian(const Shape& shape);

/// Which operator a shape gets.
enum class Laplacian {
    robust,     ///< intrinsic_delaunay_laplacian() of the mended mesh
    cotangent,  ///< cotangent_stiffness() of the mesh as it is: the paper's choice
};
constexpr const char* name(Laplacian laplacian) {
    return laplacian == Laplacian::robust ? "robust" : "cotangent";
}

/// The operator that sigmatch uses: of the given kind, with the bridges as additional edges. The weight of a
/// bridge is mean edge / (sqrt(3) length). If the bridge is as long as the mean edge, this is the weight of
/// an edge in a mesh of equilateral triangles.
LaplaceOperator laplace_operator(const Shape& shape, const std::vector<Bridge>& bridges = {},
                                 Laplacian kind = Laplacian::robust);

/// Solves L x = b for the stiffness matrix L of a connected shape. The kernel of L are the constants. L is
/// factorised once; the deformation operator and the spectrum share the factorisation.
class LaplaceSolver {
public:
    /// Throws NumericalError if L cannot be factorised.
    explicit LaplaceSolver(const SparseMatrix& L);
    ~LaplaceSolver();
    LaplaceSolver(LaplaceSolver&&) noexcept;
    LaplaceSolver& operator=(LaplaceSolver&&) noexcept;

    /// Solves this many columns at once; batches of this size are fastest.
    static constexpr int block_columns = 8;

    /// L^+ B. The mean of each column of B is subtracted first. The columns of the result sum to zero.
    Eigen::MatrixXd solve(Eigen::MatrixXd B) const;
    void solve_in_place(Eigen::MatrixXd& B) const;

private:
    struct Factor;
    std::unique_ptr<Factor> factor_;
};

}  // namespace sigmatch
