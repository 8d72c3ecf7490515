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

Points moved(const Points& points, const DisplayFrame& frame) {
    return (points * frame.linear().transpose()).rowwise() + frame.translation().transpose();
}

}  // namespace

DisplayShape display_shape(const Shape& shape, const Keypoints& keypoints, int most) {
    if (shape.faces.rows() == 0) return thinned_cloud(shape, keypoints, most);
    const SubShape finite = finite_part(shape);
    const std::vector<int>& ids = finite.vertex_ids;
    Keypoints finite_keypoints;
    for (const int v : keypoints)
        finite_keypoints.push_back(
            static_cast<int>(std::lower_bound(ids.begin(), ids.end(), v) - ids.begin()));
    DecimatedShape coarse = decimate(finite.shape, finite_keypoints, most);
    for (int& v : coarse.vertex_ids) v = ids[static_cast<size_t>(v)];
    return {std::move(coarse.vertex_ids), outward_faces(coarse.shape), std::move(coarse.keypoints),
            shape.faces.rows() > most};
}

DisplayFrames display_frames(const ReportData& data) {
    Keypoints matched_x, matched_y;
    for (size_t i = 0; i < data.result.match.size(); ++i) {
        if (data.result.match[i] == unmatched) continue;
        matched_x.push_back(data.result.keypoints_x[i]);
        matched_y.push_back(data.result.keypoints_y[static_cast<size_t>(data.result.match[i])]);
    }
    const auto finite = [](const Points& points) -> Points {
        return points(finite_rows(points), Eigen::all);
    };
    if (matched_x.size() < 3)
        return {normalising(finite(data.x.shape.vertices)), normalising(finite(data.y.shape.vertices))};
    const Points x = data.x.shape.vertices(matched_x, Eigen::all),
                 y = data.y.shape.vertices(matched_y, Eigen::all);
    DisplayFrames frames{normalising(x), normalising(y)};
    const Eigen::Matrix4d turn = best_motion(moved(y, frames.y), moved(x, frames.x), false);
    frames.y = DisplayFrame(turn) * frames.y;
    return frames;
}

}  // namespace sigmatch
