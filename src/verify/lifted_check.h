#pragma once

#include "sigmatch/certificate.h"

namespace sigmatch {

/// Bounds for all matches on a mask, in units of the certificate. The sum of the squared norms, each divided
/// by its weight and multiplied by its excess, is at least `value`. For matches that contain (i, j) it is at
/// least forced(i, j).
struct ProvenBound {
    double value;
    Eigen::MatrixXd forced;
};

/// The bounds that the evidence proves for the stated problem in exact arithmetic. They are true whatever
/// numbers the evidence holds. Throws VerificationError if it proves nothing.
ProvenBound proven_bound(const StatedProblem& problem, const LiftedEvidence& evidence, double unit);

}  // namespace sigmatch
