#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// The place in a file that an error names: "line 12", "face 7".
struct Place {
    const char* unit;
    std::int64_t number;
};

/// Collects the vertices and faces that a reader finds. Refuses data that make no valid shape.
class ShapeBuilder {
public:
    /// index_base: the number of the first vertex in this format; used in messages only.
    explicit ShapeBuilder(std::string path, int index_base = 0);

    /// A vertex with a coordinate that is not finite gets NaN for all three. build() leaves out its faces.
    void add_vertex(double x, double y, double z);

    /// 0-based corners. A polygon becomes a fan of triangles around its first corner. Corners may come
    /// before their vertices: build() checks that they exist.
    void add_polygon(std::span<const std::int64_t> corners, Place place);

    std::int64_t vertex_count() const { return static_cast<std::int64_t>(coordinates_.size() / 3); }

    Shape build() const;

private:
    std::string path_;
    int index_base_;
    std::vector<double> coordinates_;
    bool has_only_finite_ = true;
    std::vector<int> corners_;
    std::int64_t largest_corner_ = -1;
    Place largest_corner_place_{};
};

}  // namespace sigmatch
