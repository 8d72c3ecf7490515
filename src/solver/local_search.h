#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <random>

#include "numerics/assignment.h"
#include "solver/objective/objective.h"

namespace sigmatch {

/// Iterated local search over whole and partial matches on problem.allowed. Use one object per thread. The
/// problem must outlive the object.
class LocalSearch {
public:
    LocalSearch(const Problem& problem, std::uint64_t seed);

    /// A random match with the largest possible number of pairs; empty if the mask allows no match.
    Match random_match();

    /// The best of several matches. Each comes from a rigid alignment of X with Y that starts at a random
    /// rotation. If `mirrored` is true, X is reflected first. Empty if the mask allows no match.
    Match aligned_match(bool mirrored = false);

    /// Improves the match until nothing helps. Exchanges two partners; in a partial problem, also gives
    /// keypoints other partners or none. Tries cycles of three only if the objective is below `promising`,
    /// because there are many more of them. Returns the objective reached.
    double descend(Match& match, double promising = std::numeric_limits<double>::infinity());

    /// Descends from `match`, then repeats a kick and a descent, `kicks` times or until `stop` returns true.
    /// Passes every new best match to `on_better`.
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
