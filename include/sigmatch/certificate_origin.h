#pragma once

#include <string>

#include "sigmatch/certificate.h"
#include "sigmatch/model.h"

namespace sigmatch {

/// What the problem of a certificate was made from.
struct CertificateOrigin {
    std::string hash_x, hash_y;  ///< shape_hash() of the shapes
    Keypoints keypoints_x, keypoints_y;
    ModelOptions options;
    Knowledge knowledge;  ///< with features of the keypoints alone
};

/// A certificate with its origin, as a file holds them (docs/certificate.md).
struct StoredCertificate {
    CertificateOrigin origin;
    Certificate certificate;
};

/// SHA-256 of vertices and faces, in hexadecimal.
std::string shape_hash(const Shape& shape);

/// Throws VerificationError unless the certificate's problem is the one that these shapes make: checks their
/// hashes, rebuilds the problem and, by plain sparse products, that S is the energy of the best bent shape.
void check_origin(const StoredCertificate& stored, const Shape& x, const Shape& y);

}  // namespace sigmatch
