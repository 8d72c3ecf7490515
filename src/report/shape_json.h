#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "report/display_shape.h"

namespace sigmatch {

/// A shape as all pages read it: its name, its size, and what is shown of it. See viewer/src/data.ts.
nlohmann::ordered_json shape_json(const std::string& name, const Shape& shape, const DisplayShape& shown,
                                  const DisplayFrame& frame);

}  // namespace sigmatch
