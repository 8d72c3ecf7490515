#pragma once

#include "solver/lifted_bound.h"

namespace sigmatch {

/// lifted_bound() on the whole problem and, where that stalls, on the branches of one row of what it left
/// open, and so on: the lower bound is the least one of the branches still open. `open` of the result is
/// their union.
LiftedBoundResult lifted_search(const Problem& problem, const Match& incumbent,
                                const LiftedBoundOptions& options = {});

}  // namespace sigmatch
