#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <random>

#include "solver/domain.h"
#include "solver/objective.h"

namespace sigmatch {

/// Improves matches by exchanges. One object per thread.
class LocalSearch {
public:
    LocalSearch(const Objective& objective, const Domain& domain, std::uint64_t seed);

    /// Exchanges of two until none helps; below `promising` cycles of three as well, of which there are many
    /// more. Returns the objective reached.
    double descend(Match& match, double promising = std::numeric_limits<double>::infinity());

    /// Kicks and descents from `match`, for `kicks` kicks or until `stop` says so. Every new best match is
    /// given to `on_better`.
    void iterate(Match match, int kicks, const std::function<bool()>& stop,
                 const std::function<void(const Match&, double value)>& on_better);

    /// A random match in the domain.
    Match random_match();

    /// The best of several matches that bring X rigidly close to Y, from random rotations; or its mirror
    /// image.
    Match aligned_match(bool mirrored = false);

private:
    struct Move {
        int count = 0;
        int rows[3] = {};
    };
    double value_after(const Move& move, const Match& match, const Image& image, const Evaluation& at);
    void kick(Match& match);
    Match nearest(const Points& moved_x);

    const Objective& objective_;
    const Domain& domain_;
    std::mt19937_64 random_;
    Assignment assignment_;
    CostMatrix cost_;
    Eigen::ArrayXd cx_, cy_;
};

}  // namespace sigmatch
