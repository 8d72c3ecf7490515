#include "solver/objective/exchange.h"

#include <algorithm>
#include <cmath>

namespace sigmatch {

namespace {

void pass_on(const Exchange& exchange, Match& match) {
    const int first = match[exchange.rows[0]];
    for (int k = 0; k + 1 < exchange.count; ++k) match[exchange.rows[k]] = match[exchange.rows[k + 1]];
    match[exchange.rows[exchange.count - 1]] = first;
}

/// Squared row norms of B + sum_k basis(:, columns[k]) deltas[k], without forming this matrix.
void shifted_norms(const Eigen::MatrixXd& basis, const Eigen::MatrixXd& B, int count, const int* columns,
                   const Eigen::Vector3d* deltas, Eigen::ArrayXd& c) {
    const Eigen::Index r = basis.rows();
    c.resize(r);
    for (Eigen::Index m = 0; m < r; ++m) {
        double x = B(m, 0), y = B(m, 1), z = B(m, 2);
        for (int k = 0; k < count; ++k) {
            const double q = basis(m, columns[k]);
            x += q * deltas[k][0];
            y += q * deltas[k][1];
            z += q * deltas[k][2];
        }
        c[m] = x * x + y * y + z * z;
    }
}

}  // namespace

ExchangeableMatch::ExchangeableMatch(Objective& objective, Match match)
    : objective_(objective),
      match_(std::move(match)),
      image_(objective.image(match_)),
      at_(objective.evaluate(image_)) {
    find_slopes();
    if (!objective_.features().has_pair_terms()) return;
    pair_costs_.setZero(objective_.problem().size(), objective_.problem().size_y());
    for (int k = 0; k < static_cast<int>(match_.size()); ++k)
        if (match_[k] != unmatched) add_pair_costs(k, match_[k], 1);
}

void ExchangeableMatch::find_slopes() {
    const Problem& p = objective_.problem();
    const Eigen::MatrixXd WX = image_.phi_x->basis().transpose() * image_.phi_x->dual(image_.bx, at_.x);
    const Eigen::MatrixXd WY = image_.phi_y->basis().transpose() * image_.phi_y->dual(image_.by, at_.y);
    slopes_.noalias() = WX * p.points_y.transpose();
    slopes_.noalias() += p.points_x * WY.transpose();
}

/// Adds what every pair (i, j) has together with the pair (k, l), or takes it away.
void ExchangeableMatch::add_pair_costs(int k, int l, double sign) {
    const Features& features = objective_.features();
    for (int i = 0; i < objective_.problem().size(); ++i)
        for (int j = 0; j < objective_.problem().size_y() && i != k; ++j)
            pair_costs_(i, j) += sign * features.together(i, j, k, l);
}

/// The squares of the features after the exchange.
double ExchangeableMatch::features_after(const Exchange& exchange) const {
    const Features& features = objective_.features();
    const bool has_pairs = features.has_pair_terms();
    double sum = image_.features.sum();
    for (int k = 0; k < exchange.count; ++k) {
        const int i = exchange.rows[k], before = match_[i],
                  after = match_[exchange.rows[(k + 1) % exchange.count]];
        sum += features.single(i, after) - features.single(i, before);
        if (!has_pairs) continue;
        sum += pair_costs_(i, after) - pair_costs_(i, before);
        // pair_costs_ has the other rows of the exchange with their old partners.
        for (int l = 0; l < exchange.count; ++l) {
            const int other = exchange.rows[l], other_before = match_[other],
                      other_after = match_[exchange.rows[(l + 1) % exchange.count]];
            if (l != k) sum -= features.together(i, after, other, other_before);
            if (l < k)
                sum += features.together(i, after, other, other_after) +
                       features.together(i, before, other, other_before);
        }
    }
    return std::max(0.0, sum);
}

double ExchangeableMatch::least_change(const Exchange& exchange) const {
    double change = 0;
    for (int k = 0; k < exchange.count; ++k) {
        const int i = exchange.rows[k], giver = exchange.rows[(k + 1) % exchange.count];
        change += slopes_(i, match_[giver]) - slopes_(i, match_[i]);
    }
    if (change >= at_.features) return change - at_.features;  // more than the features can gain
    return change + std::sqrt(features_after(exchange)) - at_.features;
}

double ExchangeableMatch::value_after(const Exchange& exchange) {
    const Problem& p = objective_.problem();
    int columns[3];
    Eigen::Vector3d dy[3], dx[3];
    for (int k = 0; k < exchange.count; ++k) {
        const int i = exchange.rows[k], giver = exchange.rows[(k + 1) % exchange.count];
        const int old_j = match_[i], new_j = match_[giver];
        dy[k] = p.points_y.row(new_j) - p.points_y.row(old_j);
        columns[k] = new_j;
        dx[k] = p.points_x.row(i) - p.points_x.row(giver);
    }
    shifted_norms(image_.phi_x->basis(), image_.bx, exchange.count, exchange.rows, dy, cx_);
    shifted_norms(image_.phi_y->basis(), image_.by, exchange.count, columns, dx, cy_);
    return (*image_.phi_x)(cx_, at_.x.share).phi + (*image_.phi_y)(cy_, at_.y.share).phi +
           std::sqrt(features_after(exchange)) + at_.unmatched;
}

bool ExchangeableMatch::try_exchange(const Exchange& exchange) {
    if (value_after(exchange) >= at_.total() * (1 - 1e-12)) return false;
    Match moved = match_;
    pass_on(exchange, moved);
    Image image = objective_.image(moved);
    const Evaluation after = objective_.evaluate(image, at_);
    if (after.total() >= at_.total()) return false;  // near zero value_after() is all rounding error
    for (int r = 0; r < exchange.count && objective_.features().has_pair_terms(); ++r) {
        const int k = exchange.rows[r];
        add_pair_costs(k, match_[k], -1);
        add_pair_costs(k, moved[k], 1);
    }
    match_ = std::move(moved);
    image_ = std::move(image);
    at_ = after;
    find_slopes();
    return true;
}

}  // namespace sigmatch
