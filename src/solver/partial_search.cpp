#include "solver/partial_search.h"

#include <algorithm>
#include <cmath>

#include "solver/rigid_alignment.h"

namespace sigmatch {

PartialSearch::PartialSearch(const Problem& problem, std::uint64_t seed)
    : problem_(problem), objective_(problem), random_(seed) {}

// The match of least squared distance between the moved X and Y; rows or columns too many go without.
Match PartialSearch::nearest(const Points& moved_x) {
    const int rows = problem_.size(), columns = problem_.size_y(), n = std::max(rows, columns);
    CostMatrix cost = CostMatrix::Zero(n, n);
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j)
            cost(i, j) = problem_.allowed(i, j) ? (moved_x.row(i) - problem_.points_y.row(j)).squaredNorm()
                                                : forbidden;
    if (!assignment_.solve(cost)) return {};
    Match match(assignment_.match().begin(), assignment_.match().begin() + rows);
    for (int& j : match)
        if (j >= columns) j = unmatched;
    return match;
}

// X turned at random and put somewhere on Y: of a part nobody knows the place, and the scale only roughly.
Points PartialSearch::random_pose() {
    const Points& y = problem_.points_y;
    const Points turned = turned_at_random(problem_.points_x, y, random_);
    const double scale = std::exp2(std::uniform_real_distribution<double>(-1, 1)(random_));
    const Eigen::RowVector3d centre = y.colwise().mean(),
                             place = 0.5 * (centre + y.row(any(static_cast<int>(y.rows()))));
    return (scale * (turned.rowwise() - centre)).rowwise() + place;
}

Match PartialSearch::aligned_match() {
    constexpr int trials = 25;
    Match best;
    double best_value = forbidden;
    for (int trial = 0; trial < trials; ++trial) {
        Match match = align_rigidly(problem_.points_x, problem_.points_y, random_pose(),
                                    [this](const Points& moved) { return nearest(moved); });
        if (match.empty()) return match;
        const double value = objective_.below(best_value, match);
        if (value < best_value) best_value = value, best = std::move(match);
    }
    return best;
}

// Keypoint i gets partner j (or none), whose former one gets that of i. False if the mask forbids it.
bool PartialSearch::give(Match& match, int i, int j) const {
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

double PartialSearch::descend(Match& match, const std::function<bool()>& stop) {
    double value = objective_(match);
    for (bool better = true; better && !stop();) {
        better = false;
        for (int i = 0; i < problem_.size(); ++i)
            for (int j = unmatched; j < problem_.size_y(); ++j) {
                Match moved = match;
                if (!give(moved, i, j)) continue;
                const double limit = value * (1 - 1e-12), after = objective_.below(limit, moved);
                if (after >= limit) continue;
                match = std::move(moved);
                value = after;
                better = true;
            }
    }
    return value;
}

void PartialSearch::kick(Match& match) {
    for (int left = 2 + any(3); left > 0; --left) give(match, any(problem_.size()), any(problem_.size_y()));
}

void PartialSearch::iterate(Match current, int kicks, const std::function<bool()>& stop,
                            const std::function<void(const Match&, double)>& on_better) {
    double best = descend(current, stop);
    on_better(current, best);
    for (int k = 0; k < kicks && !stop(); ++k) {
        Match trial = current;
        kick(trial);
        const double value = descend(trial, stop);
        if (value >= best * (1 - 1e-12)) continue;
        current = std::move(trial);
        on_better(current, best = value);
    }
}

}  // namespace sigmatch
