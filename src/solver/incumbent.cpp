#include "solver/incumbent.h"

#include <algorithm>

namespace sigmatch {

namespace {

// Two matches nearer to each other than this count as equal: the objective's rounding is some 1e-13.
constexpr double rounding = 1e-10;

}  // namespace

double Incumbent::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

Match Incumbent::match() const {
    const std::scoped_lock lock(mutex_);
    return ranking_.entries().empty() ? Match{} : ranking_.best().match;
}

Ranking Incumbent::ranking() const {
    const std::scoped_lock lock(mutex_);
    return ranking_;
}

bool Incumbent::must_stop() const {
    return options_.stop.stop_requested() || seconds() > options_.time_limit_s;
}

void Incumbent::offer(const Match& match, double value) {
    if (options_.alternatives == 1 && value >= upper()) return;
    const std::scoped_lock lock(mutex_);
    if (!ranking_.offer(match, value) || value >= upper()) return;
    upper_ = value;
    cutoff_ =
        std::min(value * (1 - std::max(options_.relative_gap * (1 - 1e-9), rounding)), value - absolute_gap);
    lower_ = std::min(lower_, value);
    record(nodes_);
}

void Incumbent::raise_lower_bound(double bound, std::int64_t nodes) {
    const std::scoped_lock lock(mutex_);
    nodes_ = nodes;
    bound = std::min(bound, upper());
    if (bound <= lower_) return;
    lower_ = bound;
    record(nodes);
}

void Incumbent::record(std::int64_t nodes) {
    const Progress progress{seconds(), lower_, upper(), nodes};
    trace_.push_back(progress);
    if (options_.on_progress) options_.on_progress(progress);
}

Solution Incumbent::finish(std::int64_t nodes) {
    const std::scoped_lock lock(mutex_);
    Solution solution;
    if (!ranking_.entries().empty()) solution.match = ranking_.best().match;
    for (const Ranking::Entry& entry : ranking_.entries())
        solution.ranking.push_back({entry.match, entry.objective, false, {}});
    solution.objective = upper();
    solution.lower_bound = lower_;
    solution.nodes = nodes;
    solution.seconds = seconds();
    const double gap = solution.relative_gap();
    solution.status = gap <= options_.relative_gap + 2 * rounding ? Status::optimal
                      : options_.stop.stop_requested()            ? Status::interrupted
                                                                  : Status::time_limit;
    trace_.push_back({solution.seconds, lower_, upper(), nodes});
    solution.trace = std::move(trace_);
    return solution;
}

}  // namespace sigmatch
