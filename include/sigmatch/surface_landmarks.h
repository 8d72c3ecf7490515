#pragma once

#include <vector>

#include "sigmatch/landmarks.h"

namespace sigmatch {

/// The point of the shape that is nearest to each landmark; several landmarks may have the same. Throws
/// FileError, with the name of the landmark, if one is farther from the shape than 2 % of the diagonal of its
/// bounding box. The message says whether it fits if LPS is exchanged for RAS.
std::vector<SurfacePoint> on_surface(const LandmarkSet& landmarks, const Shape& shape);

}  // namespace sigmatch
