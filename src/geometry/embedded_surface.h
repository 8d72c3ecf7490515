#pragma once

#include <Eigen/Core>
#include <memory>
#include <utility>
#include <vector>

#include "sigmatch/surface.h"

namespace sigmatch {

/// Points of any dimension, one per row.
using Embedding = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Triangles in a space of any dimension. Finds the nearest point on them.
class EmbeddedSurface {
public:
    /// Faces name rows of `vertices`; rows that no face names are ignored. Without faces, all finite rows
    /// count. If `starts` is given (vertices spread over the faces), a search begins at the nearest of these:
    /// this is faster.
    EmbeddedSurface(std::shared_ptr<const Embedding> vertices, Faces faces,
                    const std::vector<int>& starts = {});
    EmbeddedSurface(Embedding vertices, Faces faces, const std::vector<int>& starts = {})
        : EmbeddedSurface(std::make_shared<const Embedding>(std::move(vertices)), std::move(faces), starts) {}
    ~EmbeddedSurface();

    /// Begins at the nearest start, or the nearest vertex. Takes the nearest point of the triangles around
    /// it, then of the triangles around their corners, as long as that comes nearer. Without triangles: the
    /// nearest vertex, with weights (1, 0, 0).
    /// One for each row of `points`.
    std::vector<SurfacePoint> nearest(const Embedding& points) const;

private:
    std::vector<int> nearest_starts(const Embedding& points) const;
    SurfacePoint nearest_from(int start, const Eigen::VectorXd& point) const;

    struct Tree;
    std::shared_ptr<const Embedding> shared_;
    const Embedding& vertices_;
    Faces faces_;
    Points squared_sides_;  // of each face: the squared length from corner c to the next
    std::vector<int> first_face_, faces_around_;  // vertex v: from first_face_[v] to first_face_[v + 1]
    std::vector<int> starts_;
    Eigen::MatrixXf start_points_;  // a column per start; empty if the tree finds starts
    Eigen::VectorXf start_squares_;
    std::unique_ptr<Tree> tree_;
};

}  // namespace sigmatch
