#pragma once

#include <string>

#include "sigmatch/certificate_origin.h"
#include "sigmatch/match.h"

namespace sigmatch {

/// The certificate of a match of two shapes. Throws InputError if the result has none.
StoredCertificate stored_certificate(const PreparedShape& x, const PreparedShape& y,
                                     const MatchResult& result);

std::string certificate_bytes(const StoredCertificate& stored);

/// Throws FileError if the file is not a well-formed certificate. Does not check the proof: see verify.h.
StoredCertificate read_certificate(const std::string& path);

}  // namespace sigmatch
