#pragma once

#include "sigmatch/problem.h"

namespace sigmatch {

/// Divides the numbers of each shape by their median over the keypoints that the match pairs. So both shapes
/// are measured by what they have in common. The mean over all keypoints does not do this where one shape is
/// a part of the other.
void measure_by_match(PairTerm& term, const Match& match);

}  // namespace sigmatch
