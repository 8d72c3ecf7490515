#pragma once

#include <functional>
#include <limits>
#include <random>

#include "sigmatch/problem.h"

/// Small problems to solve, and their solution by trying everything.
namespace sigmatch::testing {

Match random_permutation(int n, std::mt19937_64& random);

/// Keypoint i to keypoint i.
Match identity_match(std::size_t n);

/// A deformation whose kernel are the affine maps of the points; rec and def terms of about equal weight.
Deformation random_deformation(const Points& points, std::mt19937_64& random);

/// Y is X, deformed a little and shuffled; `mask_share` of the other pairs are forbidden. With features:
/// always orientation, sometimes costs and up to two pair terms.
Problem random_problem(int n, bool with_features, double mask_share, std::mt19937_64& random);

bool is_allowed(const Problem& problem, const Match& match);

/// Calls visit(match) for every allowed permutation.
void for_each_match(const Problem& problem, const std::function<void(const Match&)>& visit);

struct Best {
    Match match;
    double value = std::numeric_limits<double>::infinity();
};

Best brute_force(const Problem& problem);

}  // namespace sigmatch::testing
