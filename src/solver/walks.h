#pragma once

#include <cstdint>
#include <vector>

#include "solver/search_state.h"

namespace sigmatch {

/// Runs several independent local searches, the first from `start` unless `start` is empty. Offers the
/// matches that they find to the state. Unless it must stop early, the
/// outcome does not depend on the number of threads.
void walk(const Problem& problem, const Match& start, SearchState& state);

/// Local optima that differ from each other in at least half of the pairs, the best first. The searches start
/// from rigid alignments, with and without reflection, and from random matches. The outcome does not depend
/// on the number of threads.
std::vector<Match> local_optima(const Problem& problem, int starts, int threads, std::uint64_t seed);

/// Offers likely next best matches to the state: the neighbours of the best match and its mirror image.
void walk_around_best(const Problem& problem, SearchState& state);

}  // namespace sigmatch
