#pragma once

#include "sigmatch/solve.h"

namespace sigmatch {

/// solve() for a partial problem, whose data have been checked.
Solution solve_partial(const Problem& problem, const SolveOptions& options, int threads);

}  // namespace sigmatch
