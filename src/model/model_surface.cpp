#include "model/model_surface.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "geometry/mending.h"
#include "geometry/point_tree.h"
#include "geometry/sides.h"
#include "sigmatch/decimation.h"
#include "sigmatch/errors.h"
#include "sigmatch/finite_points.h"
#include "sigmatch/point_cloud.h"
#include "sigmatch/surface.h"

namespace sigmatch {

namespace {

int count_parts(const Shape& shape) {
    const std::vector<int> component = connected_components(shape);
    return component.empty() ? 0 : *std::max_element(component.begin(), component.end()) + 1;
}

/// For each vertex, whether its connected part holds a keypoint.
std::vector<bool> on_keypoint_parts(const std::string& name, const Shape& shape, const Keypoints& keypoints) {
    const std::vector<int> component = connected_components(shape);
    std::unordered_set<int> wanted;
    for (size_t k = 0; k < keypoints.size(); ++k) {
        if (component[keypoints[k]] < 0)
            throw InputError(fmt::format("keypoint {} of shape {} (vertex {}) is not part of any triangle", k,
                                         name, keypoints[k]));
        wanted.insert(component[keypoints[k]]);
    }
    std::vector<bool> keep(component.size());
    for (size_t v = 0; v < component.size(); ++v) keep[v] = wanted.count(component[v]) > 0;
    return keep;
}

/// Mending may have merged two keypoints into one vertex.
void check_apart(const std::string& name, const Keypoints& keypoints) {
    std::unordered_map<int, size_t> position;
    for (size_t k = 0; k < keypoints.size(); ++k) {
        const auto [other, is_new] = position.emplace(keypoints[k], k);
        if (!is_new)
            throw InputError(
                fmt::format("keypoints {} and {} of shape {} lie in the same place: leave one out",
                            other->second, k, name));
    }
}

/// For each vertex of the mended shape, the nearest of `points`; -1 on parts without keypoints.
std::vector<int> nearest_vertices(const std::string& name, const MendedShape& mended,
                                  const Keypoints& keypoints, const Points& points) {
    const PointView view{points};
    const PointTree tree(3, view);
    std::vector<int> nearest(mended.joined_to.size(), -1);
    const std::vector<bool> keep = on_keypoint_parts(name, mended.shape, keypoints);
    for (size_t v = 0; v < keep.size(); ++v) {
        if (!keep[v]) continue;
        size_t found = 0;
        double square = 0;
        const Eigen::Vector3d place = mended.shape.vertices.row(static_cast<Eigen::Index>(v));
        tree.knnSearch(place.data(), 1, &found, &square);
        nearest[v] = static_cast<int>(found);
    }
    for (size_t v = 0; v < nearest.size(); ++v) nearest[v] = nearest[mended.joined_to[v]];
    return nearest;
}

void normalise(const std::string& name, ModelSurface& surface) {
    Points& vertices = surface.shape.vertices;
    // Divide by the extent first: in very large or very small units squared areas would overflow.
    surface.centre = vertices.colwise().mean();
    vertices.rowwise() -= surface.centre;
    const double extent = vertices.cwiseAbs().maxCoeff();
    if (!(extent > 0) || !std::isfinite(extent))
        throw InputError(fmt::format("the vertices of shape {} are all in one place", name));
    vertices /= extent;
    const double area = surface_area(surface.shape);
    if (!(area > 0)) throw InputError(fmt::format("the triangles of shape {} have no area", name));
    vertices /= std::sqrt(area);
    surface.scale = extent * std::sqrt(area);
}

std::vector<std::string> warnings_about(const std::string& name, const MendedShape& mended, int undefined,
                                        int disagreements, int parts, const ModelSurface& surface) {
    std::vector<std::string> warnings;
    const auto warn = [&](int count, const std::string& what, const std::string& remedy) {
        if (count > 0) warnings.push_back(fmt::format("shape {}: {}: {}; {}", name, what, count, remedy));
    };
    warn(undefined, "vertices whose coordinates are not finite", "left out with their faces");
    warn(mended.duplicate_faces, "faces that repeat another", "left out, or their area would count twice");
    warn(mended.collapsed_faces, "faces that name a vertex twice", "left out");
    warn(mended.joined_vertices, "border vertices exactly where others are", "treated as one with them");
    warn(disagreements, "edges whose faces disagree about the outside",
         "faces are turned to agree, for the orientation feature alone");
    const int kept = count_parts(surface.shape);
    warn(parts - kept, "parts without keypoints", "left out");
    warn(kept > 1 ? kept : 0, "parts with keypoints that are not connected",
         fmt::format("joined by edges across the gaps ({})", surface.bridges.size()));
    return warnings;
}

}  // namespace

ModelSurface model_surface(const std::string& name, const MarkedShape& original, int faces,
                           Laplacian laplacian) {
    const bool is_cloud = original.shape.faces.rows() == 0;
    MendedShape mended = laplacian == Laplacian::robust ? mend(surface_of(original.shape))
                                                        : as_it_is(surface_of(original.shape));
    Keypoints keypoints;
    for (int v : original.keypoints) keypoints.push_back(mended.joined_to[v]);
    check_apart(name, keypoints);
    const bool is_fine = faces == 0 || is_cloud || mended.shape.faces.rows() <= faces;
    DecimatedShape whole = is_fine ? DecimatedShape{std::move(mended.shape), keypoints, {}}
                                   : decimate(mended.shape, keypoints, faces);
    const int disagreements = is_cloud ? 0 : count_disagreements(whole.shape.faces),
              parts = count_parts(whole.shape);
    std::vector<int> new_id(whole.shape.vertices.rows(), -1);
    const std::vector<bool> keep = on_keypoint_parts(name, whole.shape, whole.keypoints);
    SubShape kept = sub_shape(std::move(whole.shape), keep);
    for (size_t v = 0; v < kept.vertex_ids.size(); ++v) new_id[kept.vertex_ids[v]] = static_cast<int>(v);
    ModelSurface surface;
    surface.shape = std::move(kept.shape);
    surface.is_decimated = !is_fine;
    for (int v : whole.keypoints) surface.keypoints.push_back(new_id[v]);
    if (is_fine)
        for (int v : mended.joined_to) surface.vertex_of.push_back(new_id[v]);
    else
        surface.vertex_of = nearest_vertices(name, mended, keypoints, surface.shape.vertices);
    normalise(name, surface);
    surface.bridges = bridges_between_parts(surface.shape);
    const Points& vertices = original.shape.vertices;
    const int undefined = static_cast<int>(vertices.rows() - std::ssize(finite_rows(vertices)));
    surface.warnings = warnings_about(name, mended, undefined, disagreements, parts, surface);
    return surface;
}

ModelSurface with_keypoints(const ModelSurface& surface, const std::string& name,
                            const Keypoints& keypoints) {
    ModelSurface other = surface;
    other.keypoints.clear();
    for (const int v : keypoints) {
        const int on_surface = surface.vertex_of[static_cast<size_t>(v)];
        if (on_surface < 0)
            throw InputError(
                fmt::format("keypoint at vertex {} of shape {} is on a part that was left out", v, name));
        other.keypoints.push_back(on_surface);
    }
    check_apart(name, other.keypoints);
    return other;
}

}  // namespace sigmatch
