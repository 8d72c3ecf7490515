#pragma once

#include <cstdint>
#include <limits>

#include "solver/search_state.h"

namespace sigmatch {

struct TreeLimits {
    /// Matches of this objective or more are not looked for; nor are those from the state's goal on.
    double target = std::numeric_limits<double>::infinity();
    /// Pairs that may be tried at nodes, by all threads together: what the search costs.
    std::int64_t most_trials = std::numeric_limits<std::int64_t>::max();
};

/// Finds every match whose objective is below the target and the state's goal, unless it must stop before.
/// True if it did, which proves the bound. X must have no more keypoints than Y.
///
/// f over some pairs never falls when pairs are added, because keypoints that are not decided yet are free.
/// So a partial match that has reached the target is a dead end. Every node evaluates f with each pair that
/// could be added, drops those that reach the target, and goes on with the keypoint that has the fewest left.
/// For a wrong beginning that is soon none.
bool tree_search(const Problem& problem, SearchState& state, const TreeLimits& limits = {});

}  // namespace sigmatch
