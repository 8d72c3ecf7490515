#include "io/shape_builder.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

#include "sigmatch/errors.h"
#include "sigmatch/finite_points.h"

namespace sigmatch {

namespace {

constexpr std::int64_t most_vertices = std::numeric_limits<int>::max();

}  // namespace

ShapeBuilder::ShapeBuilder(std::string path, int index_base)
    : path_(std::move(path)), index_base_(index_base) {}

void ShapeBuilder::add_vertex(double x, double y, double z) {
    if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(z)) {
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        x = y = z = nan;
        has_only_finite_ = false;
    }
    if (vertex_count() == most_vertices) throw FileError(path_, "has too many vertices; simplify it first");
    coordinates_.insert(coordinates_.end(), {x, y, z});
}

void ShapeBuilder::add_polygon(std::span<const std::int64_t> corners, Place place) {
    if (corners.size() < 3)
        throw FileError(path_, fmt::format("{} {}: a face of {} vertices; at least 3 are needed, remove it",
                                           place.unit, place.number, corners.size()));
    for (const std::int64_t corner : corners) {
        if (corner < 0)
            throw FileError(path_, fmt::format("{} {}: vertex index {} is below {}", place.unit, place.number,
                                               corner + index_base_, index_base_));
        if (corner > largest_corner_) {
            largest_corner_ = corner;
            largest_corner_place_ = place;
        }
    }
    if (largest_corner_ >= most_vertices) return;  // build() will refuse it
    for (std::size_t k = 2; k < corners.size(); ++k)
        for (const std::size_t c : {std::size_t(0), k - 1, k})
            corners_.push_back(static_cast<int>(corners[c]));
}

Shape ShapeBuilder::build() const {
    if (coordinates_.empty()) throw FileError(path_, "has no vertices; nothing can be matched on it");
    if (largest_corner_ >= vertex_count())
        throw FileError(path_, fmt::format("{} {}: vertex index {} does not exist; the file has {} vertices, "
                                           "counted from {}",
                                           largest_corner_place_.unit, largest_corner_place_.number,
                                           largest_corner_ + index_base_, vertex_count(), index_base_));
    Shape shape;
    shape.vertices = Eigen::Map<const Points>(coordinates_.data(), vertex_count(), 3);
    shape.faces = Eigen::Map<const Faces>(corners_.data(), static_cast<Eigen::Index>(corners_.size() / 3), 3);
    if (has_only_finite_) return shape;
    if (finite_rows(shape.vertices).empty())
        throw FileError(path_, "no vertex has finite coordinates; repair the shape");
    const bool had_faces = shape.faces.rows() > 0;
    shape.faces = faces_on_finite_points(shape.faces, shape.vertices);
    if (had_faces && shape.faces.rows() == 0)
        throw FileError(path_, "every face has a vertex whose coordinates are not finite; repair the shape");
    return shape;
}

}  // namespace sigmatch
