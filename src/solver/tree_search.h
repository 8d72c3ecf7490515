#pragma once

#include <cstdint>
#include <limits>

#include "solver/domain.h"
#include "solver/incumbent.h"
#include "solver/objective.h"

namespace sigmatch {

struct TreeLimits {
    int threads = 1;
    std::int64_t max_nodes = std::numeric_limits<std::int64_t>::max();
    std::uint64_t seed = 0;                           ///< of the local search
    std::size_t queue_memory = std::size_t{1} << 30;  ///< bytes of nodes from which on the deepest come first
};

struct TreeOutcome {
    std::int64_t nodes = 0;
    bool finished = false;  ///< nothing is left open
};

/// Branch and bound over the relaxation's bounds until the incumbent is proven to its gap, the nodes are used
/// up, or the incumbent must stop.
TreeOutcome tree_search(const Objective& objective, const Domain& root, Incumbent& incumbent,
                        const TreeLimits& limits);

}  // namespace sigmatch
