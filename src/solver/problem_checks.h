#pragma once

#include "sigmatch/problem.h"

namespace sigmatch {

/// Throws InputError if the data are not finite or differ in size.
void check(const Problem& problem);

/// Throws InputError if this is not a match of the problem. Does not check that its pairs are allowed.
void check_match(const Match& match, const Problem& problem);

}  // namespace sigmatch
