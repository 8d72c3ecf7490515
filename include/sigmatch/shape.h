#pragma once

#include <Eigen/Core>
#include <vector>

namespace sigmatch {

/// One point per row. Row-major, so that a row is contiguous and numpy arrays map without a copy.
using Points = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;

/// One triangle per row: three 0-based vertex ids, counter-clockwise seen from outside.
using Faces = Eigen::Matrix<int, Eigen::Dynamic, 3, Eigen::RowMajor>;

/// A list of vertex ids. Its order is the user's; positions in it name the keypoints.
using Keypoints = std::vector<int>;

/// Fewer than these can always be matched at no cost: four points go anywhere by an affine map.
inline constexpr std::size_t fewest_keypoints = 5;

/// A triangle mesh, or, without faces, a cloud of points (point_cloud.h). The vertices are kept in the order
/// of the file: keypoints are indices into them.
struct Shape {
    Points vertices;
    Faces faces;
};

}  // namespace sigmatch
