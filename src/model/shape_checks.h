#pragma once

#include <string>

#include "sigmatch/shape.h"

namespace sigmatch {

/// Each throws InputError. `name` is what messages call the shape ("X").
void check_shape(const std::string& name, const Shape& shape);
void check_keypoints(const std::string& name, const MarkedShape& marked);
void check_not_flat(const std::string& name, const Points& keypoints);

/// Whether the points lie in a plane, on a line or in one place.
bool is_flat(const Points& points);

}  // namespace sigmatch
