#pragma once

#include <atomic>
#include <chrono>
#include <mutex>

#include "sigmatch/solve.h"
#include "solver/ranking.h"

namespace sigmatch {

/// The best matches so far and the proven bound, shared by all threads; keeps the trace and reports progress.
class Incumbent {
public:
    Incumbent(const SolveOptions& options, std::chrono::steady_clock::time_point start)
        : options_(options), start_(start), ranking_(options.alternatives, options.within) {}

    /// Takes the match if it is better than one of those kept.
    void offer(const Match& match, double value);

    /// A proven lower bound on all matches; ignored if not above the last.
    void raise_lower_bound(double bound, std::int64_t nodes);

    /// Any part of the search space bounded from below by this can be dropped.
    double cutoff() const { return cutoff_.load(std::memory_order_relaxed); }
    double upper() const { return upper_.load(std::memory_order_relaxed); }
    double seconds() const;
    Match match() const;
    Ranking ranking() const;

    /// Time is up or somebody asked to stop.
    bool must_stop() const;

    /// Moves matches, bounds and trace into a Solution.
    Solution finish(std::int64_t nodes);

private:
    void record(std::int64_t nodes);

    const SolveOptions& options_;
    std::chrono::steady_clock::time_point start_;
    mutable std::mutex mutex_;
    Ranking ranking_;
    std::atomic<double> upper_{std::numeric_limits<double>::infinity()};
    std::atomic<double> cutoff_{std::numeric_limits<double>::infinity()};
    double lower_ = 0;
    std::int64_t nodes_ = 0;
    std::vector<Progress> trace_;
};

}  // namespace sigmatch
