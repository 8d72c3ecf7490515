#pragma once

#include <stdexcept>

#include "sigmatch/certificate.h"

namespace sigmatch {

/// The certificate does not prove what it states. The text says which step fails.
class VerificationError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// What a certificate proves about its StatedProblem, in exact arithmetic.
struct Verdict {
    double objective = 0;    ///< the objective of the first match is at most this
    double lower_bound = 0;  ///< allowed matches that are not listed have at least this objective
    double runner_up = 0;    ///< listed matches after the first have at least this; infinite if none

    /// No allowed match is better than the first by more than this, relative to the objective of the first.
    double gap() const;
};

/// Checks the proof of a certificate. Shares no code with the search. Throws VerificationError if it fails.
Verdict check_proof(const Certificate& certificate);

}  // namespace sigmatch
