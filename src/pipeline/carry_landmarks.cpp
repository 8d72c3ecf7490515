#include <algorithm>
#include <cmath>

#include "geometry/nearest_on_surface.h"
#include "sigmatch/finite_points.h"
#include "sigmatch/transfer.h"

namespace sigmatch {

namespace {

// Errors of this size, divided by the diagonal, halve the trust.
constexpr double half_trust = 0.02;

double trust_of(const CarriedLandmark& landmark) {
    const double error = std::hypot(landmark.return_error, landmark.spread);
    return 1 / (1 + std::pow(error / half_trust, 2));
}

/// The point that a map gives for a point of the source: the images of the triangle's corners, weighted. It
/// need not lie on the target.
Eigen::RowVector3d image(const SurfacePoint& place, const Shape& source, const Shape& target,
                         const DenseMap& map) {
    if (source.faces.rows() == 0) return positions({map[static_cast<size_t>(place.face)]}, target).row(0);
    Eigen::RowVector3d sum = Eigen::RowVector3d::Zero();
    for (int c = 0; c < 3; ++c) {
        const auto corner = static_cast<size_t>(source.faces(place.face, c));
        if (place.weights[c] > 0) sum += place.weights[c] * positions({map[corner]}, target).row(0);
    }
    return sum;
}

void put(CarriedLandmark& landmark, const SurfacePoint& place, const Shape& target) {
    landmark.place = place;
    landmark.position = positions({place}, target).row(0);
}

}  // namespace

std::vector<CarriedLandmark> carry_landmarks(const std::vector<SurfacePoint>& places, const Shape& x,
                                             const Shape& y, const DenseMaps& maps) {
    Points images(static_cast<Eigen::Index>(places.size()), 3);
    for (Eigen::Index i = 0; i < images.rows(); ++i)
        images.row(i) = image(places[static_cast<size_t>(i)], x, y, maps.x_to_y);
    const std::vector<SurfacePoint> on_y = nearest_on_surface(y, images);
    const Points before = positions(places, x);
    const double size = bounding_box(x.vertices).diagonal();
    std::vector<CarriedLandmark> carried(places.size());
    for (size_t i = 0; i < places.size(); ++i) {
        put(carried[i], on_y[i], y);
        const Eigen::RowVector3d back = image(on_y[i], y, x, maps.y_to_x);
        carried[i].return_error = (back - before.row(static_cast<Eigen::Index>(i))).norm() / size;
        carried[i].trust = trust_of(carried[i]);
    }
    return carried;
}

std::vector<CarriedLandmark> median_of(const std::vector<std::vector<CarriedLandmark>>& templates,
                                       const Shape& target) {
    const size_t count = templates.front().size();
    const double size = bounding_box(target.vertices).diagonal();
    Points medians(static_cast<Eigen::Index>(count), 3);
    for (size_t i = 0; i < count; ++i)
        for (int axis = 0; axis < 3; ++axis) {
            std::vector<double> values;
            for (const auto& one : templates) values.push_back(one[i].position[axis]);
            std::sort(values.begin(), values.end());
            const size_t middle = values.size() / 2;
            medians(static_cast<Eigen::Index>(i), axis) =
                values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
        }
    const std::vector<SurfacePoint> places = nearest_on_surface(target, medians);
    std::vector<CarriedLandmark> result(count);
    for (size_t i = 0; i < count; ++i) {
        put(result[i], places[i], target);
        for (const auto& one : templates) {
            result[i].return_error += one[i].return_error / static_cast<double>(templates.size());
            result[i].spread +=
                (one[i].position - result[i].position).norm() / size / static_cast<double>(templates.size());
        }
        result[i].trust = trust_of(result[i]);
    }
    return result;
}

}  // namespace sigmatch
