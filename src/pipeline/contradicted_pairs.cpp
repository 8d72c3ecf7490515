#include "pipeline/contradicted_pairs.h"

#include <algorithm>

namespace sigmatch {

namespace {

constexpr double far = 0.1;  // of the root of the area

/// For each of the keypoints, how far the map puts it from its partner, relative to the root of the area.
Eigen::VectorXd distances(const MarkedShape& from, const std::vector<int>& some, const DenseMap& map,
                          const PreparedShape& to, const std::vector<int>& partners) {
    const MarkedShape& target = to.original();
    DenseMap images;
    Keypoints at;
    for (size_t k = 0; k < some.size(); ++k) {
        images.push_back(map[static_cast<size_t>(from.keypoints[static_cast<size_t>(some[k])])]);
        at.push_back(target.keypoints[static_cast<size_t>(partners[k])]);
    }
    return (positions(images, target.shape) - target.shape.vertices(at, Eigen::all)).rowwise().norm() /
           to.scale();
}

}  // namespace

std::vector<int> contradicted_pairs(const PreparedShape& x, const PreparedShape& y,
                                    const MatchedKeypoints& matched, const DenseMaps& maps) {
    const Eigen::VectorXd there = distances(x.original(), matched.x, maps.x_to_y, y, matched.y),
                          back = distances(y.original(), matched.y, maps.y_to_x, x, matched.x);
    std::vector<int> keypoints;
    for (size_t k = 0; k < matched.size(); ++k) {
        const auto row = static_cast<Eigen::Index>(k);
        if (std::min(there[row], back[row]) > far) keypoints.push_back(matched.x[k]);
    }
    return keypoints;
}

}  // namespace sigmatch
