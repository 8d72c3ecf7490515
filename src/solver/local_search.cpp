#include "solver/local_search.h"

#include <algorithm>
#include <numeric>

#include "solver/rigid_alignment.h"

namespace sigmatch {

namespace {

/// The rows of a move pass their columns on: rows[0] takes the column of rows[1], and so on round.
template <class Move>
void pass_on(const Move& move, Match& match) {
    const int first = match[move.rows[0]];
    for (int k = 0; k + 1 < move.count; ++k) match[move.rows[k]] = match[move.rows[k + 1]];
    match[move.rows[move.count - 1]] = first;
}

/// Squared row norms of B + sum_k basis(:, columns[k]) deltas[k], without forming it.
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

LocalSearch::LocalSearch(const Objective& objective, const Domain& domain, std::uint64_t seed)
    : objective_(objective), domain_(domain), random_(seed) {}

double LocalSearch::value_after(const Move& move, const Match& match, const Image& image,
                                const Evaluation& at) {
    int columns[3];
    Eigen::Vector3d dy[3], dx[3];
    double g_squared = image.g.squaredNorm();
    for (int k = 0; k < move.count; ++k) {
        const int i = move.rows[k], giver = move.rows[(k + 1) % move.count];
        const int old_j = match[i], new_j = match[giver];
        dy[k] = objective_.points_y().row(new_j) - objective_.points_y().row(old_j);
        columns[k] = new_j;
        dx[k] = objective_.points_x().row(i) - objective_.points_x().row(giver);
        const double g_new = objective_.h_x()[i] - objective_.h_y()[new_j];
        g_squared += g_new * g_new - image.g[i] * image.g[i];
    }
    shifted_norms(objective_.phi_x().basis(), image.bx, move.count, move.rows, dy, cx_);
    shifted_norms(objective_.phi_y().basis(), image.by, move.count, columns, dx, cy_);
    return objective_.phi_x()(cx_, at.x.share).phi + objective_.phi_y()(cy_, at.y.share).phi +
           objective_.ori_weight() * std::sqrt(std::max(0.0, g_squared));
}

double LocalSearch::descend(Match& match, double promising) {
    const int n = objective_.size();
    Image image = objective_.image(match);
    Evaluation at = objective_.evaluate(image);
    // f is convex, so a move can only help if it lowers the minorant that touches f here.
    objective_.minorant(image, at, cost_);
    const auto take = [&](const Move& move) {
        if (value_after(move, match, image, at) >= at.total() * (1 - 1e-12)) return false;
        Match moved = match;
        pass_on(move, moved);
        Image moved_image = objective_.image(moved);
        const Evaluation after = objective_.evaluate(moved_image, at);
        if (after.total() >= at.total())
            return false;  // near zero the incremental evaluation is all rounding
        match = std::move(moved);
        image = std::move(moved_image);
        at = after;
        objective_.minorant(image, at, cost_);
        return true;
    };
    const auto exchange = [&] {
        bool better = false;
        for (int i = 0; i < n; ++i)
            for (int k = i + 1; k < n; ++k) {
                const int ji = match[i], jk = match[k];
                if (!domain_.allows(i, jk) || !domain_.allows(k, ji)) continue;
                if (cost_(i, jk) + cost_(k, ji) < cost_(i, ji) + cost_(k, jk)) better |= take({2, {i, k}});
            }
        return better;
    };
    const auto rotate = [&] {
        for (int i = 0; i < n; ++i)
            for (int k = i + 1; k < n; ++k) {
                if (!domain_.allows(i, match[k])) continue;
                const double first = cost_(i, match[k]) - cost_(i, match[i]);
                for (int l = i + 1; l < n; ++l) {
                    if (l == k || !domain_.allows(k, match[l]) || !domain_.allows(l, match[i])) continue;
                    const double change = first + cost_(k, match[l]) - cost_(k, match[k]) +
                                          cost_(l, match[i]) - cost_(l, match[l]);
                    if (change < 0 && take({3, {i, k, l}})) return true;
                }
            }
        return false;
    };
    while (exchange() || (at.total() < promising && rotate())) {
    }
    return at.total();
}

Match LocalSearch::random_match() {
    const int n = objective_.size();
    CostMatrix cost(n, n);
    for (double& c : cost.reshaped()) c = static_cast<double>(random_() >> 11) * 0x1p-53;
    domain_.apply_to(cost);
    return assignment_.solve(cost) ? assignment_.match() : Match{};
}

// The match of least squared distance between the moved X and Y.
Match LocalSearch::nearest(const Points& moved_x) {
    const int n = objective_.size();
    cost_.resize(n, n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            cost_(i, j) = (moved_x.row(i) - objective_.points_y().row(j)).squaredNorm();
    domain_.apply_to(cost_);
    return assignment_.solve(cost_) ? assignment_.match() : Match{};
}

Match LocalSearch::aligned_match(bool mirrored) {
    constexpr int trials = 25;
    Match best;
    double best_value = forbidden;
    Points X = objective_.points_x();
    if (mirrored) X.col(0) *= -1;
    for (int trial = 0; trial < trials; ++trial) {
        Match match =
            align_rigidly(X, objective_.points_y(), turned_at_random(X, objective_.points_y(), random_),
                          [this](const Points& moved) { return nearest(moved); });
        const double value = objective_(match);
        if (value < best_value) best_value = value, best = std::move(match);
    }
    return best;
}

void LocalSearch::kick(Match& match) {
    // A random cycle of 3 to 6 rows; where the domain does not allow it, the nearest match that it does.
    const int n = objective_.size();
    const int length = std::min(n, 3 + static_cast<int>(random_() % 4));
    std::vector<int> rows(n);
    std::iota(rows.begin(), rows.end(), 0);
    for (int k = 0; k < length; ++k) std::swap(rows[k], rows[k + static_cast<int>(random_() % (n - k))]);
    Match kicked = match;
    for (int k = 0; k < length; ++k) kicked[rows[k]] = match[rows[(k + 1) % length]];
    if (!domain_.contains(kicked)) {
        CostMatrix cost = CostMatrix::Ones(n, n);
        for (int i = 0; i < n; ++i) cost(i, kicked[i]) = 0;
        for (int k = 0; k < length; ++k) cost(rows[k], match[rows[k]]) = 2;
        domain_.apply_to(cost);
        if (!assignment_.solve(cost)) return;
        kicked = assignment_.match();
    }
    match = std::move(kicked);
}

void LocalSearch::iterate(Match current, int kicks, const std::function<bool()>& stop,
                          const std::function<void(const Match&, double)>& on_better) {
    constexpr double promising = 1.05;  // times the best so far
    double best = descend(current);
    on_better(current, best);
    for (int k = 0; k < kicks && !stop(); ++k) {
        Match trial = current;
        kick(trial);
        const double value = descend(trial, promising * best);
        if (value >= best * (1 - 1e-12)) continue;
        current = std::move(trial);
        on_better(current, best = value);
    }
}

}  // namespace sigmatch
