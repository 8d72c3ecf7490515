#pragma once

#include "sigmatch/certificate.h"

namespace sigmatch {

/// Writes and reads the binary part of a certificate file: see docs/certificate.md.
std::string encode(const Certificate& certificate);

/// Throws InputError.
Certificate decode(std::string_view bytes);

}  // namespace sigmatch
