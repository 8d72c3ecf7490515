#pragma once

#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// For each of a few points, the nearest point of the shape; exact, because it looks at every face. On a
/// cloud: the nearest of its points. The face is -1 if a point or the whole shape is not finite.
std::vector<SurfacePoint> nearest_on_surface(const Shape& shape, const Points& points);

}  // namespace sigmatch
