#include "support/conic_points.h"

#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace sigmatch::testing {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// Solves the symmetric, indefinite system M u = r.
VectorXd solve_symmetric(MatrixXd M, VectorXd r) {
    const auto n = static_cast<int>(M.rows());
    std::vector<int> pivots(M.rows());
    if (LAPACKE_dsysv(LAPACK_COL_MAJOR, 'L', n, 1, M.data(), n, pivots.data(), r.data(), n) != 0)
        throw std::runtime_error("a singular system");
    return r;
}

/// The variable that is the first row of a cone, all by itself.
int bound_of(const CbfModel& model, const CbfModel::Domain& cone) {
    int variable = -1, entries = 0;
    for (Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator entry(model.A, cone.first); entry;
         ++entry) {
        if (entry.value() != 1) throw std::runtime_error("the bound of a norm is scaled");
        variable = static_cast<int>(entry.col());
        ++entries;
    }
    if (entries != 1 || model.b[cone.first] != 0)
        throw std::runtime_error("the bound of a norm is not a variable");
    return variable;
}

}  // namespace

void set_group(const CbfModel& model, const std::string& name, const MatrixXd& values, VectorXd& x) {
    const CbfModel::Group group = model.groups.at(name);
    if (group.size != values.size()) throw std::runtime_error(name + " has another size");
    for (Eigen::Index row = 0; row < values.rows(); ++row)
        for (Eigen::Index column = 0; column < values.cols(); ++column)
            x[group.first + row * values.cols() + column] = values(row, column);
}

MatrixXd permutation_matrix(const Match& match) {
    const auto n = static_cast<Eigen::Index>(match.size());
    MatrixXd P = MatrixXd::Zero(n, n);
    for (Eigen::Index i = 0; i < n; ++i) P(i, match[i]) = 1;
    return P;
}

void set_norms(const CbfModel& model, VectorXd& x) {
    const VectorXd value = model.A * x + model.b;
    for (const CbfModel::Domain& cone : model.rows)
        if (cone.cone == "Q") x[bound_of(model, cone)] = value.segment(cone.first + 1, cone.size - 1).norm();
}

double violation(const CbfModel& model, const VectorXd& x) {
    double worst = 0;
    const auto look_at = [&](const std::vector<CbfModel::Domain>& domains, const VectorXd& value) {
        for (const CbfModel::Domain& domain : domains) {
            const VectorXd part = value.segment(domain.first, domain.size);
            double miss = 0;
            if (domain.cone == "L+") miss = -part.minCoeff();
            if (domain.cone == "L=") miss = part.cwiseAbs().maxCoeff();
            if (domain.cone == "Q") miss = part.tail(part.size() - 1).norm() - part[0];
            worst = std::max(worst, miss);
        }
    };
    look_at(model.variables, x);
    look_at(model.rows, model.A * x + model.b);
    for (const int k : model.integers) worst = std::max(worst, std::abs(x[k] - std::round(x[k])));
    return worst;
}

namespace {

MatrixXd columns(const Eigen::SparseMatrix<double, Eigen::RowMajor>& A, const std::vector<int>& chosen) {
    Eigen::SparseMatrix<double> selection(A.cols(), static_cast<Eigen::Index>(chosen.size()));
    for (std::size_t k = 0; k < chosen.size(); ++k)
        selection.insert(chosen[k], static_cast<Eigen::Index>(k)) = 1;
    return A * selection;
}

/// Least squares over some variables, the others fixed: the sum of the weighted squared norms, subject to the
/// zero rows that have a say in them.
class LeastSquares {
public:
    LeastSquares(const CbfModel& model, const std::vector<int>& unknown, const VectorXd& x)
        : unknown_(unknown) {
        VectorXd others = x;
        others(unknown).setZero();
        const VectorXd fixed = model.A * others + model.b;
        const MatrixXd A = columns(model.A, unknown);
        std::vector<int> equations;
        for (const CbfModel::Domain& rows : model.rows)
            if (rows.cone == "Q") {
                const MatrixXd part = A.middleRows(rows.first + 1, rows.size - 1);
                const VectorXd constant = fixed.segment(rows.first + 1, rows.size - 1);
                norms_.push_back(
                    {bound_of(model, rows), part.transpose() * part, part.transpose() * constant});
            } else {
                for (int row = rows.first; row < rows.first + rows.size; ++row)
                    if (!A.row(row).isZero(0)) equations.push_back(row);
            }
        E_ = A(equations, Eigen::all);
        e_ = -fixed(equations);
    }

    void solve(VectorXd& x) const {
        const Eigen::Index n = E_.cols(), m = E_.rows();
        MatrixXd K = MatrixXd::Zero(n + m, n + m);
        VectorXd r = VectorXd::Zero(n + m);
        for (const Norm& norm : norms_) {
            K.topLeftCorner(n, n) += norm.weight * norm.H;
            r.head(n) -= norm.weight * norm.g;
        }
        K.bottomLeftCorner(m, n) = E_;
        r.tail(m) = e_;
        x(unknown_) = solve_symmetric(K, r).head(n);
    }

    /// So that the squares weigh as the norms do at x.
    void reweight(const CbfModel& model, const VectorXd& x) {
        for (Norm& norm : norms_) norm.weight = model.c[norm.t] / std::max(x[norm.t], 1e-9);
    }

private:
    struct Norm {  // its square is u'H u + 2 g'u + a constant
        int t;
        MatrixXd H;
        VectorXd g;
        double weight = 1;
    };
    std::vector<int> unknown_;
    std::vector<Norm> norms_;
    MatrixXd E_;
    VectorXd e_;
};

std::vector<int> members(const CbfModel& model, const std::vector<std::string>& groups) {
    std::vector<int> variables;
    for (const std::string& name : groups) {
        const CbfModel::Group group = model.groups.at(name);
        for (int k = 0; k < group.size; ++k) variables.push_back(group.first + k);
    }
    return variables;
}

}  // namespace

void set_least_squares(const CbfModel& model, const std::vector<std::string>& groups, VectorXd& x) {
    LeastSquares(model, members(model, groups), x).solve(x);
}

double least_value(const CbfModel& model, const Match& match) {
    VectorXd x = VectorXd::Zero(model.size());
    set_group(model, "P", permutation_matrix(match), x);
    std::vector<std::string> unknown;
    for (const auto& [name, group] : model.groups)
        if (name != "P" && !name.starts_with("t_")) unknown.push_back(name);
    LeastSquares problem(model, members(model, unknown), x);
    double value = 0, last = -1;
    for (int iteration = 0; iteration < 1000 && std::abs(value - last) > 1e-10 * value; ++iteration) {
        problem.solve(x);
        set_norms(model, x);
        problem.reweight(model, x);
        last = value;
        value = model.c.dot(x);
    }
    return value;
}

}  // namespace sigmatch::testing
