#pragma once

#include <Eigen/Core>
#include <limits>
#include <vector>

#include "sigmatch/problem.h"

namespace sigmatch {

/// Row-major, because the kernel scans rows. A forbidden entry is infinite.
using CostMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline constexpr double forbidden = std::numeric_limits<double>::infinity();

/// Solves the linear assignment problem by successive shortest augmenting paths with potentials. Keeps the
/// potentials, so that the next, similar problem starts from them. Use one object per thread. It allocates
/// only when n grows.
class Assignment {
public:
    /// Sets the column potentials that the next solve starts from, instead of the last ones.
    void start_from(const Eigen::Ref<const Eigen::VectorXd>& v) { v_.assign(v.data(), v.data() + v.size()); }

    /// Solves for `cost` (n by n). False if no permutation avoids the forbidden entries.
    bool solve(const CostMatrix& cost);

    /// Column of each row in the optimum.
    const Match& match() const { return column_of_row_; }

    /// A lower bound of the cost of every assignment, equal to the optimum up to rounding. It is computed
    /// from the potentials alone and corrected for their rounding errors.
    double bound() const { return bound_; }

    /// Potentials u, v with u_i + v_j <= cost(i, j) up to rounding, and equality on the optimum.
    const std::vector<double>& row_potentials() const { return u_; }
    const std::vector<double>& column_potentials() const { return v_; }

    /// forced(i, j): the least cost of an assignment that contains (i, j); infinite if (i, j) is forbidden or
    /// impossible. Follows from all shortest paths in the residual graph of the optimum.
    const CostMatrix& forced_bounds(const CostMatrix& cost);

private:
    void augment(const CostMatrix& cost, int row);

    Match column_of_row_, row_of_column_;
    std::vector<double> u_, v_;
    std::vector<double> distance_;
    std::vector<int> predecessor_;
    std::vector<char> scanned_;
    double bound_ = 0;
    bool feasible_ = false;
    CostMatrix residual_, forced_;
};

}  // namespace sigmatch
