#pragma once

#include "sigmatch/certificate.h"
#include "solver/search_state.h"

namespace sigmatch {

/// Above this many allowed entries relaxations take too long and too much memory to be of use.
constexpr int max_lifted_entries = 1500;

/// Raises the bound on all matches that are not ranked, by semidefinite relaxations of the lifted problem
/// over parts of the search space (see LiftedNode), the worst part first. Offers better matches that it
/// meets. The state must know a match. Puts unit, evidence and proof into the certificate, if one is given:
/// this is slightly slower. Not for partial problems.
void lifted_search(const Problem& problem, SearchState& state, Certificate* certificate = nullptr);

}  // namespace sigmatch
