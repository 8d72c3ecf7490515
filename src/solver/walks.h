#pragma once

#include "solver/search_state.h"

namespace sigmatch {

/// Runs several independent local searches, the first from `start` unless `start` is empty. Offers the
/// matches that they find to the state. Unless it must stop early, the
/// outcome does not depend on the number of threads.
void walk(const Problem& problem, const Match& start, SearchState& state);

/// Offers likely next best matches to the state: the neighbours of the best match and its mirror image.
void walk_around_best(const Problem& problem, SearchState& state);

}  // namespace sigmatch
