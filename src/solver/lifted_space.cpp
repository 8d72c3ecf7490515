#include "solver/lifted_space.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <cmath>

namespace sigmatch {

LiftedSpace::LiftedSpace(const Mask& allowed) : n_(static_cast<int>(allowed.rows())) {
    index_ = Eigen::MatrixXi::Zero(n_, n_);
    for (int i = 0; i < n_; ++i)
        for (int j = 0; j < n_; ++j)
            if (allowed(i, j)) {
                entries_.push_back({i, j});
                index_(i, j) = static_cast<int>(entries_.size());
            }
    support_ = Eigen::MatrixXf::Ones(size(), size());
    for (int s = 1; s < size(); ++s)
        for (int t = 1; t < size(); ++t)
            if (s != t && (entries_[s - 1].i == entries_[t - 1].i || entries_[s - 1].j == entries_[t - 1].j))
                support_(s, t) = 0;
    Eigen::MatrixXd sums = Eigen::MatrixXd::Zero(size(), 2 * n_);
    sums.row(0).setConstant(-1);
    for (int s = 1; s < size(); ++s) sums(s, entries_[s - 1].i) = sums(s, n_ + entries_[s - 1].j) = 1;
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(sums);
    qr.setThreshold(1e-10);
    normals_ = qr.householderQ() * Eigen::MatrixXd::Identity(size(), qr.rank());
    normals_single_ = normals_.cast<float>();
}

std::vector<int> LiftedSpace::positions_in(const LiftedSpace& larger) const {
    std::vector<int> positions{0};
    for (const Entry& e : entries_) positions.push_back(larger.index(e.i, e.j));
    return positions;
}

NormSum::Side NormSum::decompose(const Deformation& d) {
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(d.S);
    Side side{eigen.eigenvalues(), eigen.eigenvectors(), d.a, d.b};
    // The kernel is exact in theory; in floating point a tiny eigenvalue of either sign would be a tiny cost.
    const double largest = side.s.maxCoeff();
    side.s = (side.s.array() < 1e-11 * largest).select(0.0, side.s);
    return side;
}

Eigen::MatrixXd NormSum::Side::form(double w_rec, double w_def) const {
    Eigen::VectorXd g(s.size());
    for (int i = 0; i < g.size(); ++i) g[i] = s[i] / (w_rec * s[i] / (a * a) + w_def / (b * b));
    return Q * g.asDiagonal() * Q.transpose();
}

NormSum::NormSum(const Problem& problem)
    : x_(decompose(problem.deform_x)),
      y_(decompose(problem.deform_y)),
      h_x_(problem.h_x),
      h_y_(problem.h_y),
      ori_weight_(problem.ori_weight) {
    // A translation of the target is in the kernel of S; centred points keep the numbers small.
    Eigen::MatrixXd px = problem.points_x, py = problem.points_y;
    px.rowwise() -= px.colwise().mean().eval();
    py.rowwise() -= py.colwise().mean().eval();
    gram_x_ = px * px.transpose();
    gram_y_ = py * py.transpose();
}

Eigen::MatrixXd NormSum::lifted_cost(const LiftedSpace& space, const Eigen::VectorXd& w, double scale) const {
    const Eigen::MatrixXd nx = scale * x_.form(w[0], w[1]), ny = scale * y_.form(w[2], w[3]);
    const auto& e = space.entries();
    Eigen::MatrixXd cost = Eigen::MatrixXd::Zero(space.size(), space.size());
    for (int t = 1; t < space.size(); ++t)
        for (int s = 1; s < space.size(); ++s) {
            if (space.support()(s, t) == 0) continue;
            const auto [i, j] = e[s - 1];
            const auto [k, l] = e[t - 1];
            cost(s, t) = nx(i, k) * gram_y_(j, l) + ny(j, l) * gram_x_(i, k);
        }
    if (ori_weight_ > 0)
        for (int s = 1; s < space.size(); ++s) {
            const double difference = ori_weight_ * (h_x_[e[s - 1].i] - h_y_[e[s - 1].j]);
            cost(s, s) += scale * difference * difference / w[4];
        }
    return cost;
}

double NormSum::value(const Match& match, const Eigen::VectorXd& w) const {
    const Eigen::MatrixXd nx = x_.form(w[0], w[1]), ny = y_.form(w[2], w[3]);
    const int n = static_cast<int>(match.size());
    double total = 0;
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k)
            total += nx(i, k) * gram_y_(match[i], match[k]) + ny(match[i], match[k]) * gram_x_(i, k);
    if (ori_weight_ > 0)
        for (int i = 0; i < n; ++i) total += std::pow(ori_weight_ * (h_x_[i] - h_y_[match[i]]), 2) / w[4];
    return total;
}

}  // namespace sigmatch
