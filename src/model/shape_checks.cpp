#include "model/shape_checks.h"

#include <fmt/core.h>

#include <Eigen/Dense>
#include <unordered_map>

#include "sigmatch/errors.h"
#include "sigmatch/finite_points.h"

namespace sigmatch {

void check_shape(const std::string& name, const Shape& shape) {
    if (shape.vertices.rows() == 0) throw InputError(fmt::format("shape {} has no vertices", name));
    if (finite_rows(shape.vertices).empty())
        throw InputError(fmt::format("no vertex of shape {} has finite coordinates", name));
    for (Eigen::Index f = 0; f < shape.faces.rows(); ++f)
        for (int k = 0; k < 3; ++k)
            if (shape.faces(f, k) < 0 || shape.faces(f, k) >= shape.vertices.rows())
                throw InputError(fmt::format("face {} of shape {} names vertex {}, but there are {} vertices",
                                             f, name, shape.faces(f, k), shape.vertices.rows()));
    for (Eigen::Index f = 0; f < shape.faces.rows(); ++f)
        for (const int v : shape.faces.row(f))
            if (!shape.vertices.row(v).allFinite())
                throw InputError(fmt::format(
                    "vertex {} of shape {} is not finite (NaN or infinity): leave out the faces on it, as "
                    "face {}",
                    v, name, f));
}

void check_keypoints(const std::string& name, const MarkedShape& marked) {
    const auto& [shape, keypoints] = marked;
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
        if (!shape.vertices.row(v).allFinite())
            throw InputError(
                fmt::format("keypoint {} of shape {} is vertex {}, whose coordinates are not finite: choose "
                            "another vertex",
                            k, name, v));
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

bool is_flat(const Points& points) {
    constexpr double flat = 1e-5;  // thinner than this share of the largest extent counts as flat
    Points centred = points.rowwise() - points.colwise().mean();
    const double extent = centred.cwiseAbs().maxCoeff();
    if (!(extent > 0)) return true;
    centred /= extent;
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> spread(centred.transpose() * centred,
                                                                Eigen::EigenvaluesOnly);
    return !(spread.eigenvalues()[0] > flat * flat * spread.eigenvalues()[2]);
}

}  // namespace sigmatch
