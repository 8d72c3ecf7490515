#include "sigmatch/orientation.h"

#include "geometry/triangles.h"
#include "sigmatch/surface.h"

namespace sigmatch {

namespace {

/// Directions of steepest ascent: unit in each face, averaged to the vertices by area, made unit again.
Points unit_gradients(const Shape& shape, const Eigen::VectorXd& function) {
    Points gradients = Points::Zero(shape.vertices.rows(), 3);
    for (Eigen::Index f = 0; f < shape.faces.rows(); ++f) {
        const auto p = corners(shape, f);
        const Eigen::Vector3d normal = face_normal(shape, f);
        Eigen::Vector3d gradient = Eigen::Vector3d::Zero();
        for (int k = 0; k < 3; ++k)
            gradient += function[shape.faces(f, k)] * normal.cross(p[(k + 2) % 3] - p[(k + 1) % 3]);
        const double length = gradient.norm();
        if (!(length > 0)) continue;
        for (int k = 0; k < 3; ++k)
            gradients.row(shape.faces(f, k)) += (normal.norm() / length * gradient).transpose();
    }
    for (Eigen::Index v = 0; v < gradients.rows(); ++v) gradients.row(v).stableNormalize();
    return gradients;
}

}  // namespace

Eigen::VectorXd wave_kernel_signature(const Spectrum& spectrum, int energy, int energies) {
    const Eigen::ArrayXd log_values = spectrum.values.array().log();
    // The largest energy stays below the largest eigenvalue known, so that the band around it is filled.
    const double lowest = log_values[0];
    const double highest = lowest + (log_values[log_values.size() - 1] - lowest) / 1.02;
    const double spacing = (highest - lowest) / (energies - 1);
    const double sigma = 7 * spacing;
    const Eigen::ArrayXd distance = log_values - (lowest + energy * spacing);
    const Eigen::VectorXd weights = (-distance.square() / (2 * sigma * sigma)).exp().matrix();
    Eigen::VectorXd signature = Eigen::VectorXd::Zero(spectrum.vectors.rows());
    for (Eigen::Index k = 0; k < weights.size(); ++k)
        signature += weights[k] / weights.sum() * spectrum.vectors.col(k).cwiseAbs2();
    return signature;
}

Eigen::VectorXd orientation_feature(const Shape& shape, const Spectrum& spectrum) {
    const Points f = unit_gradients(shape, wave_kernel_signature(spectrum, 0));
    const Points g = unit_gradients(shape, wave_kernel_signature(spectrum, 69));
    const Points normals = vertex_normals(shape.vertices, outward_faces(shape));
    Eigen::VectorXd h(shape.vertices.rows());
    for (Eigen::Index v = 0; v < h.size(); ++v) {
        const Eigen::Vector3d df = f.row(v), dg = g.row(v), n = normals.row(v);
        h[v] = df.cross(dg).dot(n);
    }
    return h;
}

}  // namespace sigmatch
