#pragma once

#include <Eigen/Core>
#include <vector>

namespace sigmatch {

/// One point per row. Row-major, so that a row is contiguous and numpy arrays map without a copy.
using Points = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;

/// One triangle per row: three 0-based vertex ids, counter-clockwise seen from outside.
using Faces = Eigen::Matrix<int, Eigen::Dynamic, 3, Eigen::RowMajor>;

/// A list of vertex ids, in the user's order. Keypoint i is the i-th entry.
using Keypoints = std::vector<int>;

/// The least number of keypoints. Fewer can always be matched at no cost: an affine map takes any four points
/// to any other four.
inline constexpr std::size_t fewest_keypoints = 5;

/// A triangle mesh or, without faces, a cloud of points (point_cloud.h). The vertices are in the order of the
/// file, because keypoints are indices into them.
struct Shape {
    Points vertices;
    Faces faces;
};

/// A shape with its keypoints.
struct MarkedShape {
    Shape shape;
    Keypoints keypoints;
};

/// A point on a triangle. On a cloud of points: one of its points.
struct SurfacePoint {
    int face;                 ///< a face of the shape; on a cloud, a vertex
    Eigen::Vector3d weights;  ///< weights of the face's corners: at least 0, sum 1; on a cloud (1, 0, 0)
};

/// For each vertex of the source shape, a point of the target shape.
using DenseMap = std::vector<SurfacePoint>;

}  // namespace sigmatch
