#pragma once

#include "sigmatch/certificate.h"

namespace sigmatch {

/// Two doubles between which a real number certainly lies.
struct Enclosure {
    double least = 0, largest = 0;
};

/// The objective of a match of the stated problem, in exact arithmetic, enclosed.
Enclosure stated_objective(const StatedProblem& problem, const Match& match);

}  // namespace sigmatch
