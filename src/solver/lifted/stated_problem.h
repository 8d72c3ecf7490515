#pragma once

#include "sigmatch/certificate.h"

namespace sigmatch {

/// The problem as the search sees it, in the numbers of a certificate. Eigenvalues of S that count as zero
/// are zero. The points are centred.
StatedProblem stated_problem(const Problem& problem);

}  // namespace sigmatch
