#include "model/programmes.h"

#include <fmt/core.h>

#include <numeric>

#include "model/conic_builder.h"
#include "model/feature_norm.h"
#include "numerics/symmetric_eigen.h"
#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// The variables P, with P 1 = 1, P' 1 = 1, and zeros at pairs that are not allowed.
void add_permutation(ConicBuilder& builder, const Mask& allowed) {
    const Index n = allowed.rows();
    builder.add_variables(Cone::nonnegative, n * n, "P", fmt::format("{} x {}, integer", n, n));
    builder.set_integers(n * n);
    const Index rows = builder.add_rows(Cone::zero, n, "row sums", "P 1 - 1 = 0");
    const Index columns = builder.add_rows(Cone::zero, n, "column sums", "P' 1 - 1 = 0");
    for (Index i = 0; i < n; ++i) {
        builder.set_constant(rows + i, -1);
        builder.set_constant(columns + i, -1);
        for (Index j = 0; j < n; ++j) {
            builder.add_entry(rows + i, i * n + j, 1);
            builder.add_entry(columns + j, i * n + j, 1);
        }
    }
    if (allowed.all()) return;
    Index row = builder.add_rows(Cone::zero, n * n - allowed.count(), "pruned", "P(i, j) = 0");
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            if (!allowed(i, j)) builder.add_entry(row++, i * n + j, 1);
}

/// One shape and the targets of its keypoints.
struct BentSide {
    bool is_x;
    const Deformation& deformation;
    const Points& targets;  ///< the keypoints of the other shape

    const char* letter() const { return is_x ? "x" : "y"; }
    const char* pose() const { return is_x ? "X in the pose of Y" : "Y in the pose of X"; }
    /// The variable P(i, j) that draws keypoint k to target l.
    std::pair<Index, Index> entry(Index k, Index l) const { return is_x ? std::pair{k, l} : std::pair{l, k}; }
};

/// The term a |V - P Y_J|. Keypoint k is row keypoints[k] of the matrix (3 columns) that starts at variable
/// `first`.
void add_meeting(ConicBuilder& builder, const BentSide& side, const Mask& allowed, const char* V, Index first,
                 const Keypoints& keypoints) {
    const Index n = allowed.rows();
    Index row = builder.add_norm(fmt::format("rec_{}", side.letter()), side.deformation.a, 3 * n,
                                 fmt::format("|{} - {}|", V, side.is_x ? "P Y_J" : "P' X_I"));
    for (Index k = 0; k < n; ++k)
        for (Index c = 0; c < 3; ++c, ++row) {
            builder.add_entry(row, first + 3 * keypoints[static_cast<std::size_t>(k)] + c, 1);
            for (Index l = 0; l < n; ++l) {
                const auto [i, j] = side.entry(k, l);
                if (allowed(i, j)) builder.add_entry(row, i * n + j, -side.targets(l, c));
            }
        }
}

/// The term b |S^1/2 V|. V (n x 3) starts at variable `first`.
void add_reduced_bending(ConicBuilder& builder, const BentSide& side, Index first) {
    const SymmetricEigen eigen = symmetric_eigen(side.deformation.S);
    const Index rank = (eigen.values.array() > relative_rank_threshold * eigen.values.maxCoeff()).count();
    const MatrixXd root_of_S =
        eigen.values.tail(rank).cwiseSqrt().asDiagonal() * eigen.Q.rightCols(rank).transpose();
    Index row = builder.add_norm(fmt::format("def_{}", side.letter()), side.deformation.b, 3 * rank,
                                 fmt::format("|S_{0}^1/2 V_{0}|", side.letter()));
    for (Index k = 0; k < root_of_S.rows(); ++k)
        for (Index c = 0; c < 3; ++c, ++row)
            for (Index l = 0; l < root_of_S.cols(); ++l)
                builder.add_entry(row, first + 3 * l + c, root_of_S(k, l));
}

