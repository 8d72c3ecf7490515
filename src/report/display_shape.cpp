#include "report/display_shape.h"

#include <cmath>

#include "sigmatch/decimation.h"
#include "sigmatch/surface.h"

namespace sigmatch {

namespace {

/// Keeps evenly spread points of a cloud, and all keypoints.
DisplayShape thinned_cloud(const Shape& cloud, const Keypoints& keypoints, int most) {
    DisplayShape shown;
    const Eigen::Index step = (cloud.vertices.rows() + most - 1) / most;
    std::vector<int> new_id(static_cast<size_t>(cloud.vertices.rows()), -1);
    const auto show = [&](int v) {
        if (new_id[static_cast<size_t>(v)] >= 0) return;
        new_id[static_cast<size_t>(v)] = static_cast<int>(shown.vertex_ids.size());
        shown.vertex_ids.push_back(v);
    };
    for (Eigen::Index v = 0; v < cloud.vertices.rows(); v += step) show(static_cast<int>(v));
    for (int v : keypoints) show(v);
    for (int v : keypoints) shown.keypoints.push_back(new_id[static_cast<size_t>(v)]);
    shown.faces.resize(0, 3);
    shown.simplified = step > 1;
    return shown;
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
    DecimatedShape coarse = decimate(shape, keypoints, most);
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
    if (matched_x.size() < 3) return {normalising(data.x.shape.vertices), normalising(data.y.shape.vertices)};
    const Points x = data.x.shape.vertices(matched_x, Eigen::all),
                 y = data.y.shape.vertices(matched_y, Eigen::all);
    DisplayFrames frames{normalising(x), normalising(y)};
    const Eigen::Matrix4d turn =
        Eigen::umeyama(moved(y, frames.y).transpose(), moved(x, frames.x).transpose(), false);
    frames.y = DisplayFrame(turn) * frames.y;
    return frames;
}

}  // namespace sigmatch
