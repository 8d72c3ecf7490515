#include "model/prepared_shape.h"

#include <fmt/core.h>

#include <Eigen/Dense>
#include <cmath>
#include <unordered_map>

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
    if (keypoints.size() < 5)
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

/// Smallest thickness of the keypoints, as a share of their largest extent, that still counts as spatial.
constexpr double flat = 1e-5;

void check_not_flat(const std::string& name, const Points& points) {
    Points centred = points.rowwise() - points.colwise().mean();
    const double extent = centred.cwiseAbs().maxCoeff();
    if (!(extent > 0)) throw InputError(fmt::format("the keypoints of shape {} are all in one place", name));
    centred /= extent;
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> spread(centred.transpose() * centred,
                                                                Eigen::EigenvaluesOnly);
    if (!(spread.eigenvalues()[0] > flat * flat * spread.eigenvalues()[2]))
        throw InputError(fmt::format(
            "the keypoints of shape {} lie in a plane, so they do not fix a deformation in space: add "
            "at least one keypoint off that plane",
            name));
}

/// The connected part that holds the keypoints.
SubShape keypoint_part(const std::string& name, const Shape& shape, const Keypoints& keypoints) {
    const std::vector<int> component = connected_components(shape);
    for (size_t k = 0; k < keypoints.size(); ++k) {
        if (component[keypoints[k]] < 0)
            throw InputError(fmt::format("keypoint {} of shape {} (vertex {}) is not part of any triangle", k,
                                         name, keypoints[k]));
        if (component[keypoints[k]] != component[keypoints[0]])
            throw InputError(fmt::format(
                "keypoint {} of shape {} (vertex {}) cannot be reached from keypoint 0 (vertex {}): "
                "the mesh has several parts; join them (--weld does where they touch) or choose keypoints on "
                "one of them",
                k, name, keypoints[k], keypoints[0]));
    }
    std::vector<bool> keep(component.size());
    for (size_t v = 0; v < component.size(); ++v) keep[v] = component[v] == component[keypoints[0]];
    return sub_shape(shape, keep);
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

}  // namespace

PreparedShape prepare(const std::string& name, const Shape& shape, const Keypoints& keypoints, int faces) {
    check_shape(name, shape);
    check_keypoints(name, shape, keypoints);
    check_not_flat(name, shape.vertices(keypoints, Eigen::all));
    if (faces > 0 && faces < 4 * static_cast<int>(keypoints.size()))
        throw InputError(fmt::format("{} faces are too few for {} keypoints: use at least {} faces", faces,
                                     keypoints.size(), 4 * keypoints.size()));
    const bool is_cloud = shape.faces.rows() == 0;
    const DecimatedShape coarse = faces > 0 && !is_cloud ? decimate(shape, keypoints, faces)
                                                         : DecimatedShape{surface_of(shape), keypoints};
    SubShape part = keypoint_part(name, coarse.shape, coarse.keypoints);
    PreparedShape prepared;
    prepared.shape = std::move(part.shape);
    std::unordered_map<int, int> new_id;
    for (size_t v = 0; v < part.vertex_ids.size(); ++v)
        new_id.emplace(part.vertex_ids[v], static_cast<int>(v));
    for (int v : coarse.keypoints) prepared.keypoints.push_back(new_id.at(v));
    prepared.vertex_ids = std::move(part.vertex_ids);
    normalise(name, prepared);
    return prepared;
}

}  // namespace sigmatch
