#include "solver/objective/phi.h"

#include <algorithm>
#include <cmath>

#include "numerics/symmetric_eigen.h"

namespace sigmatch {

Phi::Phi(const Deformation& deformation) : distance_(1 / (deformation.a * deformation.a)) {
    const SymmetricEigen eigen = symmetric_eigen(deformation.S);
    const double largest = std::max(eigen.values.maxCoeff(), 0.0);
    const Eigen::Index rank = (eigen.values.array() > relative_rank_threshold * largest).count();
    basis_ = eigen.Q.rightCols(rank).transpose();
    bending_ = 1 / (deformation.b * deformation.b * eigen.values.tail(rank).array());
}

Phi::Phi(Eigen::MatrixXd basis, const Eigen::VectorXd& s, double a, double b)
    : basis_(std::move(basis)), bending_(1 / (b * b * s.array())), distance_(1 / (a * a)) {}

Eigen::ArrayXd Phi::metric(double share) const {
    return share * distance_ + (1 - share) * bending_;
}

Phi::Value Phi::operator()(const Eigen::Ref<const Eigen::ArrayXd>& c, double share_guess) const {
    const Eigen::Index r = bending_.size();
    // With a single direction, phi consists of the cheaper term alone.
    if (r == 1)
        return {std::sqrt(c[0] / std::max(distance_, bending_[0])), distance_ > bending_[0] ? 1.0 : 0.0};
    const double *bending = bending_.data(), *weight = c.data();
    struct Model {
        double q, slope, curvature;
    };
    const auto model = [&](double w) {
        double q = 0, slope = 0, curvature = 0;
        const double base = w * distance_, rest = 1 - w;
        for (Eigen::Index i = 0; i < r; ++i) {
            const double inverse = 1 / (base + rest * bending[i]);
            const double d = (distance_ - bending[i]) * inverse, term = weight[i] * inverse;
            q += term;
            slope -= term * d;
            curvature += 2 * term * d * d;
        }
        return Model{q, slope, curvature};
    };
    double low = 0, high = 1, w = share_guess;
    Model at = model(w);
    for (int iteration = 0; iteration < 200; ++iteration) {
        (at.slope < 0 ? low : high) = w;
        if ((w == 0 && at.slope >= 0) || (w == 1 && at.slope <= 0)) break;
        double next = at.curvature > 0 ? w - at.slope / at.curvature : (at.slope < 0 ? 1.0 : 0.0);
        // q is flat at its minimum: if the gain that Newton's method predicts is below rounding, w is good
        // enough.
        if (0.5 * at.slope * (w - next) <= 1e-15 * at.q) break;
        next = std::clamp(next, 0.0, 1.0);
        if ((next <= low && low > 0) || (next >= high && high < 1)) next = 0.5 * (low + high);
        if (std::abs(next - w) <= 1e-15 * (next + w)) break;
        w = next;
        at = model(w);
    }
    return {std::sqrt(at.q), w};
}

Eigen::MatrixXd Phi::dual(const Eigen::MatrixXd& B, const Value& value) const {
    const Eigen::ArrayXd m = metric(value.share);
    Eigen::MatrixXd W = m.inverse().matrix().asDiagonal() * B;
    const Eigen::ArrayXd squares = W.rowwise().squaredNorm().array();
    const double scale = std::sqrt(std::max(distance_ * squares.sum(), (bending_ * squares).sum()));
    return scale > 0 ? W / scale : W;
}

Points Phi::minimiser(const Points& Z) const {
    const Eigen::MatrixXd B = basis_ * Z;
    const Value value = (*this)(B.rowwise().squaredNorm().array());
    const Eigen::VectorXd pull = (value.share * distance_ / metric(value.share)).matrix();
    return Z - basis_.transpose() * (pull.asDiagonal() * B);
}

}  // namespace sigmatch
