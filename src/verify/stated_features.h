#pragma once

#include "sigmatch/certificate.h"

namespace sigmatch {

/// More pair terms than this are refused: the proofs about rounding count the operations of each sum.
inline constexpr size_t most_pair_terms = 8;

/// The squared features of a match are the sum of square_alone() over its pairs and of square_together() over
/// its pairs of pairs, each counted once. Both have a relative error of at most gamma(24).
double square_alone(const StatedProblem& problem, int i, int j);
double square_together(const StatedProblem& problem, int i, int j, int k, int l);

/// An upper bound of every square_alone() and square_together(), up to rounding.
double largest_square(const StatedProblem& problem);

/// False if the features cost nothing, whatever the match.
bool has_features(const StatedProblem& problem);

}  // namespace sigmatch
