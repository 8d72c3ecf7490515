#include "solver/relaxation.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace sigmatch {

namespace {

/// Weights alpha >= 0, sum 1, that minimise alpha' G alpha (G positive semidefinite): the point of least norm
/// in the convex hull of the vectors of which G is the Gram matrix. Starts from a feasible `alpha`.
void least_norm_weights(const Eigen::MatrixXd& G, Eigen::VectorXd& alpha) {
    const Eigen::Index m = G.rows();
    const double ridge = 1e-12 * G.trace() / static_cast<double>(m);
    std::vector<int> support;
    for (int k = 0; k < m; ++k)
        if (alpha[k] > 0) support.push_back(k);
    for (int round = 0; round < 4 * m + 10; ++round) {
        // The best affine combination of the support; walk towards it until a weight vanishes.
        const auto size = static_cast<Eigen::Index>(support.size());
        Eigen::MatrixXd H = G(support, support);
        H.diagonal().array() += ridge;
        Eigen::VectorXd target = H.ldlt().solve(Eigen::VectorXd::Ones(size));
        target /= target.sum();
        if (!target.allFinite()) return;
        double step = 1;
        for (Eigen::Index k = 0; k < size; ++k)
            if (target[k] <= 0) step = std::min(step, alpha[support[k]] / (alpha[support[k]] - target[k]));
        for (Eigen::Index k = 0; k < size; ++k) alpha[support[k]] += step * (target[k] - alpha[support[k]]);
        if (step < 1) {
            std::erase_if(support, [&](int k) {
                if (alpha[k] > 1e-14) return false;
                alpha[k] = 0;
                return true;
            });
            if (support.empty()) return;
            continue;
        }
        // Optimal on the support: the vector outside that leads down most joins it.
        const Eigen::VectorXd slope = G * alpha;
        const double level = alpha.dot(slope);
        Eigen::Index steepest;
        if (slope.minCoeff(&steepest) >= level * (1 - 1e-10) || alpha[steepest] > 0) return;
        support.push_back(static_cast<int>(steepest));
    }
}

}  // namespace

void Relaxation::add(const Match& match) {
    atoms_.push_back({match, objective_.image(match), 0});
}

Image Relaxation::mean() const {
    Image mean{Eigen::MatrixXd::Zero(objective_.phi_x().rank(), 3),
               Eigen::MatrixXd::Zero(objective_.phi_y().rank(), 3), Eigen::VectorXd::Zero(objective_.size())};
    for (const Atom& atom : atoms_) {
        if (atom.weight == 0) continue;
        mean.bx += atom.weight * atom.image.bx;
        mean.by += atom.weight * atom.image.by;
        mean.g += atom.weight * atom.image.g;
    }
    return mean;
}

void Relaxation::correct() {
    // f^2 <= phi_x^2 / w_x + phi_y^2 / w_y + ori^2 / w_o for weights w of sum 1, with equality at the shares
    // that the terms have now; with the shares inside phi fixed too, the right-hand side is a squared norm
    // of the image. Its least value over the atoms' hull lowers f.
    const double total = at_.total();
    if (!(total > 0)) return;
    const auto scale_of = [&](double part) { return total / std::max(part, 1e-9 * total); };
    const Eigen::VectorXd mx =
        (objective_.phi_x().metric(at_.x.share).inverse() * scale_of(at_.x.phi)).sqrt().matrix();
    const Eigen::VectorXd my =
        (objective_.phi_y().metric(at_.y.share).inverse() * scale_of(at_.y.phi)).sqrt().matrix();
    const double mo = objective_.ori_weight() * std::sqrt(scale_of(at_.ori));

    const auto m = static_cast<Eigen::Index>(atoms_.size());
    const Eigen::Index rx = 3 * mx.size(), ry = 3 * my.size(), n = objective_.size();
    Eigen::MatrixXd vectors(rx + ry + n, m);
    Eigen::VectorXd alpha(m);
    for (Eigen::Index k = 0; k < m; ++k) {
        const Image& image = atoms_[k].image;
        vectors.col(k).head(rx) = (mx.asDiagonal() * image.bx).reshaped();
        vectors.col(k).segment(rx, ry) = (my.asDiagonal() * image.by).reshaped();
        vectors.col(k).tail(n) = mo * image.g;
        alpha[k] = atoms_[k].weight;
    }
    Eigen::MatrixXd G(m, m);
    G.noalias() = vectors.transpose() * vectors;
    least_norm_weights(G, alpha);
    for (Eigen::Index k = 0; k < m; ++k) atoms_[k].weight = alpha[k];
}

double Relaxation::bound(const Domain& domain, const Atoms& start, const Limits& limits,
                         const std::function<void(const Match&, double)>& on_match) {
    atoms_.clear();
    for (const Match& match : start)
        if (domain.contains(match)) add(match);
    if (atoms_.empty()) {
        cost_.setZero(domain.size(), domain.size());
        domain.apply_to(cost_);
        if (!assignment_.solve(cost_)) return forbidden;
        add(assignment_.match());
    }
    for (Atom& atom : atoms_) atom.weight = 1.0 / static_cast<double>(atoms_.size());
    at_ = objective_.evaluate(mean());
    correct();

    best_bound_ = 0;
    best_cost_.resize(0, 0);
    for (iterations_ = 1;; ++iterations_) {
        const Image image = mean();
        at_ = objective_.evaluate(image, at_);
        const double constant = objective_.minorant(image, at_, cost_);
        domain.apply_to(cost_);
        if (!assignment_.solve(cost_)) return forbidden;
        const double bound = constant + assignment_.bound();
        if (bound > best_bound_ || best_cost_.size() == 0) {
            best_bound_ = std::max(bound, best_bound_);
            best_cost_ = cost_;
            best_constant_ = constant;
        }
        add(assignment_.match());
        on_match(atoms_.back().match, objective_.evaluate(atoms_.back().image, at_).total());
        if (best_bound_ >= limits.cutoff || at_.total() - best_bound_ <= limits.tolerance ||
            iterations_ >= limits.max_iterations)
            return best_bound_;
        correct();
        std::erase_if(atoms_, [](const Atom& atom) { return atom.weight == 0; });
    }
}

CostMatrix Relaxation::forced_bounds() {
    assignment_.solve(best_cost_);
    CostMatrix forced = assignment_.forced_bounds(best_cost_);
    forced.array() += best_constant_;
    return forced;
}

Atoms Relaxation::atoms(size_t at_most) const {
    std::vector<const Atom*> order;
    for (const Atom& atom : atoms_) order.push_back(&atom);
    std::stable_sort(order.begin(), order.end(), [](auto* p, auto* q) { return p->weight > q->weight; });
    Atoms result;
    for (size_t k = 0; k < std::min(at_most, order.size()); ++k) result.push_back(order[k]->match);
    return result;
}

Eigen::MatrixXd Relaxation::point() const {
    Eigen::MatrixXd P = Eigen::MatrixXd::Zero(objective_.size(), objective_.size());
    for (const Atom& atom : atoms_)
        for (int i = 0; i < objective_.size(); ++i) P(i, atom.match[i]) += atom.weight;
    return P;
}

}  // namespace sigmatch
