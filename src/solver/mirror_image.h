#pragma once

#include "sigmatch/problem.h"

namespace sigmatch {

/// Whether one match is about the left-right mirror image of the other: the keypoints that exchange their
/// partners are about mirror images of each other, on X or on Y. One shape is enough, because the other may
/// be in a pose that is not symmetric.
bool are_mirror_images(const Problem& problem, const Match& p, const Match& q);

}  // namespace sigmatch
