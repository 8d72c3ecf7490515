#pragma once

#include <vector>

#include "sigmatch/problem.h"

namespace sigmatch {

/// The keypoints of X that the tree decides first. Their number is the largest that can go anywhere at no
/// cost. They are chosen so that, with one more keypoint, they are as stiff as possible: then few places are
/// left for that keypoint.
std::vector<int> first_keypoints(const Problem& problem);

}  // namespace sigmatch
