#include "report/display_shape.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "numerics/rigid_alignment.h"
#include "sigmatch/decimation.h"
#include "sigmatch/finite_points.h"
#include "sigmatch/surface.h"

namespace sigmatch {

namespace {

/// Keeps evenly spread points of a cloud, and all keypoints.
DisplayShape thinned_cloud(const Shape& cloud, const Keypoints& keypoints, int most) {
    DisplayShape shown;
    const std::vector<int> finite = finite_rows(cloud.vertices);
    const size_t step = (finite.size() + static_cast<size_t>(most) - 1) / static_cast<size_t>(most);
    std::vector<int> new_id(static_cast<size_t>(cloud.vertices.rows()), -1);
    const auto show = [&](int v) {
        if (new_id[static_cast<size_t>(v)] >= 0) return;
        new_id[static_cast<size_t>(v)] = static_cast<int>(shown.vertex_ids.size());
        shown.vertex_ids.push_back(v);
    };
    for (size_t k = 0; k < finite.size(); k += step) show(finite[k]);
    for (int v : keypoints) show(v);
    for (int v : keypoints) shown.keypoints.push_back(new_id[static_cast<size_t>(v)]);
    shown.faces.resize(0, 3);
    shown.simplified = step > 1;
    return shown;
}

SubShape finite_part(const Shape& shape) {
    std::vector<bool> keep(static_cast<size_t>(shape.vertices.rows()), false);
    for (const int v : finite_rows(shape.vertices)) keep[static_cast<size_t>(v)] = true;
    return sub_shape(shape, keep);
}

/// Moves the centre of the points to the origin and scales them to a mean square distance of 1.
DisplayFrame normalising(const Points& points) {
    const Eigen::RowVector3d centre = points.colwise().mean();
    const double spread = std::sqrt((points.rowwise() - centre).rowwise().squaredNorm().mean());
    return Eigen::Scaling(spread > 0 ? 1 / spread : 1) * Eigen::Translation3d(-centre.transpose());
}

Points finite(const Points& points) {
    return points(finite_rows(points), Eigen::all);
}

/// The keypoints in ascending order, each once.
Keypoints distinct(Keypoints keypoints) {
    std::sort(keypoints.begin(), keypoints.end());
    keypoints.erase(std::unique(keypoints.begin(), keypoints.end()), keypoints.end());
    return keypoints;
}

/// Where a number is in an ascending list that has it.
size_t place_of(int number, const std::vector<int>& ascending) {
    return static_cast<size_t>(std::lower_bound(ascending.begin(), ascending.end(), number) -
                               ascending.begin());
}

}  // namespace

Points in_frame(const Points& points, const DisplayFrame& frame) {
    return (points * frame.linear().transpose()).rowwise() + frame.translation().transpose();
}

DisplayShape display_shape(const Shape& shape, const Keypoints& keypoints, int most) {
    if (shape.faces.rows() == 0) return thinned_cloud(shape, keypoints, most);
    const SubShape part = finite_part(shape);
    const std::vector<int>& ids = part.vertex_ids;
    const Keypoints kept = distinct(keypoints);
    Keypoints kept_of_part;
    for (const int v : kept) kept_of_part.push_back(static_cast<int>(place_of(v, ids)));
    DecimatedShape coarse = decimate(part.shape, kept_of_part, most);
    for (int& v : coarse.vertex_ids) v = ids[static_cast<size_t>(v)];
    DisplayShape shown{
        std::move(coarse.vertex_ids), outward_faces(coarse.shape), {}, shape.faces.rows() > most};
    for (const int v : keypoints) shown.keypoints.push_back(coarse.keypoints[place_of(v, kept)]);
    return shown;
}

DisplayFrames display_frames(const Shape& x, const Points& partners_x, const Shape& y,
                             const Points& partners_y) {
    if (partners_x.rows() < 3) return {normalising(finite(x.vertices)), normalising(finite(y.vertices))};
    DisplayFrames frames{normalising(partners_x), normalising(partners_y)};
    const Eigen::Matrix4d turn =
        best_motion(in_frame(partners_y, frames.y), in_frame(partners_x, frames.x), false);
    frames.y = DisplayFrame(turn) * frames.y;
    return frames;
}

DisplayFrames display_frames(const ReportData& data) {
    Keypoints matched_x, matched_y;
    for (size_t i = 0; i < data.result.match.size(); ++i) {
        if (data.result.match[i] == unmatched) continue;
        matched_x.push_back(data.result.keypoints_x[i]);
        matched_y.push_back(data.result.keypoints_y[static_cast<size_t>(data.result.match[i])]);
    }
    const Shape &x = data.x.shape, &y = data.y.shape;
    return display_frames(x, x.vertices(matched_x, Eigen::all), y, y.vertices(matched_y, Eigen::all));
}

}  // namespace sigmatch
