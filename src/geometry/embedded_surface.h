#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "sigmatch/surface.h"

namespace sigmatch {

/// Points of any dimension, one per row.
using Embedding = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Triangles in a space of any dimension. Finds the nearest point on them.
class EmbeddedSurface {
public:
    /// Faces name rows of `vertices`; rows that no face names are ignored. Without faces, all rows count. If
    /// `starts` is given (vertices spread over the faces), a search begins at the nearest of these: this is
    /// faster.
    EmbeddedSurface(Embedding vertices, Faces faces, const std::vector<int>& starts = {});
    ~EmbeddedSurface();

    /// Begins at the nearest start, or the nearest vertex. Takes the nearest point of the triangles around
    /// it, then of the triangles around their corners, as long as that comes nearer. Without triangles: the
    /// nearest vertex, with weights (1, 0, 0).
    SurfacePoint nearest(const Eigen::VectorXd& point) const;

private:
    int nearest_start(const Eigen::VectorXd& point) const;

    struct Tree;
    Embedding vertices_;
    Faces faces_;
    Points squared_sides_;  // of each face: the squared length from corner c to the next
    std::vector<int> first_face_, faces_around_;  // vertex v: from first_face_[v] to first_face_[v + 1]
    std::unique_ptr<Tree> tree_;
};

}  // namespace sigmatch
