#include "sigmatch/sampling.h"

#include <fmt/core.h>

#include <algorithm>

#include "sigmatch/errors.h"
#include "sigmatch/surface.h"

namespace sigmatch {

FarthestPoints::FarthestPoints(const Shape& shape, const GeodesicGraph& graph)
    : graph_(graph), open_(shape.vertices.rows(), false), distance_(shape.vertices.rows()) {
    const std::vector<int> component = connected_components(shape);
    std::vector<int> size;
    for (int c : component) {
        if (c < 0) continue;
        if (c >= static_cast<int>(size.size())) size.resize(c + 1, 0);
        ++size[c];
    }
    if (size.empty()) return;
    const auto largest = std::max_element(size.begin(), size.end());
    for (size_t v = 0; v < component.size(); ++v) open_[v] = component[v] == largest - size.begin();

    Eigen::RowVector3d centroid = Eigen::RowVector3d::Zero();
    for (Eigen::Index v = 0; v < distance_.size(); ++v)
        if (open_[v]) centroid += shape.vertices.row(v) / *largest;
    distance_ = (shape.vertices.rowwise() - centroid).rowwise().norm();
}

int FarthestPoints::remaining() const {
    return static_cast<int>(std::count(open_.begin(), open_.end(), true));
}

int FarthestPoints::next() const {
    double farthest = -1;
    for (Eigen::Index v = 0; v < distance_.size(); ++v)
        if (open_[v]) farthest = std::max(farthest, distance_[v]);
    // Of vertices that are equally far up to rounding, the first is taken. So ties have the same outcome in
    // every pose.
    for (Eigen::Index v = 0; v < distance_.size(); ++v)
        if (open_[v] && distance_[v] >= farthest * (1 - 1e-9)) return static_cast<int>(v);
    return -1;
}

void FarthestPoints::take(int vertex) {
    const Eigen::VectorXd from_new = graph_.distances_from(vertex);
    distance_ = none_taken_ ? from_new : Eigen::VectorXd(distance_.cwiseMin(from_new));
    none_taken_ = false;
    open_[vertex] = false;
}

void FarthestPoints::skip(int vertex) {
    open_[vertex] = false;
}

Keypoints farthest_point_sampling(const Shape& shape, const GeodesicGraph& graph, int count) {
    FarthestPoints points(shape, graph);
    if (points.remaining() < count)
        throw InputError(fmt::format("cannot sample {} keypoints: the largest connected part has {} vertices",
                                     count, points.remaining()));
    Keypoints sample;
    for (int k = 0; k < count; ++k) {
        sample.push_back(points.next());
        points.take(sample.back());
    }
    return sample;
}

}  // namespace sigmatch
