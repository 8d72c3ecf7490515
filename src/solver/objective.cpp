#include "solver/objective.h"

namespace sigmatch {

Objective::Objective(const Problem& problem)
    : phi_x_(problem.deform_x),
      phi_y_(problem.deform_y),
      X_(problem.points_x),
      Y_(problem.points_y),
      h_x_(problem.h_x),
      h_y_(problem.h_y),
      ori_weight_(problem.ori_weight) {}

Image Objective::image(const Match& match) const {
    const int n = size();
    Points PY(n, 3), PX(n, 3);
    Eigen::VectorXd g(n);
    for (int i = 0; i < n; ++i) {
        const int j = match[i];
        PY.row(i) = Y_.row(j);
        PX.row(j) = X_.row(i);
        g[i] = h_x_[i] - h_y_[j];
    }
    return {phi_x_.basis() * PY, phi_y_.basis() * PX, std::move(g)};
}

Evaluation Objective::evaluate(const Image& image, const Evaluation& guess) const {
    Evaluation result;
    result.x = phi_x_(image.bx.rowwise().squaredNorm().array(), guess.x.share);
    result.y = phi_y_(image.by.rowwise().squaredNorm().array(), guess.y.share);
    result.ori = ori_weight_ * image.g.norm();
    return result;
}

Terms Objective::terms(const Match& match) const {
    const Evaluation e = evaluate(image(match));
    return {e.x.share * e.x.phi, e.y.share * e.y.phi, (1 - e.x.share) * e.x.phi, (1 - e.y.share) * e.y.phi,
            e.ori};
}

double Objective::minorant(const Image& image, const Evaluation& at, CostMatrix& cost) const {
    const Eigen::MatrixXd WX = phi_x_.basis().transpose() * phi_x_.dual(image.bx, at.x);
    const Eigen::MatrixXd WY = phi_y_.basis().transpose() * phi_y_.dual(image.by, at.y);
    cost.noalias() = WX * Y_.transpose();
    cost.noalias() += X_ * WY.transpose();
    const double norm = image.g.norm();
    if (ori_weight_ == 0 || norm == 0) return 0;
    const Eigen::VectorXd w = ori_weight_ / norm * image.g;
    cost.noalias() -= w * h_y_.transpose();
    return w.dot(h_x_);
}

}  // namespace sigmatch
