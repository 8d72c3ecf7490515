#pragma once

#include <string>

namespace sigmatch {

/// Quoted by RFC 4180 where needed.
std::string csv_field(const std::string& text);

/// The shortest text that reads back as the same number; NaN is empty.
std::string csv_field(double value);

}  // namespace sigmatch
