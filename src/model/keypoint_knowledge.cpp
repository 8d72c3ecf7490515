#include <fmt/core.h>

#include <algorithm>

#include "sigmatch/errors.h"
#include "sigmatch/knowledge.h"
#include "sigmatch/prepared_shape.h"

namespace sigmatch {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// A row for each keypoint, from one for each keypoint or each vertex.
MatrixXd rows_of_keypoints(const MatrixXd& features, const PreparedShape& shape) {
    const Keypoints& keypoints = shape.original().keypoints;
    const auto n = std::ssize(keypoints);
    const Index vertices = shape.original().shape.vertices.rows();
    if (features.size() == 0) return {};
    if (!features.allFinite())
        throw InputError(fmt::format("the features of {} hold numbers that are not finite", shape.name()));
    if (features.rows() == n) return features;
    if (features.rows() == vertices) return features(keypoints, Eigen::all);
    throw InputError(fmt::format("the features of {} have {} rows; it has {} keypoints and {} vertices",
                                 shape.name(), features.rows(), n, vertices));
}

}  // namespace

Knowledge at_keypoints(const Knowledge& knowledge, const PreparedShape& x, const PreparedShape& y) {
    check(knowledge, std::ssize(x.original().keypoints), std::ssize(y.original().keypoints));
    Knowledge result = knowledge;
    if (std::all_of(result.known.begin(), result.known.end(), [](int j) { return j == unmatched; }))
        result.known.clear();
    result.features_x = rows_of_keypoints(knowledge.features_x, x);
    result.features_y = rows_of_keypoints(knowledge.features_y, y);
    if (result.features_x.cols() != result.features_y.cols())
        throw InputError(
            fmt::format("features of X have {} columns and those of Y have {}: both shapes need as many",
                        result.features_x.cols(), result.features_y.cols()));
    return result;
}

}  // namespace sigmatch
