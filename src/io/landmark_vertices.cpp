#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "io/landmark_distance.h"
#include "sigmatch/finite_points.h"
#include "sigmatch/io.h"
#include "sigmatch/landmarks.h"

namespace sigmatch {

namespace {

struct NearVertex {
    int vertex = -1;
    double distance = std::numeric_limits<double>::infinity();
};

/// The nearest vertex that is not taken. A vertex that is not finite is near to nothing.
NearVertex nearest(const Points& vertices, const Eigen::RowVector3d& position,
                   const std::vector<bool>& taken) {
    NearVertex found;
    double least = std::numeric_limits<double>::infinity();
    for (int v = 0; v < vertices.rows(); ++v) {
        const double square = (vertices.row(v) - position).squaredNorm();
        if (!(square < least) || taken[static_cast<std::size_t>(v)]) continue;
        least = square;
        found = {v, std::sqrt(square)};
    }
    return found;
}

/// Two landmarks may have the same nearest vertex. Then the nearer one takes it, and the other takes the
/// nearest vertex that is left.
Landmarks nearest_vertices(const LandmarkSet& set, const Shape& shape) {
    const double extent = bounding_box(shape.vertices).diagonal();
    const auto is_near = [&](const NearVertex& found) {
        return found.distance <= farthest_landmark * extent;
    };
    std::vector<bool> taken(static_cast<std::size_t>(shape.vertices.rows()), false);
    std::vector<NearVertex> best;
    for (Eigen::Index i = 0; i < set.positions.rows(); ++i) {
        best.push_back(nearest(shape.vertices, set.positions.row(i), taken));
        if (!is_near(best.back()))
            refuse_far_landmark(
                set, i, best.back().distance, extent,
                is_near(nearest(shape.vertices, in_other_system(set.positions.row(i)), taken)));
    }
    std::vector<std::size_t> order(best.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return best[i].distance < best[j].distance; });
    Landmarks landmarks{Keypoints(best.size()), 0.0, {}};
    for (const std::size_t i : order) {
        NearVertex found = best[i];
        if (taken[static_cast<std::size_t>(found.vertex)])
            found = nearest(shape.vertices, set.positions.row(static_cast<Eigen::Index>(i)), taken);
        if (!is_near(found)) {
            const auto other =
                std::find(landmarks.keypoints.begin(), landmarks.keypoints.end(), best[i].vertex);
            throw FileError(
                set.path, fmt::format("landmarks {} and {} are both nearest to vertex {}; move or remove one "
                                      "of them",
                                      other - landmarks.keypoints.begin(), i, best[i].vertex));
        }
        taken[static_cast<std::size_t>(found.vertex)] = true;
        landmarks.keypoints[i] = found.vertex;
        if (found.distance > 0)
            landmarks.relative_distance = std::max(*landmarks.relative_distance, found.distance / extent);
    }
    return landmarks;
}

}  // namespace

Landmarks read_landmarks(const std::string& path, const Shape& shape, int index_base,
                         CoordinateSystem shape_system) {
    const LandmarkSet set = read_landmark_file(path, shape, index_base, shape_system);
    Landmarks landmarks = set.ids.empty() ? nearest_vertices(set, shape) : Landmarks{set.ids, {}, {}};
    landmarks.notes = notes_on(set);
    return landmarks;
}

}  // namespace sigmatch
