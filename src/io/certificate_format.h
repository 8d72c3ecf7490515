#pragma once

#include "sigmatch/certificate.h"

namespace sigmatch {

/// The binary part of a certificate file, both ways: see docs/certificate.md.
std::string encode(const Certificate& certificate);

/// Throws InputError.
Certificate decode(std::string_view bytes);

}  // namespace sigmatch
