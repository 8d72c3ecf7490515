#pragma once

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sigmatch/certificate_file.h"

/// Ways to change a certificate. All return what was done.
namespace sigmatch::testing {

/// One field of the statement, of the evidence or of the proof's tree.
std::string tamper(Certificate& certificate, std::mt19937_64& random);

std::string tamper_problem(StatedProblem& problem, std::mt19937_64& random);

/// A keypoint or an option.
std::string tamper_origin(CertificateOrigin& origin, std::mt19937_64& random);

/// A vertex or a face.
std::string tamper_shape(Shape& shape, std::mt19937_64& random);

/// Proofs of a false statement, each right but for one thing that must not be.
std::vector<std::pair<std::string, Certificate>> forgeries(const Certificate& lie);

}  // namespace sigmatch::testing
