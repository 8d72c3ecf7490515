#pragma once

#include "sigmatch/problem.h"
#include "sigmatch/solve.h"

namespace sigmatch {

/// The problem with X and Y exchanged.
Problem with_exchanged_sides(const Problem& problem);

/// The same match for the exchanged problem. Y has `size_y` keypoints.
Match with_exchanged_sides(const Match& match, int size_y);

/// Turns a solution of the exchanged problem into a solution of the problem itself, whose X has `size`
/// keypoints.
Solution with_exchanged_sides(Solution solution, int size);

}  // namespace sigmatch
