#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch::testing {

/// The data in a page of a report.
nlohmann::json data_of_page(const std::string& html);

/// The numbers in a packed array.
template <class Integer>
std::vector<Integer> unpacked_numbers(const nlohmann::json& packed);

Points unpacked_points(const nlohmann::json& packed);

}  // namespace sigmatch::testing
