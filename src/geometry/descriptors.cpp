#include "geometry/descriptors.h"

#include <cmath>

#include "sigmatch/surface.h"

namespace sigmatch {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int energies = 30;
constexpr double smoothing_time = 0.002;  // of the heat flow, at unit area

MatrixXd wave_kernel_signature(const Spectrum& spectrum) {
    const VectorXd log_values = spectrum.values.array().log();
    const double first = log_values[0], last = log_values[log_values.size() - 1];
    const double width = 0.07 * (last - first);
    MatrixXd signature(spectrum.vectors.rows(), energies);
    for (int e = 0; e < energies; ++e) {
        const double energy = first + 2 * width + (last - first - 4 * width) * e / (energies - 1);
        const VectorXd weights = (-((log_values.array() - energy) / width).square() / 2).exp();
        signature.col(e) = spectrum.vectors.cwiseAbs2() * weights / weights.sum();
    }
    return signature;
}

/// The normal part of the Laplacian of the positions, in the known part of the spectrum.
VectorXd mean_curvature(const Shape& surface, const Spectrum& spectrum, const VectorXd& mass) {
    const VectorXd damping = spectrum.values.array() * (-smoothing_time * spectrum.values.array()).exp();
    const MatrixXd coefficients =
        damping.asDiagonal() * (spectrum.vectors.transpose() * (mass.asDiagonal() * surface.vertices));
    const Points normals = vertex_normals(surface.vertices, outward_faces(surface));
    return (spectrum.vectors * coefficients).cwiseProduct(normals).rowwise().sum();
}

void standardise(Eigen::Ref<VectorXd> values, const VectorXd& mass) {
    values.array() -= mass.dot(values) / mass.sum();
    const double deviation = std::sqrt(mass.dot(values.cwiseAbs2()) / mass.sum());
    if (deviation > 0) values /= deviation;
}

}  // namespace

Descriptors descriptors(const Shape& surface, const Spectrum& spectrum, const VectorXd& mass) {
    Descriptors found{wave_kernel_signature(spectrum), mean_curvature(surface, spectrum, mass)};
    for (int e = 0; e < energies; ++e) standardise(found.signature.col(e), mass);
    standardise(found.curvature, mass);
    return found;
}

}  // namespace sigmatch
