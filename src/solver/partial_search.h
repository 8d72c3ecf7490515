#pragma once

#include <cstdint>
#include <functional>
#include <random>

#include "solver/assignment.h"
#include "solver/partial_objective.h"

namespace sigmatch {

/// Iterated local search for partial problems. From where a rigid motion brings X close to Y, every keypoint
/// is tried with every partner, whose former one it leaves its own; when nothing helps any more the match is
/// kicked. One per thread.
class PartialSearch {
public:
    PartialSearch(const Problem& problem, std::uint64_t seed);

    /// As many pairs as there can be, near each other after a rigid motion; empty if the mask allows none.
    Match aligned_match();

    void iterate(Match current, int kicks, const std::function<bool()>& stop,
                 const std::function<void(const Match&, double)>& on_better);

private:
    Match nearest(const Points& moved_x);
    Points random_pose();
    bool give(Match& match, int i, int j) const;
    double descend(Match& match, const std::function<bool()>& stop);
    void kick(Match& match);
    int any(int count) { return static_cast<int>(random_() % static_cast<std::uint64_t>(count)); }

    const Problem& problem_;
    PartialObjective objective_;
    std::mt19937_64 random_;
    Assignment assignment_;
};

}  // namespace sigmatch
