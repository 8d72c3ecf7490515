#include "io/landmark_distance.h"

#include <fmt/format.h>

#include "io/text_scanner.h"

namespace sigmatch {

Points in_other_system(const Points& points) {
    Points changed = points;
    changed.leftCols<2>() *= -1;
    return changed;
}

void refuse_far_landmark(const LandmarkSet& landmarks, Eigen::Index landmark, double distance, double extent,
                         bool fits_mirrored) {
    const std::string& name = landmarks.names[static_cast<std::size_t>(landmark)];
    const auto p = landmarks.positions.row(landmark);
    throw FileError(
        landmarks.path,
        fmt::format("landmark {}{} at ({:g}, {:g}, {:g}) is {:.3g} away from the shape, which is {:.3g} "
                    "large; {}",
                    landmark, name.empty() ? "" : " " + in_quotes(name), p[0], p[1], p[2], distance, extent,
                    fits_mirrored ? "with the signs of x and y changed it fits: the shape or the landmarks "
                                    "say LPS and mean RAS, or the reverse"
                                  : "the file must be made for this shape, in its units and coordinate "
                                    "system"));
}

}  // namespace sigmatch
