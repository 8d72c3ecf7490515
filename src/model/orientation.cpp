#include "sigmatch/orientation.h"

#include <algorithm>
#include <cmath>

#include "geometry/triangles.h"
#include "sigmatch/laplacian.h"
#include "sigmatch/surface.h"

namespace sigmatch {

namespace {

/// The direction of steepest ascent in a face; zero if the function is constant there.
Eigen::Vector3d unit_gradient(const Shape& shape, Eigen::Index face, const Eigen::VectorXd& function) {
    const auto p = corners(shape, face);
    const Eigen::Vector3d normal = face_normal(shape, face);
    Eigen::Vector3d gradient = Eigen::Vector3d::Zero();
    for (int k = 0; k < 3; ++k)
        gradient += function[shape.faces(face, k)] * normal.cross(p[(k + 2) % 3] - p[(k + 1) % 3]);
    const double length = gradient.norm();
    return length > 0 ? Eigen::Vector3d(gradient / length) : Eigen::Vector3d::Zero();
}

/// The gradients of the faces, averaged to the vertices by area and made unit again.
Points unit_gradients(const Shape& shape, const Eigen::VectorXd& function) {
    Points gradients = Points::Zero(shape.vertices.rows(), 3);
    for (Eigen::Index f = 0; f < shape.faces.rows(); ++f) {
        const Eigen::Vector3d gradient = face_normal(shape, f).norm() * unit_gradient(shape, f, function);
        for (int k = 0; k < 3; ++k) gradients.row(shape.faces(f, k)) += gradient.transpose();
    }
    for (Eigen::Index v = 0; v < gradients.rows(); ++v) gradients.row(v).stableNormalize();
    return gradients;
}

/// Heat flow of a density, in the known part of the spectrum. `integrals`: the integral of the density over
/// the area that belongs to each vertex.
Eigen::VectorXd smoothed(const Eigen::VectorXd& integrals, double area, const Spectrum& spectrum) {
    const double time = 0.0025 * area;
    const Eigen::ArrayXd decay = (-time * spectrum.values.array()).exp();
    const Eigen::VectorXd coefficients = (spectrum.vectors.transpose() * integrals).array() * decay;
    return (spectrum.vectors * coefficients).array() + integrals.sum() / area;
}

Eigen::VectorXd paper_feature(const Shape& shape, const Spectrum& spectrum) {
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

Eigen::VectorXd smooth_feature(const Shape& shape, const Spectrum& spectrum) {
    const Eigen::VectorXd f = wave_kernel_signature(spectrum, 0), g = wave_kernel_signature(spectrum, 20);
    const Shape outward{shape.vertices, outward_faces(shape)};
    Eigen::VectorXd integrals = Eigen::VectorXd::Zero(shape.vertices.rows());
    for (Eigen::Index face = 0; face < outward.faces.rows(); ++face) {
        const Eigen::Vector3d df = unit_gradient(outward, face, f), dg = unit_gradient(outward, face, g);
        // The length of the normal is twice the area. A third of the area belongs to each corner.
        const double integral = df.cross(dg).dot(face_normal(outward, face)) / 6;
        for (int k = 0; k < 3; ++k) integrals[outward.faces(face, k)] += integral;
    }
    const double area = surface_area(shape);
    const Eigen::VectorXd h = smoothed(integrals, area, spectrum);
    // Smoothing shrinks the feature, more so on shapes with much detail. It is scaled to about the size of
    // the paper's feature, because lambda_ori is stated for that. The limit 0.05 avoids amplifying noise
    // where the feature nearly vanishes.
    const double root_mean_square = std::sqrt(h.cwiseAbs2().dot(lumped_mass(shape)) / area);
    return 0.5 / std::max(root_mean_square, 0.05) * h;
}

}  // namespace

Eigen::VectorXd wave_kernel_signature(const Spectrum& spectrum, int energy, int energies) {
    const Eigen::ArrayXd log_values = spectrum.values.array().log();
    // The largest energy stays below the largest known eigenvalue, so that its band contains eigenvalues.
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

Eigen::VectorXd orientation_feature(const Shape& shape, const Spectrum& spectrum, Orientation orientation) {
    return orientation == Orientation::paper ? paper_feature(shape, spectrum)
                                             : smooth_feature(shape, spectrum);
}

}  // namespace sigmatch
