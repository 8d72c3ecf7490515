#include "solver/search_state.h"

#include <algorithm>
#include <limits>

#include "numerics/on_threads.h"

namespace sigmatch {

namespace {

/// Objectives whose relative difference is below this count as equal. The rounding error of an objective is
/// about 1e-13.
constexpr double rounding = 1e-10;
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

SearchState::SearchState(const SolveOptions& options)
    : options_(options),
      threads_(threads_or_all(options.threads)),
      memory_(static_cast<std::size_t>(options.memory_limit_gb * (1 << 30))),
      ranking_(options.alternatives, options.within),
      upper_(infinity),
      goal_(infinity) {}

double SearchState::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

bool SearchState::must_stop() const {
    return options_.stop.stop_requested() || seconds() > options_.time_limit_s;
}

Match SearchState::best() const {
    const std::scoped_lock lock(mutex_);
    return ranking_.entries().empty() ? Match{} : ranking_.best().match;
}

Ranking SearchState::ranking() const {
    const std::scoped_lock lock(mutex_);
    return ranking_;
}

bool SearchState::offer(const Match& match, double objective) {
    if (options_.alternatives == 1 && objective >= upper()) return false;
    const std::scoped_lock lock(mutex_);
    if (!ranking_.offer(match, objective)) return false;
    // The goal is for a slightly smaller gap: rounding errors must not leave the gap just open.
    goal_ = ranking_.goal(std::max(options_.relative_gap * (1 - 1e-6), rounding));
    if (objective >= upper()) return true;
    upper_ = objective;
    record();
    return true;
}

void SearchState::raise_bound(double others) {
    const std::scoped_lock lock(mutex_);
    if (others <= others_) return;
    const bool is_news = others_ < upper();
    others_ = others;
    if (is_news) record();
}

Progress SearchState::now() const {
    return {seconds(), std::min(others_, upper()), upper(), nodes_.load(), relaxations_.load()};
}

void SearchState::record() {
    trace_.push_back(now());
    if (options_.on_progress) options_.on_progress(trace_.back());
}

Solution SearchState::finish() {
    const std::scoped_lock lock(mutex_);
    const Progress last = now();
    trace_.push_back(last);
    Solution solution;
    if (!ranking_.entries().empty()) solution.match = ranking_.best().match;
    for (const Ranking::Entry& entry : ranking_.entries())
        solution.ranking.push_back({entry.match, entry.objective, false, {}});
    solution.objective = last.upper_bound;
    solution.lower_bound = last.lower_bound;
    solution.others_bound = others_;
    solution.nodes = last.nodes;
    solution.relaxations = last.relaxations;
    solution.seconds = last.seconds;
    solution.threads = threads_;
    const bool proven = solution.relative_gap() <= options_.relative_gap + 2 * rounding &&
                        (options_.alternatives == 1 || others_ >= goal_ * (1 - 1e-12));
    solution.status = proven                           ? Status::optimal
                      : options_.stop.stop_requested() ? Status::interrupted
                                                       : Status::time_limit;
    solution.trace = std::move(trace_);
    return solution;
}

}  // namespace sigmatch
