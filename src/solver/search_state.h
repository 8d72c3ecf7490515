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

/// What all parts of a search share: the best matches, the proven bound, the counts, the trace and the limits
/// of time and memory. Several threads may use it.
class SearchState {
public:
    /// The clock starts here. The options must outlive this.
    explicit SearchState(const SolveOptions& options);

    const SolveOptions& options() const { return options_; }
    int threads() const { return threads_; }
    /// Bytes that the search may take, roughly.
    std::size_t memory() const { return memory_; }

    /// Takes the match if it is better than one of those kept. False if it is known or not good enough.
    bool offer(const Match& match, double objective);
    Match best() const;
    double upper() const { return upper_.load(std::memory_order_relaxed); }
    Ranking ranking() const;
    /// What the objective of every other match must reach for the ranking to be proven, a little less than
    /// the gap allows. Infinite while there is room for any match.
    double goal() const { return goal_.load(std::memory_order_relaxed); }

    /// Every match that is not ranked has an objective of at least this. Ignored if it is not news.
    void raise_bound(double others);

    void count_nodes(std::int64_t count) { nodes_.fetch_add(count, std::memory_order_relaxed); }
    void count_relaxation() { relaxations_.fetch_add(1, std::memory_order_relaxed); }
    std::int64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

    double seconds() const;
    /// Time is up or somebody asked to stop.
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
