#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "sigmatch/surface.h"

namespace sigmatch {

/// Points of any dimension, one per row.
using Embedding = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Triangles whose corners lie in a space of any dimension, to find the nearest of their points.
class EmbeddedSurface {
public:
    /// Faces name rows of `vertices`, of which others do not count. Without faces all do. Where `starts` are
    /// given, some vertices spread over the faces, searches begin at the nearest of these: this is faster.
    EmbeddedSurface(Embedding vertices, Faces faces, const std::vector<int>& starts = {});
    ~EmbeddedSurface();

    /// The nearest point of the triangles around the nearest start or vertex, and of those around their
    /// corners, as long as that comes nearer. Without triangles: the nearest vertex and the weights (1, 0,
    /// 0).
    SurfacePoint nearest(const Eigen::VectorXd& point) const;

private:
    int nearest_start(const Eigen::VectorXd& point) const;

    struct Tree;
    Embedding vertices_;
    Faces faces_;
    Points squared_sides_;                        // of each face, from corner c to the next
    std::vector<int> first_face_, faces_around_;  // of vertex v: from first_face_[v] to first_face_[v + 1]
    std::unique_ptr<Tree> tree_;
};

}  // namespace sigmatch
