#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <random>

#include "numerics/assignment.h"
#include "solver/objective/objective.h"

namespace sigmatch {

/// Iterated local search over whole and partial matches on problem.allowed. Use one per thread. The problem
/// must outlive it.
class LocalSearch {
public:
    LocalSearch(const Problem& problem, std::uint64_t seed);

    /// A random match of as many pairs as there can be; empty if the mask allows none.
    Match random_match();

    /// The best of several matches that bring X rigidly close to Y, from random rotations; or its mirror
    /// image. Empty if the mask allows none.
    Match aligned_match(bool mirrored = false);

    /// Improves the match by exchanges of two partners and, in a partial problem, by giving keypoints other
    /// partners or none, until nothing helps. Below `promising` it tries cycles of three as well: there are
    /// many more of these. Returns the objective reached.
    double descend(Match& match, double promising = std::numeric_limits<double>::infinity());

    /// Kicks and descents from `match`, for `kicks` kicks or until `stop` says so. Every new best match is
    /// given to `on_better`.
    void iterate(Match match, int kicks, const std::function<bool()>& stop,
                 const std::function<void(const Match&, double value)>& on_better);

private:
    double exchange(Match& match, double promising);
    bool reassign(Match& match, double& value);
    bool give(Match& match, int i, int j) const;
    void kick(Match& match);
    Points random_pose(const Points& x);
    Match best_assignment(CostMatrix& cost);
    Match nearest(const Points& moved_x);
    int any(int count) { return static_cast<int>(random_() % static_cast<std::uint64_t>(count)); }

    const Problem& problem_;
    Objective objective_;
    std::mt19937_64 random_;
    Assignment assignment_;
};

}  // namespace sigmatch