/// The term b |D X^|, as in sigmatch/programmes.h. X^ (|X| x 3) starts at variable `first`. L maps constants
/// to zero, so only the other columns of the kernel must be projected out. The plain Laplacian has none.
void add_full_bending(ConicBuilder& builder, const BentSide& side, const Plbo& D, Index first) {
    const std::string x = side.letter(), X = side.is_x ? "X^" : "Y^";
    const SparseMatrix& L = D.stiffness();
    const MatrixXd U = D.kernel().rightCols(D.kernel().cols() - 1), LU = L * U;
    std::string bent = fmt::format("L_{} {}", x, X);
    Index A = 0, C = 0;
    if (U.cols() > 0) {
        A = builder.add_variables(Cone::free, 9, "A_" + x, fmt::format("3 x 3, U_{}'{}", x, X));
        C = builder.add_variables(Cone::free, 9, "C_" + x, "3 x 3, free");
        bent += fmt::format(" - L_{0} U_{0} A_{0} - U_{0} C_{0}", x);
        Index row = builder.add_rows(Cone::zero, 9, "A_" + x, fmt::format("U_{0}'{1} - A_{0} = 0", x, X));
        for (Index k = 0; k < 3; ++k)
            for (Index c = 0; c < 3; ++c, ++row) {
                for (Index v = 0; v < U.rows(); ++v) builder.add_entry(row, first + 3 * v + c, U(v, k));
                builder.add_entry(row, A + 3 * k + c, -1);
            }
    }
    Index row = builder.add_norm("def_" + x, side.deformation.b, 3 * L.rows(), "|" + bent + "|");
    for (Index v = 0; v < L.rows(); ++v)
        for (Index c = 0; c < 3; ++c, ++row) {
            for (SparseMatrix::InnerIterator entry(L, v); entry; ++entry)  // L is symmetric
                builder.add_entry(row, first + 3 * entry.row() + c, entry.value());
            for (Index k = 0; k < U.cols(); ++k) {
                builder.add_entry(row, A + 3 * k + c, -LU(v, k));
                builder.add_entry(row, C + 3 * k + c, -U(v, k));
            }
        }
}

/// The parts that both programmes share. A side whose bending costs nothing reaches all targets: it has no
/// terms.
template <class AddSide>
ConicModel programme(const Problem& problem, AddSide&& add_side) {
    if (problem.is_partial()) throw InputError("there is no such programme of a partial match");
    ConicBuilder builder;
    add_permutation(builder, problem.allowed);
    for (const BentSide& side : {BentSide{true, problem.deform_x, problem.points_y},
                                 BentSide{false, problem.deform_y, problem.points_x}})
        if (!side.deformation.S.isZero(0)) add_side(builder, side);
    add_feature_norm(builder, problem);
    return builder.finish();
}

}  // namespace

ConicModel full_programme(const PreparedShape& x, const PreparedShape& y, const Problem& problem) {
    if (x.options().area_weighted)
        throw InputError(
            "the full programme is the paper's, which does not weigh the bending by area: take `model` "
            "paper, "
            "or write the reduced programme");
    return programme(problem, [&](ConicBuilder& builder, const BentSide& side) {
        const PreparedShape& shape = side.is_x ? x : y;
        const Plbo& D = shape.deformation();
        const Index first = builder.add_variables(Cone::free, 3 * D.size(), side.is_x ? "X^" : "Y^",
                                                  fmt::format("{} x 3, {}", D.size(), side.pose()));
        add_meeting(builder, side, problem.allowed, side.is_x ? "X^_I" : "Y^_J", first, shape.keypoints());
        add_full_bending(builder, side, D, first);
    });
}

ConicModel reduced_programme(const Problem& problem) {
    return programme(problem, [&](ConicBuilder& builder, const BentSide& side) {
        const int n = problem.size();
        const char* V = side.is_x ? "V_x" : "V_y";
        const Index first = builder.add_variables(Cone::free, 3 * n, V,
                                                  fmt::format("{} x 3, keypoints of {}", n, side.pose()));
        Keypoints all(static_cast<std::size_t>(n));
        std::iota(all.begin(), all.end(), 0);
        add_meeting(builder, side, problem.allowed, V, first, all);
        add_reduced_bending(builder, side, first);
    });
}

}  // namespace sigmatch
