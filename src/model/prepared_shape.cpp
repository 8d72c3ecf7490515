#include "model/prepared_shape.h"

#include <fmt/core.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "geometry/mending.h"
#include "geometry/point_tree.h"
#include "geometry/sides.h"
#include "sigmatch/decimation.h"
#include "sigmatch/errors.h"
#include "sigmatch/point_cloud.h"
#include "sigmatch/surface.h"

namespace sigmatch {

namespace {

void check_shape(const std::string& name, const Shape& shape) {
    if (shape.vertices.rows() == 0) throw InputError(fmt::format("shape {} has no vertices", name));
    for (Eigen::Index v = 0; v < shape.vertices.rows(); ++v)
        if (!shape.vertices.row(v).allFinite())
            throw InputError(fmt::format("vertex {} of shape {} is not finite (NaN or infinity)", v, name));
    for (Eigen::Index f = 0; f < shape.faces.rows(); ++f)
        for (int k = 0; k < 3; ++k)
            if (shape.faces(f, k) < 0 || shape.faces(f, k) >= shape.vertices.rows())
                throw InputError(fmt::format("face {} of shape {} names vertex {}, but there are {} vertices",
                                             f, name, shape.faces(f, k), shape.vertices.rows()));
}

void check_keypoints(const std::string& name, const Shape& shape, const Keypoints& keypoints) {
    if (keypoints.size() < fewest_keypoints)
        throw InputError(fmt::format(
            "shape {} has {} keypoints: at least 5 are needed, because 4 can always be matched at no cost",
            name, keypoints.size()));
    std::unordered_map<int, size_t> position;
    for (size_t k = 0; k < keypoints.size(); ++k) {
        const int v = keypoints[k];
        if (v < 0 || v >= shape.vertices.rows())
            throw InputError(
                fmt::format("keypoint {} of shape {} is vertex {}, but the vertices are numbered 0 to {}", k,
                            name, v, shape.vertices.rows() - 1));
        const auto [other, is_new] = position.emplace(v, k);
        if (!is_new)
            throw InputError(fmt::format("vertex {} is listed twice as a keypoint of shape {}: at {} and {}",
                                         v, name, other->second, k));
    }
}

void check_not_flat(const std::string& name, const Points& points) {
    if ((points.rowwise() - points.row(0)).isZero(0))
        throw InputError(fmt::format("the keypoints of shape {} are all in one place", name));
    if (is_flat(points))
        throw InputError(fmt::format(
            "the keypoints of shape {} lie in a plane, so they do not fix a deformation in space: add "
            "at least one keypoint off that plane",
            name));
}

int count_parts(const Shape& shape) {
    const std::vector<int> component = connected_components(shape);
    return component.empty() ? 0 : *std::max_element(component.begin(), component.end()) + 1;
}

/// The connected parts that hold keypoints.
SubShape keypoint_parts(const std::string& name, const Shape& shape, const Keypoints& keypoints) {
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
    return sub_shape(shape, keep);
}

/// For each vertex of the mended shape that nearest to it among some points; -1 on parts without keypoints.
std::vector<int> nearest_vertices(const std::string& name, const MendedShape& mended,
                                  const Keypoints& keypoints, const Points& points) {
    const PointView view{points};
    const PointTree tree(3, view);
    std::vector<int> nearest(mended.joined_to.size(), -1);
    for (const int v : keypoint_parts(name, mended.shape, keypoints).vertex_ids) {
        size_t found = 0;
        double square = 0;
        const Eigen::Vector3d place = mended.shape.vertices.row(v);
        tree.knnSearch(place.data(), 1, &found, &square);
        nearest[v] = static_cast<int>(found);
    }
    for (size_t v = 0; v < nearest.size(); ++v) nearest[v] = nearest[mended.joined_to[v]];
    return nearest;
}

void normalise(const std::string& name, PreparedShape& prepared) {
    Points& vertices = prepared.shape.vertices;
    // First by the extent: squared areas of very large or small units would overflow.
    prepared.centre = vertices.colwise().mean();
    vertices.rowwise() -= prepared.centre;
    const double extent = vertices.cwiseAbs().maxCoeff();
    if (!(extent > 0) || !std::isfinite(extent))
        throw InputError(fmt::format("the vertices of shape {} are all in one place", name));
    vertices /= extent;
    const double area = surface_area(prepared.shape);
    if (!(area > 0)) throw InputError(fmt::format("the triangles of shape {} have no area", name));
    vertices /= std::sqrt(area);
    prepared.scale = extent * std::sqrt(area);
}

std::vector<std::string> warnings_about(const std::string& name, const Shape& surface, bool is_cloud,
                                        const MendedShape& mended, const PreparedShape& prepared) {
    std::vector<std::string> warnings;
    const auto warn = [&](int count, const std::string& what, const std::string& remedy) {
        if (count > 0) warnings.push_back(fmt::format("shape {}: {}: {}; {}", name, what, count, remedy));
    };
    warn(mended.duplicate_faces, "faces that repeat another", "left out, or their area would count twice");
    warn(mended.collapsed_faces, "faces that name a vertex twice", "left out");
    warn(mended.joined_vertices, "border vertices exactly where others are", "treated as one with them");
    if (!is_cloud)
        warn(count_disagreements(surface.faces), "edges whose faces disagree about the outside",
             "faces are turned to agree, for the orientation feature alone");
    const int parts = count_parts(surface), kept = count_parts(prepared.shape);
    warn(parts - kept, "parts without keypoints", "left out");
    warn(kept > 1 ? kept : 0, "parts with keypoints that are not connected",
         fmt::format("joined by edges across the gaps ({})", prepared.bridges.size()));
    return warnings;
}

}  // namespace

bool is_flat(const Points& points) {
    constexpr double flat = 1e-5;  // thickness, as a share of the largest extent, that still counts as none
    Points centred = points.rowwise() - points.colwise().mean();
    const double extent = centred.cwiseAbs().maxCoeff();
    if (!(extent > 0)) return true;
    centred /= extent;
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> spread(centred.transpose() * centred,
                                                                Eigen::EigenvaluesOnly);
    return !(spread.eigenvalues()[0] > flat * flat * spread.eigenvalues()[2]);
}

PreparedShape prepare(const std::string& name, const Shape& shape, const Keypoints& keypoints, int faces,
                      Laplacian laplacian) {
    check_shape(name, shape);
    check_keypoints(name, shape, keypoints);
    check_not_flat(name, shape.vertices(keypoints, Eigen::all));
    if (faces > 0 && faces < 4 * static_cast<int>(keypoints.size()))
        throw InputError(fmt::format("{} faces are too few for {} keypoints: use at least {} faces", faces,
                                     keypoints.size(), 4 * keypoints.size()));
    const bool is_cloud = shape.faces.rows() == 0;
    const MendedShape mended =
        laplacian == Laplacian::robust ? mend(surface_of(shape)) : as_it_is(surface_of(shape));
    Keypoints standing_in;
    for (int v : keypoints) standing_in.push_back(mended.joined_to[v]);
    const bool is_fine = faces == 0 || is_cloud || mended.shape.faces.rows() <= faces;
    const DecimatedShape surface =
        is_fine ? DecimatedShape{mended.shape, standing_in, {}} : decimate(mended.shape, standing_in, faces);
    SubShape parts = keypoint_parts(name, surface.shape, surface.keypoints);
    std::vector<int> new_id(surface.shape.vertices.rows(), -1);
    for (size_t v = 0; v < parts.vertex_ids.size(); ++v) new_id[parts.vertex_ids[v]] = static_cast<int>(v);
    PreparedShape prepared;
    prepared.shape = std::move(parts.shape);
    for (int v : surface.keypoints) prepared.keypoints.push_back(new_id[v]);
    if (is_fine)
        for (int v : mended.joined_to) prepared.vertex_of.push_back(new_id[v]);
    else
        prepared.vertex_of = nearest_vertices(name, mended, standing_in, prepared.shape.vertices);
    normalise(name, prepared);
    prepared.bridges = bridges_between_parts(prepared.shape);
    prepared.warnings = warnings_about(name, surface.shape, is_cloud, mended, prepared);
    return prepared;
}

void check_apart(const std::string& name, const PreparedShape& prepared) {
    std::unordered_map<int, size_t> position;
    for (size_t k = 0; k < prepared.keypoints.size(); ++k) {
        const auto [other, is_new] = position.emplace(prepared.keypoints[k], k);
        if (!is_new)
            throw InputError(
                fmt::format("keypoints {} and {} of shape {} lie in the same place: leave one out",
                            other->second, k, name));
    }
}

}  // namespace sigmatch
