#include <fmt/core.h>

#include <numeric>
#include <utility>

#include "geometry/mending.h"
#include "geometry/salient_points.h"
#include "model/shape_checks.h"
#include "numerics/lazy.h"
#include "pipeline/original_vertices.h"
#include "sigmatch/automatic.h"
#include "sigmatch/decimation.h"
#include "sigmatch/errors.h"
#include "sigmatch/point_cloud.h"

namespace sigmatch {

namespace {

constexpr int coarse_faces = 10000;

/// A shape and, for each of its vertices, the vertex of the original.
struct Coarse {
    Shape shape;
    std::vector<int> vertex_ids;
};

Coarse coarsened(const Shape& original) {
    if (original.faces.rows() > coarse_faces * 5 / 4) {
        DecimatedShape coarse = decimate(mend(original).shape, {}, coarse_faces);
        return {std::move(coarse.shape), std::move(coarse.vertex_ids)};
    }
    std::vector<int> all(static_cast<size_t>(original.vertices.rows()));
    std::iota(all.begin(), all.end(), 0);
    return {original, std::move(all)};
}

PreparedShape with_seeds(const Shape& shape, const std::string& name) {
    const Keypoints seeds = seeds_of_parts(surface_of(shape));
    if (seeds.size() < fewest_keypoints)
        throw InputError(fmt::format("shape {} has too few vertices to choose keypoints on", name));
    return PreparedShape({shape, seeds}, {}, name);
}

/// Chooses the keypoints of a prepared shape.
PreparedShape with_salient_keypoints(const PreparedShape& shape, int count) {
    const std::vector<int> vertex_id = original_vertices(shape);
    Keypoints keypoints;
    for (const int v : salient_points(shape.surface(), shape.graph(), shape.deformation().mass(), count))
        keypoints.push_back(vertex_id[static_cast<size_t>(v)]);
    return shape.with_keypoints(keypoints);
}

}  // namespace

struct AutomaticShape::Parts {
    Parts(Shape shape, const PreparationOptions& how, std::string called, int count)
        : name(std::move(called)),
          options(how),
          original((check_shape(name, shape), std::move(shape))),
          coarse(coarsened(original)),
          prepared_coarse(with_salient_keypoints(with_seeds(coarse.shape, name), count)) {}

    const std::string name;
    const PreparationOptions options;
    const Shape original;
    const Coarse coarse;
    const PreparedShape prepared_coarse;
    Lazy<PreparedShape> prepared;
};

AutomaticShape::AutomaticShape(Shape shape, const PreparationOptions& options, std::string name,
                               int keypoints)
    : parts_(std::make_shared<Parts>(std::move(shape), options, std::move(name), keypoints)) {}

const Shape& AutomaticShape::original() const {
    return parts_->original;
}

const PreparedShape& AutomaticShape::coarse() const {
    return parts_->prepared_coarse;
}

Keypoints AutomaticShape::on_original(const Keypoints& coarse_vertices) const {
    Keypoints ids;
    for (const int v : coarse_vertices) ids.push_back(parts_->coarse.vertex_ids[static_cast<size_t>(v)]);
    return ids;
}

const PreparedShape& AutomaticShape::prepared() const {
    return parts_->prepared([&] { return with_keypoints(on_original(coarse().original().keypoints)); });
}

PreparedShape AutomaticShape::with_keypoints(const Keypoints& keypoints) const {
    return PreparedShape({original(), keypoints}, parts_->options, parts_->name);
}

}  // namespace sigmatch
