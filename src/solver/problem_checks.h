#pragma once

#include "sigmatch/problem.h"

namespace sigmatch {

/// Throws InputError if the data are not finite or differ in size.
void check(const Problem& problem);

/// Throws InputError if this is not a match of the problem; whether its pairs are allowed is not looked at.
void check_match(const Match& match, const Problem& problem);

}  // namespace sigmatch
