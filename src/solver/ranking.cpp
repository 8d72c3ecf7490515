#include "solver/ranking.h"

#include <algorithm>
#include <cmath>

#include "sigmatch/solve.h"

namespace sigmatch {

bool Ranking::offer(const Match& match, double objective) {
    const auto is_full = [&] { return static_cast<int>(entries_.size()) >= most_; };
    if (match.empty() || (is_full() && objective >= entries_.back().objective)) return false;
    if (!entries_.empty() && objective > most_objective()) return false;
    if (std::any_of(entries_.begin(), entries_.end(),
                    [&](const Entry& known) { return known.match == match; }))
        return false;
    const auto place =
        std::upper_bound(entries_.begin(), entries_.end(), objective,
                         [](double value, const Entry& known) { return value < known.objective; });
    entries_.insert(place, {match, objective});
    if (static_cast<int>(entries_.size()) > most_) entries_.pop_back();
    std::erase_if(entries_, [&](const Entry& known) { return known.objective > most_objective(); });
    return true;
}

double Ranking::goal(double relative_gap) const {
    const bool has_reach = std::isfinite(within_) && !entries_.empty();
    const double all_within = has_reach ? most_objective() : std::numeric_limits<double>::infinity();
    if (static_cast<int>(entries_.size()) < most_) return all_within;
    const double last = entries_.back().objective;
    return std::min({all_within, (1 - relative_gap) * last, std::max(0.0, last - absolute_gap)});
}

}  // namespace sigmatch
