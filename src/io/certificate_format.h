#pragma once

#include "sigmatch/certificate.h"

namespace sigmatch {

/// Files of version 1 have no costs and no pair terms.
inline constexpr int certificate_version = 2;

/// Writes and reads the binary part of a certificate file: see docs/certificate.md.
std::string encode(const Certificate& certificate);

/// Throws InputError.
Certificate decode(std::string_view bytes, int version = certificate_version);

}  // namespace sigmatch
