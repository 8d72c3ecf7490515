#pragma once

#include "sigmatch/certificate.h"

namespace sigmatch {

/// Two doubles that enclose a real number.
struct Enclosure {
    double least = 0, largest = 0;
};

/// Encloses the exact objective of a match of the stated problem.
Enclosure stated_objective(const StatedProblem& problem, const Match& match);

}  // namespace sigmatch
