#pragma once

#include <functional>

#include "sigmatch/problem.h"

namespace sigmatch {

/// Visits every match on the mask, unless this takes more than `budget` choices. True if all were visited.
bool for_each_match(const Mask& mask, int budget, const std::function<void(const Match&)>& visit);

}  // namespace sigmatch
