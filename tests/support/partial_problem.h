#pragma once

#include <functional>
#include <random>

#include "sigmatch/problem.h"

/// Small partial problems, and what they are worth by definition.
namespace sigmatch::testing {

/// The first keypoints of both shapes of a random problem; `mask_share` of the pairs are forbidden, but never
/// (k, k), so that there is a match.
Problem random_partial_problem(int rows, int columns, double unmatched_cost, double mask_share,
                               std::mt19937_64& random);

/// So many pairs, whatever the mask says.
Match random_partial_match(const Problem& problem, int pairs, std::mt19937_64& random);

/// Whether this is a match of the problem, whole or partial: each keypoint once, all pairs on the mask, none
/// missing unless there is a price for it.
bool is_valid(const Problem& problem, const Match& match);

/// The objective by its definition: that of the problem that is left of the pairs, S by plain elimination.
double plain_partial_objective(const Problem& problem, const Match& match);

/// Calls visit(match) for every valid match.
void for_each_partial_match(const Problem& problem, const std::function<void(const Match&)>& visit);

}  // namespace sigmatch::testing
