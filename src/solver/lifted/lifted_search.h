#pragma once

#include "sigmatch/certificate.h"
#include "solver/search_state.h"

namespace sigmatch {

/// With more allowed entries than this, relaxations take too much time and memory to be useful.
constexpr int max_lifted_entries = 1500;

/// Raises the lower bound of all matches outside the ranking. Solves semidefinite relaxations of the lifted
/// problem over parts of the search space (see LiftedNode), the worst part first. Offers better matches that
/// it finds to the state. The state must know a match already. If a certificate is given, fills in its unit,
/// evidence and proof: this is slightly slower. Not for partial problems.
void lifted_search(const Problem& problem, SearchState& state, Certificate* certificate = nullptr);

}  // namespace sigmatch
