#pragma once

#include "sigmatch/certificate.h"

namespace sigmatch {

/// The problem as the search sees it, in the numbers that a certificate speaks of: eigenvalues of S that
/// count as zero are zero, the points are centred.
StatedProblem stated_problem(const Problem& problem);

}  // namespace sigmatch
