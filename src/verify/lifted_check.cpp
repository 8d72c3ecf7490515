#include "verify/lifted_check.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "verify/matchings.h"
#include "verify/product.h"
#include "verify/require.h"
#include "verify/rounding.h"
#include "verify/stated_features.h"

namespace sigmatch {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Entry {
    int i, j;
};

bool exclude_each_other(Entry p, Entry q) {
    return p.i == q.i || p.j == q.j;
}

/// The quadratic that L lifts. form_x acts on the rows of P, form_y on its columns.
struct Quadratic {
    MatrixXd form_x, form_y, gram_x, gram_y;
    double features = 0;     ///< factor of the squared features
    double entry_error = 0;  ///< bound on the rounding error of every entry of L
};

// Coefficients g_i, rounded down, with phi^2 / w >= sum_i g_i |basis_i Z|^2 for matches whose share lies in
// the interval. The divisor 1 + |basis basis' - I| makes up for rows that are not quite orthonormal.
VectorXd coefficients(const StatedProblem::Side& side, double w, const ShareBox::Interval& shares,
                      double unit) {
    const Eigen::Index rank = side.s.size(), n = side.basis.cols();
    if (rank == 0) return {};
    MatrixXd excess = product(side.basis, side.basis.transpose());
    excess.diagonal().array() -= 1;
    const double skew = excess.norm() + 2 * static_cast<double>(rank) * gamma(n + 2.0) * (1 + excess.norm());
    const auto at = [&](double share) -> Eigen::ArrayXd {
        return 1 / (share / (side.a * side.a) + (1 - share) / (side.b * side.b * side.s.array()));
    };
    return (at(shares.least).min(at(shares.largest)) / (w * unit * unit * (1 + skew)) * (1 - gamma(20)))
        .matrix();
}

Quadratic make_quadratic(const StatedProblem& problem, const LiftedEvidence& evidence, double unit) {
    const auto form = [](const StatedProblem::Side& side, const VectorXd& k) -> MatrixXd {
        return product(side.basis.transpose(), k.asDiagonal() * side.basis);
    };
    const auto largest_terms = [](const StatedProblem::Side& side, const VectorXd& k) -> double {
        const MatrixXd absolute = side.basis.cwiseAbs();
        const double largest =
            k.size() == 0 ? 0.0 : product(absolute.transpose(), k.asDiagonal() * absolute).maxCoeff();
        require(largest < huge, "weights or shares make the quadratic too large");
        return largest;
    };
    const auto largest_gram = [](const Points& points) {
        const MatrixXd absolute = points.cwiseAbs();
        return product(absolute, absolute.transpose()).maxCoeff();
    };
    const VectorXd kx = coefficients(problem.x, evidence.weights[0], evidence.box.x, unit),
                   ky = coefficients(problem.y, evidence.weights[1], evidence.box.y, unit);
    Quadratic quadratic{form(problem.x, kx), form(problem.y, ky),
                        product(problem.points_x, problem.points_x.transpose()),
                        product(problem.points_y, problem.points_y.transpose())};
    quadratic.features = 1 / (unit * unit * evidence.weights[2]) * (1 - gamma(20));
    const double features_size = quadratic.features * largest_square(problem);
    require(features_size < huge, "weights make the features too large");
    quadratic.entry_error =
        gamma(problem.size() + 40.0) *
            (largest_terms(problem.x, kx) * largest_gram(problem.points_y) +
             largest_terms(problem.y, ky) * largest_gram(problem.points_x) + features_size) +
        negligible;
    return quadratic;
}

MatrixXd lift(const StatedProblem& problem, const Quadratic& q, const std::vector<Entry>& entries) {
    const auto size = static_cast<Eigen::Index>(entries.size()) + 1;
    MatrixXd L = MatrixXd::Zero(size, size);
    for (Eigen::Index t = 1; t < size; ++t) {
        const auto [k, l] = entries[t - 1];
        for (Eigen::Index s = 1; s < size; ++s) {
            const auto [i, j] = entries[s - 1];
            if (s != t && exclude_each_other(entries[s - 1], entries[t - 1])) continue;
            L(s, t) = q.form_x(i, k) * q.gram_y(j, l) + q.form_y(j, l) * q.gram_x(i, k);
            if (s != t) L(s, t) += 0.5 * q.features * square_together(problem, i, j, k, l);
        }
        L(t, t) += q.features * square_alone(problem, k, l);
    }
    return L;
}

// Whether y'Z y <= lambda |y|^2 for every lifted match y. The columns of G are the row and column sums of P,
// so G'y = 0 exactly. Hence it is enough that T = lambda I + raise G G' + G M' + M G' - Z has no negative
// eigenvalue, for some M and raise >= 0. M is chosen to cancel the part of Z outside of the face.
bool is_above(double lambda, const MatrixXd& Z, const std::vector<Entry>& entries, int n) {
    const auto size = Z.rows();
    MatrixXd G = MatrixXd::Zero(size, 2 * n);
    G.row(0).setConstant(-1);
    for (size_t s = 0; s < entries.size(); ++s)
        G(static_cast<Eigen::Index>(s) + 1, entries[s].i) =
            G(static_cast<Eigen::Index>(s) + 1, n + entries[s].j) = 1;
    const MatrixXd sums = G.transpose();
    MatrixXd normal = product(sums, G);
    normal.diagonal().array() += 1e-10 * normal.diagonal().mean();
    const Eigen::LDLT<MatrixXd> inverse(normal);
    const MatrixXd H = inverse.solve(product(sums, Z));  // G H is the part of Z in the span of G
    const MatrixXd half = inverse.solve(product(sums, H.transpose()));
    const MatrixXd M = H.transpose() - 0.5 * product(G, half.transpose());
    if (!M.allFinite()) return false;
    const double raise = 10 * (1 + std::abs(lambda));
    MatrixXd T = product(G, (raise * G + M).transpose()) + product(M, sums) - Z;
    T.diagonal().array() += lambda;
    // The margin covers rounding in T, whose entries are sums of at most 4n + 2 numbers, and Rump's bound for
    // Cholesky's factorisation.
    const double largest_sum =
        4.0 * n * (M.cwiseAbs().maxCoeff() + raise) + Z.cwiseAbs().maxCoeff() + std::abs(lambda);
    const double margin = static_cast<double>(size) * gamma(4.0 * n + 8) * largest_sum +
                          2 * gamma(static_cast<double>(size) + 4) * T.diagonal().cwiseAbs().sum();
    T.diagonal().array() -= margin;
    if (!T.allFinite()) return false;
    const Eigen::LLT<MatrixXd> factor(T);
    return factor.info() == Eigen::Success && factor.matrixLLT().allFinite();
}

/// An assignment problem with column prices v and the largest row prices that v allows. Forbidden costs are
/// infinite. `sum`, the sum of all prices, bounds the cost of every assignment from below. `size` is the
/// largest number that occurs.
struct Priced {
    Priced(const MatrixXd& cost, const VectorXd& v) : rows(cost.rows()) {
        double magnitudes = v.cwiseAbs().sum();
        sum = v.sum();
        for (Eigen::Index i = 0; i < cost.rows(); ++i) {
            rows[i] = (cost.row(i) - v.transpose()).minCoeff();
            sum += rows[i];
            magnitudes += std::abs(rows[i]);
        }
        sum -= gamma(2.0 * static_cast<double>(cost.rows()) + 4) * magnitudes;
        size = std::max(v.cwiseAbs().maxCoeff(), rows.cwiseAbs().maxCoeff());
        feasible = rows.maxCoeff() < unbounded;
    }
    VectorXd rows;
    double sum = 0, size = 0;
    bool feasible = true;  ///< false: a row has no allowed entry
};

// An assignment that contains (i, j) costs at least the sum of prices plus the detour of (i, j). The detour
// is the reduced cost of (i, j), plus the least reduced costs of the exchanges of columns of the reference
// that make room for (i, j).
MatrixXd least_detours(const MatrixXd& cost, const VectorXd& u, const VectorXd& v, const Match& reference) {
    const Eigen::Index n = cost.rows();
    MatrixXd way(n, n), detours(n, n);
    for (Eigen::Index k = 0; k < n; ++k)
        for (Eigen::Index i = 0; i < n; ++i)
            way(i, k) = std::max(0.0, cost(i, reference[k]) - u[i] - v[reference[k]]);
    const MatrixXd reduced = way;
    way.diagonal().setZero();
    for (Eigen::Index via = 0; via < n; ++via)
        for (Eigen::Index k = 0; k < n; ++k)
            for (Eigen::Index i = 0; i < n; ++i) way(i, k) = std::min(way(i, k), way(i, via) + way(via, k));
    for (Eigen::Index k = 0; k < n; ++k)
        for (Eigen::Index i = 0; i < n; ++i) detours(i, reference[k]) = reduced(i, k) + way(k, i);
    return detours;
}

void check_numbers(const LiftedEvidence& e, int n, Eigen::Index entries) {
    require(n >= 2 && e.mask.rows() == n && e.mask.cols() == n, "a mask has the wrong size");
    require(std::all_of(e.weights.begin(), e.weights.end(), is_in_range), "weights are out of range");
    for (const ShareBox::Interval& shares : {e.box.x, e.box.y})
        require(0 <= shares.least && shares.least <= shares.largest && shares.largest <= 1,
                "shares are not in [0, 1]");
    require(
        e.Z.rows() == entries + 1 && e.Z.cols() == entries + 1 && e.Z.allFinite() && e.Z == e.Z.transpose(),
        "the dual matrix does not fit its mask");
    require(std::abs(e.lambda) < huge, "lambda is out of range");
    require(!e.inner_prices.empty() && e.outer_prices.rows() == n &&
                e.outer_prices.cols() == static_cast<Eigen::Index>(e.inner_prices.size()) &&
                (e.outer_prices.array().abs() < huge).all(),
            "the prices do not fit");
    for (const Eigen::MatrixXf& prices : e.inner_prices)
        require(prices.rows() == n && prices.cols() == entries && prices.allFinite(),
                "the prices do not fit");
    std::vector<bool> taken(n, false);
    require(static_cast<int>(e.reference.size()) == n, "a reference is not a permutation");
    for (int j : e.reference) {
        require(j >= 0 && j < n && !taken[j], "a reference is not a permutation");
        taken[j] = true;
    }
}

}  // namespace

