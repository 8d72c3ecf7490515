#include "evaluation/csv.h"

#include <fmt/core.h>

#include <cmath>

namespace sigmatch {

std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

std::string csv_field(double value) {
    return std::isnan(value) ? "" : fmt::format("{}", value);
}

}  // namespace sigmatch
