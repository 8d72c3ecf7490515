#pragma once

#include <cstdint>

#include "solver/domain.h"
#include "solver/incumbent.h"
#include "solver/objective.h"

namespace sigmatch {

/// Branch and bound over the relaxation's bounds, on `threads` threads, until the incumbent is proven to its
/// gap or must stop. Returns the number of nodes.
std::int64_t tree_search(const Objective& objective, const Domain& root, Incumbent& incumbent, int threads,
                         std::uint64_t seed);

}  // namespace sigmatch
