#pragma once

#include <functional>

#include "sigmatch/problem.h"

namespace sigmatch {

/// Whether some permutation lies on the mask.
bool holds_match(const Mask& mask);

/// Whether some permutation on the mask contains (i, j).
bool holds_match_with(const Mask& mask, int i, int j);

/// Calls `accept` for every permutation on the mask. Returns false if a call returns false, or if there are
/// more than `budget` choices.
bool all_matches(const Mask& mask, long budget, const std::function<bool(const Match&)>& accept);

}  // namespace sigmatch
