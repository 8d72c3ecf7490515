#include "sigmatch/prepared_shape.h"

#include <fmt/core.h>

#include <optional>
#include <utility>

#include "model/model_surface.h"
#include "model/shape_checks.h"
#include "numerics/both.h"
#include "numerics/lazy.h"
#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

/// The paper's number of eigenpairs for the orientation feature.
constexpr int orientation_eigenpairs = 50;

MarkedShape checked(const std::string& name, MarkedShape original, int faces) {
    check_shape(name, original.shape);
    check_keypoints(name, original);
    check_not_flat(name, original.shape.vertices(original.keypoints, Eigen::all));
    const size_t n = original.keypoints.size();
    if (faces > 0 && static_cast<size_t>(faces) < 4 * n)
        throw InputError(
            fmt::format("{} faces are too few for {} keypoints: use at least {} faces", faces, n, 4 * n));
    return original;
}

}  // namespace

/// What depends on the surface alone.
struct PreparedShape::SurfaceParts {
    Lazy<GeodesicGraph> graph;
    Lazy<Plbo> deformation;
    LazyMap<int, Spectrum> spectra;
    LazyMap<Orientation, Eigen::VectorXd> orientations;
};

struct PreparedShape::Parts {
    Parts(MarkedShape marked, const PreparationOptions& how, std::string called)
        : name(std::move(called)),
          options(how),
          original(checked(name, std::move(marked), options.faces)),
          surface(model_surface(name, original, options.faces, options.laplacian)) {}
    Parts(const Parts& other, const Keypoints& keypoints)
        : name(other.name),
          options(other.options),
          original(checked(name, {other.original.shape, keypoints}, options.faces)),
          surface(sigmatch::with_keypoints(other.surface, name, keypoints)),
          of_surface(other.of_surface) {}

    const std::string name;
    const PreparationOptions options;
    const MarkedShape original;
    const ModelSurface surface;
    const std::shared_ptr<SurfaceParts> of_surface = std::make_shared<SurfaceParts>();
    Lazy<KeypointDistances> distances;
    Lazy<Eigen::MatrixXd> compliance;
    Lazy<Reduction> reduction;
    Lazy<Eigen::MatrixXd> pair_orientations;
    Lazy<PreparedShape> at_full_resolution;
};

PreparedShape::PreparedShape(MarkedShape original, const PreparationOptions& options, std::string name)
    : parts_(std::make_shared<Parts>(std::move(original), options, std::move(name))) {}

PreparedShape::PreparedShape(std::shared_ptr<Parts> parts) : parts_(std::move(parts)) {}

PreparedShape PreparedShape::with_keypoints(const Keypoints& keypoints) const {
    return PreparedShape(std::make_shared<Parts>(*parts_, keypoints));
}

const std::string& PreparedShape::name() const {
    return parts_->name;
}
const PreparationOptions& PreparedShape::options() const {
    return parts_->options;
}
const MarkedShape& PreparedShape::original() const {
    return parts_->original;
}
const Shape& PreparedShape::surface() const {
    return parts_->surface.shape;
}
const std::vector<Bridge>& PreparedShape::bridges() const {
    return parts_->surface.bridges;
}
const Keypoints& PreparedShape::keypoints() const {
    return parts_->surface.keypoints;
}
const std::vector<int>& PreparedShape::vertex_of() const {
    return parts_->surface.vertex_of;
}
const std::vector<std::string>& PreparedShape::warnings() const {
    return parts_->surface.warnings;
}

const Eigen::RowVector3d& PreparedShape::centre() const {
    return parts_->surface.centre;
}
double PreparedShape::scale() const {
    return parts_->surface.scale;
}

Points PreparedShape::to_original(const Points& points) const {
    return (scale() * points).rowwise() + centre();
}

Points PreparedShape::from_original(const Points& points) const {
    return (points.rowwise() - centre()) / scale();
}

const GeodesicGraph& PreparedShape::graph() const {
    return parts_->of_surface->graph([&] { return GeodesicGraph(surface(), bridges()); });
}

const KeypointDistances& PreparedShape::distances() const {
    return parts_->distances([&] { return keypoint_distances(graph(), keypoints()); });
}

const Plbo& PreparedShape::deformation() const {
    return parts_->of_surface->deformation([&] {
        return Plbo(surface(), options().prior, bridges(), options().laplacian, options().area_weighted);
    });
}

const Reduction& PreparedShape::reduction() const {
    return parts_->reduction([&] {
        std::vector<int> all(keypoints().size());
        for (size_t k = 0; k < all.size(); ++k) all[k] = static_cast<int>(k);
        return reduction_to(all);
    });
}

Reduction PreparedShape::reduction_to(const std::vector<int>& some) const {
    const Eigen::MatrixXd& K = parts_->compliance([&] { return compliance(deformation(), keypoints()); });
    const Eigen::MatrixXd U = deformation().kernel()(keypoints(), Eigen::all);
    return reduce(K(some, some), U(some, Eigen::all));
}

const Spectrum& PreparedShape::spectrum(int count) const {
    // The orientation feature needs the smallest eigenpairs anyway, so a longer spectrum continues them.
    const bool is_long = count > orientation_eigenpairs;
    const Spectrum none, &known = is_long ? spectrum(orientation_eigenpairs) : none;
    return parts_->of_surface->spectra(count, [&] {
        return laplacian_spectrum(deformation().laplacian(), deformation().mass(), count, known);
    });
}

const Eigen::VectorXd& PreparedShape::orientation(Orientation kind) const {
    return parts_->of_surface->orientations(
        kind, [&] { return orientation_feature(surface(), spectrum(orientation_eigenpairs), kind); });
}

const Eigen::MatrixXd& PreparedShape::pair_orientations() const {
    return parts_->pair_orientations([&] {
        return pair_orientation(surface(), spectrum(orientation_eigenpairs), keypoints(), distances().from);
    });
}

const PreparedShape& PreparedShape::at_full_resolution() const {
    if (!parts_->surface.is_decimated) return *this;
    return parts_->at_full_resolution([&] {
        PreparationOptions full = options();
        full.faces = 0;
        return PreparedShape(original(), full, name());
    });
}

PreparedPair prepare_pair(MarkedShape x, MarkedShape y, const PreparationOptions& options) {
    std::optional<PreparedShape> prepared_x, prepared_y;
    both([&] { prepared_x.emplace(std::move(x), options, "X"); },
         [&] { prepared_y.emplace(std::move(y), options, "Y"); });
    return {*prepared_x, *prepared_y};
}

}  // namespace sigmatch
