#pragma once

#include "model/conic_builder.h"
#include "sigmatch/problem.h"

namespace sigmatch {

/// Adds features(P) of the objective, the root of a sum of squares. P starts at variable 0, row by row.
/// Squares of the orientation feature are squares of linear functions. For a permutation P_ij is its own
/// square, so that costs are squares of linear functions, too. A product P_ij P_kl becomes a variable of its
/// own that is at least P_ij + P_kl - 1 and 0; its cost is not negative, so it is no larger in the optimum.
/// Throws InputError if there are too many products.
void add_feature_norm(ConicBuilder& builder, const Problem& problem);

}  // namespace sigmatch
