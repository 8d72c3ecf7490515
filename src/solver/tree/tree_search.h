#pragma once

#include <cstdint>
#include <limits>

#include "solver/search_state.h"

namespace sigmatch {

struct TreeLimits {
    /// The number of pairs that all threads together may try at nodes. It measures the cost of the search. A
    /// search that will clearly need many more ends early.
    std::int64_t most_trials = std::numeric_limits<std::int64_t>::max();
};

/// Finds every match whose objective is below the state's goal. Returns true when it has found all: this
/// proves the bound. Returns false if it must stop before. X must not have more keypoints than Y.
///
/// f of some pairs never falls when a pair is added, because undecided keypoints are free. So a partial match
/// that has reached the goal is a dead end. Below the first keypoints, every node evaluates f with each pair
/// that could be added, drops the pairs that reach the goal, and goes on with the keypoint that has the
/// fewest pairs left. After a wrong beginning, some keypoint soon has none left.
///
/// Each undecided keypoint must take one of its pairs, so the largest of their least values bounds all
/// matches of a node. Without a limit of trials, the nodes of low bounds are searched first, and the bound of
/// the rest is stated as it rises.
bool tree_search(const Problem& problem, SearchState& state, const TreeLimits& limits = {});

}  // namespace sigmatch
