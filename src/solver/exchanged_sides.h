#pragma once

#include "sigmatch/problem.h"
#include "sigmatch/solve.h"

namespace sigmatch {

/// The problem with X and Y exchanged.
Problem with_exchanged_sides(const Problem& problem);

/// The match of the exchanged problem; `size_y` keypoints of Y.
Match with_exchanged_sides(const Match& match, int size_y);

/// A solution of the exchanged problem as one of the problem itself, whose X has `size` keypoints.
Solution with_exchanged_sides(Solution solution, int size);

}  // namespace sigmatch
