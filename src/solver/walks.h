#pragma once

#include "solver/search_state.h"

namespace sigmatch {

/// Several independent local searches, the first from `start` unless that is empty. What they find is offered
/// to the state. The outcome does not depend on the number of threads.
void walk(const Problem& problem, const Match& start, SearchState& state);

/// A first idea of the matches that come after the best one: its neighbours and its mirror image.
void walk_around_best(const Problem& problem, SearchState& state);

}  // namespace sigmatch
