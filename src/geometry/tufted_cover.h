#pragma once

#include <vector>

#include "sigmatch/laplacian.h"
#include "sigmatch/shape.h"

namespace sigmatch {

/// The tufted cover of any set of triangles (Sharp and Crane 2020). Every face has two copies, a front and a
/// back. Around an edge, each face is joined to the next one: the leading copy of the first to the trailing
/// copy of the next. So every edge of the cover has exactly two triangles. At a border the front is joined to
/// the back. Where four faces meet at an edge, the cover has four edges. The cover is stored by its edge
/// lengths only. So its triangulation can change without moving a vertex or the surface.
class TuftedCover {
public:
    /// Each face must name three different vertices.
    explicit TuftedCover(const Shape& shape);

    /// Adds the same length to all edges, just enough that no triangle is degenerate.
    void mollify();

    /// Flips edges until the two angles opposite to every edge sum to at most 180 degrees. Then no weight is
    /// negative.
    void make_delaunay();

    /// The area of the surface, half of the area of the cover.
    double area() const;
    LaplaceOperator laplacian() const;

private:
    // Half-edge h is side h % 3 of triangle h / 3.
    std::vector<int> tail_, twin_;
    std::vector<double> length_;
    int vertices_;

    int triangles() const { return static_cast<int>(tail_.size()) / 3; }
    double triangle_area(int triangle) const;
    double cotangent(int h) const;  // of the angle opposite to h
    double weight(int h) const;
    bool is_delaunay(int h) const;
    void flip(int h);
};

}  // namespace sigmatch
