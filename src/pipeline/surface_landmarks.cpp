#include "sigmatch/surface_landmarks.h"

#include <limits>

#include "geometry/nearest_on_surface.h"
#include "io/landmark_distance.h"
#include "sigmatch/dense_map.h"
#include "sigmatch/finite_points.h"

namespace sigmatch {

namespace {

double distance_between(const SurfacePoint& place, const Points& point, const Shape& shape) {
    if (place.face < 0) return std::numeric_limits<double>::infinity();
    return (positions({place}, shape) - point).norm();
}

}  // namespace

std::vector<SurfacePoint> on_surface(const LandmarkSet& landmarks, const Shape& shape) {
    const double extent = bounding_box(shape.vertices).diagonal();
    std::vector<SurfacePoint> places = nearest_on_surface(shape, landmarks.positions);
    for (Eigen::Index i = 0; i < landmarks.positions.rows(); ++i) {
        const Points point = landmarks.positions.row(i);
        const double distance = distance_between(places[static_cast<size_t>(i)], point, shape);
        if (distance <= farthest_landmark * extent) continue;
        const Points mirrored = in_other_system(point);
        const SurfacePoint other = nearest_on_surface(shape, mirrored).front();
        refuse_far_landmark(landmarks, i, distance, extent,
                            distance_between(other, mirrored, shape) <= farthest_landmark * extent);
    }
    return places;
}

}  // namespace sigmatch
