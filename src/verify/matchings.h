#pragma once

#include <functional>

#include "sigmatch/problem.h"

namespace sigmatch {

/// Whether a permutation lies on the mask.
bool holds_match(const Mask& mask);

/// Whether one contains (i, j).
bool holds_match_with(const Mask& mask, int i, int j);

/// Visits every permutation on the mask. False as soon as `accept` is, or after more than `budget` choices.
bool all_matches(const Mask& mask, long budget, const std::function<bool(const Match&)>& accept);

}  // namespace sigmatch
