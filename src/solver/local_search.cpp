#include "solver/local_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "numerics/rigid_alignment.h"
#include "solver/objective/exchange.h"

namespace sigmatch {

namespace {

/// An objective counts as lower only if it is below this multiple of the other: objectives have rounding
/// errors.
constexpr double clearly_less = 1 - 1e-12;

/// Pads the costs of `rows` x `columns` pairs so that every row and every column may stay alone. Staying
/// alone costs more than all pairs together.
CostMatrix with_places_alone(const CostMatrix& cost, int rows, int columns) {
    CostMatrix padded = CostMatrix::Zero(rows + columns, rows + columns);
    padded.topLeftCorner(rows, columns) = cost.topLeftCorner(rows, columns);
    double dear = 1;
    for (const double c : cost.reshaped())
        if (c != forbidden) dear += std::abs(c);
    padded.topRightCorner(rows, rows).setConstant(dear);
    return padded;
}

}  // namespace

LocalSearch::LocalSearch(const Problem& problem, std::uint64_t seed)
    : problem_(problem), objective_(problem), random_(seed) {}

/// The allowed match of least cost. `cost` is square; its rows or columns beyond the keypoints stand for "no
/// partner".
Match LocalSearch::best_assignment(CostMatrix& cost) {
    for (int i = 0; i < problem_.size(); ++i)
        for (int j = 0; j < problem_.size_y(); ++j)
            if (!problem_.allowed(i, j)) cost(i, j) = forbidden;
    const bool may_stay_alone = std::isfinite(problem_.unmatched_cost);
    if (!assignment_.solve(cost) &&
        !(may_stay_alone && assignment_.solve(with_places_alone(cost, problem_.size(), problem_.size_y()))))
        return {};
    Match match(assignment_.match().begin(), assignment_.match().begin() + problem_.size());
    for (int& j : match)
        if (j >= problem_.size_y()) j = unmatched;
    return match;
}

Match LocalSearch::random_match() {
    const int n = std::max(problem_.size(), problem_.size_y());
    CostMatrix cost(n, n);
    for (double& c : cost.reshaped()) c = static_cast<double>(random_() >> 11) * 0x1p-53;
    return best_assignment(cost);
}

/// The match of least squared distance between the moved X and Y.
Match LocalSearch::nearest(const Points& moved_x) {
    const int n = std::max(problem_.size(), problem_.size_y());
    CostMatrix cost = CostMatrix::Zero(n, n);
    for (int i = 0; i < problem_.size(); ++i)
        for (int j = 0; j < problem_.size_y(); ++j)
            cost(i, j) = (moved_x.row(i) - problem_.points_y.row(j)).squaredNorm();
    return best_assignment(cost);
}

/// X turned at random. In a partial problem X is also moved and scaled: the place of a part on the whole is
/// not known, and its scale only roughly.
Points LocalSearch::random_pose(const Points& x) {
    const Points& y = problem_.points_y;
    const Points turned = turned_at_random(x, y, random_);
    if (!problem_.is_partial()) return turned;
    const double scale = std::exp2(std::uniform_real_distribution<double>(-1, 1)(random_));
    const Eigen::RowVector3d centre = y.colwise().mean(), place = 0.5 * (centre + y.row(any(y.rows())));
    return (scale * (turned.rowwise() - centre)).rowwise() + place;
}

Match LocalSearch::aligned_match(bool mirrored) {
    constexpr int trials = 25;
    Match best;
    double best_value = forbidden;
    Points X = problem_.points_x;
    if (mirrored) X.col(0) *= -1;
    for (int trial = 0; trial < trials; ++trial) {
        Match match = align_rigidly(X, problem_.points_y, random_pose(X),
                                    [this](const Points& moved) { return nearest(moved); });
        if (match.empty()) return match;
        const double value = objective_.below(best_value, match);
        if (value < best_value) best_value = value, best = std::move(match);
    }
    return best;
}

/// Exchanges partners until no exchange helps. Returns the objective reached.
double LocalSearch::exchange(Match& match, double promising) {
    const int n = problem_.size();
    const Mask& allowed = problem_.allowed;
    ExchangeableMatch current(objective_, match);
    const auto partner = [&](int i) { return current.match()[i]; };
    const auto has_partner = [&](int i) { return partner(i) != unmatched; };
    const auto swap_two = [&] {
        bool better = false;
        for (int i = 0; i < n; ++i)
            for (int k = i + 1; k < n && has_partner(i); ++k) {
                if (!has_partner(k) || !allowed(i, partner(k)) || !allowed(k, partner(i))) continue;
                const Exchange swap{2, {i, k}};
                if (current.least_change(swap) < 0) better |= current.try_exchange(swap);
            }
        return better;
    };
    const auto rotate_three = [&] {
        for (int i = 0; i < n; ++i)
            for (int k = i + 1; k < n && has_partner(i); ++k) {
                if (!has_partner(k) || !allowed(i, partner(k))) continue;
                for (int l = i + 1; l < n; ++l) {
                    if (l == k || !has_partner(l) || !allowed(k, partner(l)) || !allowed(l, partner(i)))
                        continue;
                    const Exchange rotation{3, {i, k, l}};
                    if (current.least_change(rotation) < 0 && current.try_exchange(rotation)) return true;
                }
            }
        return false;
    };
    while (swap_two() || (current.value() < promising && rotate_three())) {
    }
    match = current.match();
    return current.value();
}

/// Gives keypoint i the partner j, or none. The keypoint that had j gets the old partner of i. False if the
/// mask forbids this or nothing changes.
bool LocalSearch::give(Match& match, int i, int j) const {
    const int left = match[i];
    if (j == left || (j != unmatched && !problem_.allowed(i, j))) return false;
    if (j != unmatched) {
        const auto former = std::find(match.begin(), match.end(), j);
        if (former != match.end()) {
            const auto k = former - match.begin();
            if (left != unmatched && !problem_.allowed(k, left)) return false;
            *former = left;
        }
    }
    match[i] = j;
    return true;
}

/// Improves the match by changing which keypoints have a partner. False if nothing helps.
bool LocalSearch::reassign(Match& match, double& value) {
    bool better = false;
    for (int i = 0; i < problem_.size(); ++i)
        for (int j = unmatched; j < problem_.size_y(); ++j) {
            const bool is_taken = j != unmatched && std::find(match.begin(), match.end(), j) != match.end();
            if (is_taken && match[i] != unmatched) continue;  // exchange() does this
            Match moved = match;
            if (!give(moved, i, j)) continue;
            const double limit = value * clearly_less, after = objective_.below(limit, moved);
            if (after >= limit) continue;
            match = std::move(moved);
            value = after;
            better = true;
        }
    return better;
}

double LocalSearch::descend(Match& match, double promising) {
    double value = exchange(match, promising);
    while (problem_.is_partial() && reassign(match, value)) value = exchange(match, promising);
    return objective_(match);  // the value above depends, in the last bits, on the way that led to the match
}

/// Makes a random change: a cycle of partners among 3 to 6 rows. If the mask forbids the result, takes the
/// nearest allowed match. In a partial problem, gives a few keypoints random partners.
void LocalSearch::kick(Match& match) {
    const int n = problem_.size();
    if (problem_.is_partial()) {
        for (int left = 2 + any(3); left > 0; --left) give(match, any(n), any(problem_.size_y()));
        return;
    }
    const int length = std::min(n, 3 + any(4));
    std::vector<int> rows(n);
    std::iota(rows.begin(), rows.end(), 0);
    for (int k = 0; k < length; ++k) std::swap(rows[k], rows[k + any(n - k)]);
    Match kicked = match;
    for (int k = 0; k < length; ++k) kicked[rows[k]] = match[rows[(k + 1) % length]];
    bool is_allowed = true;
    for (int i = 0; i < n; ++i) is_allowed = is_allowed && problem_.allowed(i, kicked[i]);
    if (!is_allowed) {
        CostMatrix cost = CostMatrix::Ones(n, n);
        for (int i = 0; i < n; ++i) cost(i, kicked[i]) = 0;
        for (int k = 0; k < length; ++k) cost(rows[k], match[rows[k]]) = 2;
        kicked = best_assignment(cost);
        if (kicked.empty()) return;
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
        if (value >= best * clearly_less) continue;
        current = std::move(trial);
        on_better(current, best = value);
    }
}

}  // namespace sigmatch
