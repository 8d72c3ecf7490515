#pragma once

#include <string>

#include "sigmatch/shape.h"

namespace sigmatch::testing {

/// Every way in which VTK stores the arrays of a file.
struct VtpStyle {
    enum Format { ascii, binary, appended_raw, appended_base64 } format = ascii;
    bool zlib = false;
    bool wide_header = false;   ///< UInt64
    bool wide_numbers = false;  ///< Float64 and Int64
    std::size_t block_size = 32;
};

std::string vtp_file(const Shape& shape, const VtpStyle& style = {});

}  // namespace sigmatch::testing
