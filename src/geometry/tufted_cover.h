#pragma once

#include <vector>

#include "sigmatch/laplacian.h"
#include "sigmatch/shape.h"

namespace sigmatch {

/// The tufted cover of any set of triangles (Sharp and Crane 2020). Every face has a front and a back, and
/// around an edge each face is joined to the next, leading side to trailing side. So every edge of the cover
/// has two sides, whatever the mesh: a border folds over to the back, and where four faces meet four edges
/// part them. The cover is known by its edge lengths alone, which leaves it free to change its triangulation
/// without moving a vertex or the surface.
class TuftedCover {
public:
    /// The faces name three different vertices each.
    explicit TuftedCover(const Shape& shape);

    /// Adds the same length to all edges, just enough that no triangle is degenerate.
    void mollify();

    /// Flips edges until the two angles opposite any edge sum up to no more than 180 degrees. No weight is
    /// then negative.
    void make_delaunay();

    /// Of the surface, not of its two sides.
    double area() const;
    LaplaceOperator laplacian() const;

private:
    // Half-edge h is side h % 3 of triangle h / 3; its next in the triangle ends where it ends.
    std::vector<int> tail_, twin_;
    std::vector<double> length_;
    int vertices_;

    int triangles() const { return static_cast<int>(tail_.size()) / 3; }
    double triangle_area(int triangle) const;
    double cotangent(int h) const;  // of the angle opposite
    double weight(int h) const;
    bool is_delaunay(int h) const;
    void flip(int h);
};

}  // namespace sigmatch
