#pragma once

#include "sigmatch/certificate.h"

namespace sigmatch {

/// For all matches on a mask: the sum of squared norms, weighted by a / w, is at least `value`; of those that
/// contain (i, j), at least forced(i, j). In units of the certificate.
struct ProvenBound {
    double value;
    Eigen::MatrixXd forced;
};

/// What the evidence proves, whatever numbers it holds, in exact arithmetic of the stated problem. Throws
/// VerificationError if it proves nothing.
ProvenBound proven_bound(const StatedProblem& problem, const LiftedEvidence& evidence, double unit);

}  // namespace sigmatch
