#pragma once

#include <limits>
#include <vector>

#include "sigmatch/problem.h"

namespace sigmatch {

/// The best known matches, the best first.
class Ranking {
public:
    /// Keeps at most `most` matches: the best one, and others whose objective is at most (1 + within) times
    /// the best objective.
    explicit Ranking(int most = 1, double within = std::numeric_limits<double>::infinity())
        : most_(most), within_(within) {}

    struct Entry {
        Match match;
        double objective;
    };
    /// False if the match is known or not good enough.
    bool offer(const Match& match, double objective);

    const std::vector<Entry>& entries() const { return entries_; }
    const Entry& best() const { return entries_.front(); }

    /// The ranking is proven, each place to the relative gap, if every other match has at least this
    /// objective. Infinite while the ranking has room for any match.
    double goal(double relative_gap) const;

private:
    double most_objective() const { return (1 + within_) * best().objective; }

    int most_;
    double within_;
    std::vector<Entry> entries_;
};

}  // namespace sigmatch