ProvenBound proven_bound(const StatedProblem& problem, const LiftedEvidence& evidence, double unit) {
    const int n = problem.size();
    std::vector<Entry> entries;
    for (int i = 0; i < evidence.mask.rows(); ++i)
        for (int j = 0; j < evidence.mask.cols(); ++j)
            if (evidence.mask(i, j)) entries.push_back({i, j});
    const auto count = static_cast<Eigen::Index>(entries.size());
    check_numbers(evidence, n, count);
    const MatrixXd Z = evidence.Z.cast<double>();
    require(is_above(evidence.lambda, Z, entries, n), "lambda is not above the largest eigenvalue");

    const Quadratic quadratic = make_quadratic(problem, evidence, unit);
    MatrixXd C = lift(problem, quadratic, entries) + Z;
    const ProvenBound no_match{unbounded, MatrixXd::Constant(n, n, unbounded)};
    const auto rounds = evidence.inner_prices.size();
    VectorXd linear = C.diagonal() + 2 * C.col(0);
    for (Eigen::Index s = 1; s <= count; ++s)
        if (!holds_match_with(evidence.mask, entries[s - 1].i, entries[s - 1].j)) linear[s] = unbounded;
    double value = C(0, 0) - (n + 1) * evidence.lambda;
    double size = 0;  // the largest number that occurs
    const auto meet = [&size](double number) {
        size = std::max(size, std::abs(number));
        require(size < huge, "its numbers grow beyond all bounds");
    };
    require(C.allFinite(), "the quadratic is not finite");
    meet(3 * C.cwiseAbs().maxCoeff() + (n + 1) * std::abs(evidence.lambda));
    MatrixXd inner(n, n), outer(n, n);
    for (size_t round = 0;; ++round) {
        const bool last = round + 1 == rounds;
        outer.setConstant(unbounded);
        for (Eigen::Index s = 1; s <= count; ++s) {
            const Entry at = entries[s - 1];
            inner.setConstant(unbounded);
            inner(at.i, at.j) = 0;
            for (Eigen::Index t = 1; t <= count; ++t)
                if (!exclude_each_other(at, entries[t - 1]))
                    inner(entries[t - 1].i, entries[t - 1].j) = last ? C(t, s) : C(t, s) + C(s, t);
            const VectorXd v = evidence.inner_prices[round].col(s - 1).cast<double>();
            const Priced priced(inner, v);
            if (!priced.feasible || linear[s] == unbounded) continue;
            outer(at.i, at.j) = linear[s] + priced.sum;
            meet(priced.size);
            meet(outer(at.i, at.j));
            if (last) continue;
            for (Eigen::Index t = 1; t <= count; ++t) {
                const Entry other = entries[t - 1];
                if (exclude_each_other(at, other)) continue;
                C(t, s) = C(s, t) = 0.5 * (inner(other.i, other.j) - priced.rows[other.i] - v[other.j]);
                meet(C(t, s));
            }
        }
        const VectorXd v = evidence.outer_prices.col(static_cast<Eigen::Index>(round));
        const Priced priced(outer, v);
        if (!priced.feasible) return no_match;
        meet(priced.size);
        value += priced.sum;
        meet(value);
        if (last) {
            // The most that rounding in C, and in passing slack between its entries, can add to a match.
            const double error = std::pow(n + 1, 2) *
                                 (quadratic.entry_error + gamma(20.0 * static_cast<double>(rounds)) * size);
            value -= error + gamma(16) * std::abs(value);
            const MatrixXd detours =
                least_detours(outer, priced.rows, v, evidence.reference) * (1 - gamma(4.0 * n));
            return {value, (detours.array() + value - gamma(8.0 * n) * size).matrix()};
        }
        // The slack of the outer assignment goes back to the rows, in equal parts.
        for (Eigen::Index s = 1; s <= count; ++s) {
            const Entry at = entries[s - 1];
            const double rest = outer(at.i, at.j) - priced.rows[at.i] - v[at.j];
            linear[s] = rest < unbounded ? 0 : unbounded;
            if (rest == unbounded) continue;
            for (Eigen::Index t = 1; t <= count; ++t)
                if (!exclude_each_other(at, entries[t - 1])) {
                    C(t, s) += rest / (n - 1);
                    meet(C(t, s));
                }
        }
    }
}

}  // namespace sigmatch
