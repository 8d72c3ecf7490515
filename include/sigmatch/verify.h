#pragma once

#include <stdexcept>

#include "sigmatch/certificate.h"

namespace sigmatch {

/// A certificate does not prove what it states; says where.
class VerificationError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// What a certificate proves, in exact arithmetic of its StatedProblem.
struct Verdict {
    double objective = 0;    ///< of the first match: not more than this
    double lower_bound = 0;  ///< of every allowed match that the certificate does not list
    double runner_up = 0;    ///< of the listed matches but the first, not less than this; infinite if none

    /// No allowed match is better than the first one by more than this, relative to its objective.
    double gap() const;
};

/// Checks the proof of a certificate; shares nothing with the search that made it. Throws VerificationError.
Verdict check_proof(const Certificate& certificate);

}  // namespace sigmatch
