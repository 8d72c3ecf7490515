#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "sigmatch/solve.h"
#include "solver/ranking.h"

namespace sigmatch {

/// The state that all parts of a search share: the best matches, the proven bound, the counts, the trace and
/// the limits of time and memory. Several threads may use it.
class SearchState {
public:
    /// Starts the clock. The options must outlive this object.
    explicit SearchState(const SolveOptions& options);

    const SolveOptions& options() const { return options_; }
    int threads() const { return threads_; }
    /// The memory limit of the search in bytes, approximate.
    std::size_t memory() const { return memory_; }

    /// Adds the match to the ranking. False if the match is known already or not good enough.
    bool offer(const Match& match, double objective);
    Match best() const;
    double upper() const { return upper_.load(std::memory_order_relaxed); }
    Ranking ranking() const;
    /// The ranking is proven if every other match has at least this objective. The goal is for a slightly
    /// smaller gap than the options ask for. Infinite while the ranking has room for any match.
    double goal() const { return goal_.load(std::memory_order_relaxed); }

    /// States that every match outside the ranking has an objective of at least `others`. Ignored if this
    /// bound is not higher than the known one.
    void raise_bound(double others);

    void count_nodes(std::int64_t count) { nodes_.fetch_add(count, std::memory_order_relaxed); }
    void count_relaxation() { relaxations_.fetch_add(1, std::memory_order_relaxed); }
    std::int64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

    double seconds() const;
    /// True if the time is up or a stop was requested.
    bool must_stop() const;

    /// Matches, bounds, counts and trace as a Solution.
    Solution finish();

private:
    void record();
    Progress now() const;

    const SolveOptions& options_;
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    const int threads_;
    const std::size_t memory_;
    mutable std::mutex mutex_;
    Ranking ranking_;
    std::atomic<double> upper_, goal_;
    std::atomic<std::int64_t> nodes_{0}, relaxations_{0};
    double others_ = 0;
    std::vector<Progress> trace_;
};

}  // namespace sigmatch
