#include <Eigen/QR>
#include <random>

#include "model/prepared_shape.h"
#include "sigmatch/certificate_file.h"
#include "sigmatch/plbo.h"
#include "verify/require.h"

namespace sigmatch {

namespace {

using Eigen::MatrixXd;

constexpr double exact = 1e-12;    // for what takes a few operations
constexpr double computed = 1e-6;  // for what takes factorisations and eigenvectors

template <class A, class B>
bool about_equal(const A& p, const B& q, double tolerance) {
    return p.rows() == q.rows() && p.cols() == q.cols() && (p - q).norm() <= tolerance * q.norm();
}

MatrixXd centred(const Points& points) {
    return points.rowwise() - points.colwise().mean();
}

// Is S the energy |D X^|^2 of the best X^ with given keypoints V? X^ is the minimiser for V with S V as the
// forces on the keypoints if and only if X^_I = V and D D X^ = E_I S V. Tried for a random V, which a wrong S
// does not pass.
void check_reduction(const MatrixXd& S, const PreparedShape& prepared, const ModelOptions& options,
                     const char* name) {
    const Plbo D(prepared.shape, options.prior, prepared.bridges, options.laplacian);
    const auto n = S.rows();
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    const MatrixXd V = MatrixXd::NullaryExpr(n, 3, [&] { return normal(random); });
    MatrixXd forces = MatrixXd::Zero(D.size(), 3);
    forces(prepared.keypoints, Eigen::all) = S * V;
    MatrixXd bent = D.pseudo_inverse(D.pseudo_inverse(forces));
    const MatrixXd kernel = D.kernel()(prepared.keypoints, Eigen::all);
    bent += D.kernel() * kernel.colPivHouseholderQr().solve(V - bent(prepared.keypoints, Eigen::all));
    require(about_equal(bent(prepared.keypoints, Eigen::all).eval(), V, computed) &&
                about_equal(D.apply(D.apply(bent)), forces, computed),
            "shape {}: S is not the bending energy of this mesh", name);
}

void check_side(const StatedProblem::Side& stated, const Deformation& rebuilt, const char* name) {
    const MatrixXd S = stated.basis.transpose() * stated.s.asDiagonal() * stated.basis;
    // In every direction by itself: a stiffness that is small beside others counts, too.
    const MatrixXd whitener = stated.s.cwiseSqrt().cwiseInverse().asDiagonal() * stated.basis;
    require(about_equal(S, rebuilt.S, computed) &&
                about_equal(whitener * rebuilt.S * whitener.transpose(),
                            MatrixXd::Identity(stated.s.size(), stated.s.size()), computed),
            "shape {}: the problem has another S", name);
    require(std::abs(stated.a / rebuilt.a - 1) <= exact && std::abs(stated.b / rebuilt.b - 1) <= exact,
            "shape {}: the problem has other weights", name);
}

}  // namespace

void check_origin(const StoredCertificate& stored, const Shape& x, const Shape& y) {
    const CertificateOrigin& origin = stored.origin;
    const StatedProblem& stated = stored.certificate.problem;
    require(shape_hash(x) == origin.hash_x, "X is not the shape that the certificate is about");
    require(shape_hash(y) == origin.hash_y, "Y is not the shape that the certificate is about");
    const Problem rebuilt = build_problem(x, origin.keypoints_x, y, origin.keypoints_y, origin.options);
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
    require(!(rebuilt.allowed && !stated.allowed).any(), "the proof leaves candidates out");

    const auto prepared = [&](const char* name, const Shape& shape, const Keypoints& keypoints) {
        return prepare(name, shape, keypoints, origin.options.faces, origin.options.laplacian);
    };
    if (rebuilt.deform_x.S.any())
        check_reduction(rebuilt.deform_x.S, prepared("X", x, origin.keypoints_x), origin.options, "X");
    if (rebuilt.deform_y.S.any())
        check_reduction(rebuilt.deform_y.S, prepared("Y", y, origin.keypoints_y), origin.options, "Y");
}

}  // namespace sigmatch
