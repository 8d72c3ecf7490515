#include <cmath>
#include <limits>
#include <random>

#include "numerics/linear_systems.h"
#include "sigmatch/certificate_origin.h"
#include "sigmatch/pruning.h"
#include "verify/require.h"

namespace sigmatch {

namespace {

using Eigen::MatrixXd;

constexpr double exact = 1e-12;    // tolerance for numbers that take a few operations
constexpr double computed = 1e-6;  // tolerance for numbers from factorisations and eigenvectors

bool about_equal(const MatrixXd& p, const MatrixXd& q, double tolerance) {
    const double size = q.norm();
    return p.rows() == q.rows() && p.cols() == q.cols() && std::isfinite(size) &&
           (p - q).norm() <= tolerance * size;
}

MatrixXd centred(const Points& points) {
    return points.rowwise() - points.colwise().mean();
}

// Checks that tr(V'S V) is the least energy |D X^|^2 of all X^ with keypoints V. X^ is the minimiser for V,
// with the forces S V on the keypoints, if and only if X^_I = V and D'D X^ = E_I S V. One random V is tried:
// a wrong S fails for it.
void check_reduction(const MatrixXd& S, const PreparedShape& prepared) {
    const Plbo& D = prepared.deformation();
    const Keypoints& keypoints = prepared.keypoints();
    const auto n = S.rows();
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    const MatrixXd V = MatrixXd::NullaryExpr(n, 3, [&] { return normal(random); });
    MatrixXd forces = MatrixXd::Zero(D.size(), 3);
    forces(keypoints, Eigen::all) = S * V;
    MatrixXd bent = D.solve(D.solve_transposed(forces));
    const MatrixXd kernel = D.kernel()(keypoints, Eigen::all);
    const MatrixXd free = least_squares(kernel, V - bent(keypoints, Eigen::all));
    bent += D.kernel() * free;
    require(about_equal(bent(keypoints, Eigen::all), V, computed) &&
                about_equal(D.apply_transposed(D.apply(bent)), forces, computed),
            "shape {}: S is not the bending energy of this mesh", prepared.name());
}

// Checks that the candidates are a union of successive best assignments. Prices prove that each assignment is
// best, so the code that found it need not be trusted. Costs and prices are whole numbers: all sums are
// exact.
void check_candidates(const PreparedShape& x, const PreparedShape& y, int rounds, const Mask& possible) {
    if (rounds <= 0 || rounds >= static_cast<int>(x.keypoints().size())) return;
    MatrixXd cost = possible.select(pruning_costs(x.distances().between, y.distances().between),
                                    std::numeric_limits<double>::infinity());
    const double more = surcharge(cost);
    for (const PruningRound& round : pruning_rounds(cost, rounds)) {
        double paid = 0;
        for (Eigen::Index i = 0; i < cost.rows(); ++i) {
            require(((cost.row(i) - round.column_prices.transpose()).array() >= round.row_prices[i]).all(),
                    "the candidates are not those of the best assignments");
            paid += cost(i, round.match[static_cast<size_t>(i)]);
        }
        require(paid == round.row_prices.sum() + round.column_prices.sum(),
                "the candidates are not those of the best assignments");
        make_dear(round.match, more, cost);
    }
}

void check_side(const StatedProblem::Side& stated, const Deformation& rebuilt, const char* name) {
    const MatrixXd scaled = stated.s.asDiagonal() * stated.basis;
    const MatrixXd S = stated.basis.transpose() * scaled;
    // Compares relative to the stated stiffness in each direction, so that small stiffnesses are checked,
    // too.
    const MatrixXd whitener = stated.s.cwiseSqrt().cwiseInverse().asDiagonal() * stated.basis;
    const MatrixXd half = whitener * rebuilt.S;
    require(about_equal(S, rebuilt.S, computed) &&
                about_equal(half * whitener.transpose(), MatrixXd::Identity(stated.s.size(), stated.s.size()),
                            computed),
            "shape {}: the problem has another S", name);
    require(std::abs(stated.a / rebuilt.a - 1) <= exact && std::abs(stated.b / rebuilt.b - 1) <= exact,
            "shape {}: the problem has other weights", name);
}

void check_pair_terms(const std::vector<PairTerm>& stated, const std::vector<PairTerm>& rebuilt) {
    bool same = stated.size() == rebuilt.size();
    for (size_t k = 0; same && k < stated.size(); ++k)
        same = about_equal(stated[k].x, rebuilt[k].x, computed) &&
               about_equal(stated[k].y, rebuilt[k].y, computed) && stated[k].limit == rebuilt[k].limit &&
               std::abs(stated[k].weight / rebuilt[k].weight - 1) <= exact;
    require(same, "the problem has other pair terms");
}

}  // namespace

void check_origin(const StoredCertificate& stored, const Shape& x, const Shape& y) {
    const CertificateOrigin& origin = stored.origin;
    const StatedProblem& stated = stored.certificate.problem;
    require(shape_hash(x) == origin.hash_x, "X is not the shape that the certificate is about");
    require(shape_hash(y) == origin.hash_y, "Y is not the shape that the certificate is about");
    const auto [prepared_x, prepared_y] =
        prepare_pair({x, origin.keypoints_x}, {y, origin.keypoints_y}, origin.options);
    const Problem rebuilt = build_problem(prepared_x, prepared_y, origin.options, origin.knowledge);
    require(rebuilt.size() == stated.size() && !rebuilt.is_partial(),
            "the problem has another number of keypoints");
    check_side(stated.x, rebuilt.deform_x, "X");
    check_side(stated.y, rebuilt.deform_y, "Y");
    require(about_equal(stated.points_x, centred(rebuilt.points_x), exact) &&
                about_equal(stated.points_y, centred(rebuilt.points_y), exact),
            "the problem has other keypoints");
    require(std::abs(stated.ori_weight - rebuilt.ori_weight) <= exact * rebuilt.ori_weight &&
                about_equal(stated.h_x, rebuilt.h_x, computed) &&
                about_equal(stated.h_y, rebuilt.h_y, computed),
            "the problem has another orientation term");
    check_pair_terms(stated.pair_terms, rebuilt.pair_terms);
    require(about_equal(stated.costs, rebuilt.costs, exact), "the problem has other costs");
    require(!(rebuilt.allowed && !stated.allowed).any(), "the proof leaves candidates out");
    require(!(stated.allowed && !rebuilt.possible).any(), "the proof is about pairs that are ruled out");

    check_candidates(prepared_x, prepared_y, origin.options.candidates, rebuilt.possible);
    if (rebuilt.deform_x.S.any()) check_reduction(rebuilt.deform_x.S, prepared_x);
    if (rebuilt.deform_y.S.any()) check_reduction(rebuilt.deform_y.S, prepared_y);
}

}  // namespace sigmatch
