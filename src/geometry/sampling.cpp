#include "sigmatch/sampling.h"

#include <fmt/core.h>

#include <cmath>

#include "sigmatch/errors.h"
#include "sigmatch/surface.h"

namespace sigmatch {

Keypoints farthest_point_sampling(const Shape& shape, const GeodesicGraph& graph, int count) {
    // The largest connected part is sampled: crumbs of a scan would otherwise collect all the points.
    const std::vector<int> component = connected_components(shape);
    std::vector<int> size;
    for (int c : component) {
        if (c < 0) continue;
        if (c >= static_cast<int>(size.size())) size.resize(c + 1, 0);
        ++size[c];
    }
    const auto largest = std::max_element(size.begin(), size.end());
    if (largest == size.end() || *largest < count)
        throw InputError(fmt::format("cannot sample {} keypoints: the largest connected part has {} vertices",
                                     count, largest == size.end() ? 0 : *largest));
    const int part = static_cast<int>(largest - size.begin());

    Eigen::RowVector3d centroid = Eigen::RowVector3d::Zero();
    for (size_t v = 0; v < component.size(); ++v)
        if (component[v] == part) centroid += shape.vertices.row(static_cast<Eigen::Index>(v)) / *largest;
    Eigen::VectorXd distance(shape.vertices.rows());
    for (Eigen::Index v = 0; v < distance.size(); ++v)
        distance[v] = component[v] == part ? (shape.vertices.row(v) - centroid).norm() : -1;

    Keypoints sample;
    for (int k = 0; k < count; ++k) {
        // Of vertices equally far up to rounding the first is taken, so that ties fall alike in every pose.
        const double nearly_farthest = distance.maxCoeff() * (1 - 1e-9);
        Eigen::Index farthest = 0;
        while (distance[farthest] < nearly_farthest) ++farthest;
        sample.push_back(static_cast<int>(farthest));
        const Eigen::VectorXd from_new = graph.distances_from(sample.back());
        for (Eigen::Index v = 0; v < distance.size(); ++v)
            if (component[v] == part) distance[v] = k == 0 ? from_new[v] : std::min(distance[v], from_new[v]);
        for (int v : sample) distance[v] = -1;  // never again, even where vertices coincide
    }
    return sample;
}

}  // namespace sigmatch
