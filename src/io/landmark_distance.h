#pragma once

#include "sigmatch/landmarks.h"

namespace sigmatch {

/// How far a landmark may be from the shape, as a share of the diagonal of its bounding box.
constexpr double farthest_landmark = 0.02;

/// The same points with the signs of x and y changed: LPS becomes RAS, and the reverse.
Points in_other_system(const Points& points);

/// The error of a landmark that is not on the shape. `extent`: the diagonal. `fits_mirrored`: in the other
/// coordinate system the landmark would be on the shape.
[[noreturn]] void refuse_far_landmark(const LandmarkSet& landmarks, Eigen::Index landmark, double distance,
                                      double extent, bool fits_mirrored);

}  // namespace sigmatch
