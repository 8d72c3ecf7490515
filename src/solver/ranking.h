#pragma once

#include <limits>
#include <vector>

#include "sigmatch/problem.h"

namespace sigmatch {

/// The best matches that are known, best first.
class Ranking {
public:
    /// Keeps `most` of them; of those not the best, only such within (1 + within) of it.
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

    /// What the objective of every other match must reach for the ranking to be proven, each place to the
    /// relative gap. Infinite while there is room for any match.
    double goal(double relative_gap) const;

private:
    double most_objective() const { return (1 + within_) * best().objective; }

    int most_;
    double within_;
    std::vector<Entry> entries_;
};

}  // namespace sigmatch
