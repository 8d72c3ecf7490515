#pragma once

#include <vector>

#include "sigmatch/problem.h"

namespace sigmatch {

/// The keypoints of X that the tree decides first. They are as many as can go anywhere at no cost, and chosen
/// to be as stiff as possible with one more: then few places are left for that one.
std::vector<int> first_keypoints(const Problem& problem);

}  // namespace sigmatch
