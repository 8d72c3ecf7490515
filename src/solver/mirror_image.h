#pragma once

#include "sigmatch/problem.h"

namespace sigmatch {

/// Whether two matches differ as left and right: the keypoints of X that take each other's partners are about
/// each other's mirror images, or those of Y are. (In a pose that is not symmetric they need not be.)
bool are_mirror_images(const Problem& problem, const Match& p, const Match& q);

}  // namespace sigmatch
