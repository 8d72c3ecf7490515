#include "synth/skinning.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "sigmatch/errors.h"

namespace sigmatch::synth {

using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::Vector4d;

namespace {

constexpr double softness = 0.6;          // diffusion length over the radius of the body
constexpr double least_cotangent = 0.02;  // keeps the weights positive on obtuse triangles

/// M + r^2 L: lumped areas plus the cotangent Laplacian with the squared diffusion length as conductivity.
Eigen::SparseMatrix<double> diffusion_matrix(const Shape& shape, const Eigen::VectorXd& squared_lengths,
                                             Eigen::VectorXd& mass) {
    std::vector<Eigen::Triplet<double>> entries;
    mass = Eigen::VectorXd::Zero(shape.vertices.rows());
    for (int f = 0; f < shape.faces.rows(); ++f) {
        const auto face = shape.faces.row(f);
        const double conductivity =
            (squared_lengths[face[0]] + squared_lengths[face[1]] + squared_lengths[face[2]]) / 3.0;
        for (int i = 0; i < 3; ++i) {
            const int apex = face[i], a = face[(i + 1) % 3], b = face[(i + 2) % 3];
            const Vector3d u = shape.vertices.row(a) - shape.vertices.row(apex);
            const Vector3d v = shape.vertices.row(b) - shape.vertices.row(apex);
            const double double_area = std::max(u.cross(v).norm(), 1e-30);
            const double weight = 0.5 * conductivity * std::max(u.dot(v) / double_area, least_cotangent);
            entries.emplace_back(a, a, weight);
            entries.emplace_back(b, b, weight);
            entries.emplace_back(std::max(a, b), std::min(a, b), -weight);
            mass[apex] += double_area / 6.0;
        }
    }
    for (int v = 0; v < mass.size(); ++v) entries.emplace_back(v, v, mass[v]);
    Eigen::SparseMatrix<double> matrix(mass.size(), mass.size());
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
}

Vector4d product(const Vector4d& p, const Vector4d& q) {
    return (Quaterniond(p) * Quaterniond(q)).coeffs();
}

}  // namespace

Eigen::MatrixXd skinning_weights(const Shape& rest, const Skeleton& skeleton, const Skin& skin) {
    const Eigen::Index vertices = rest.vertices.rows();
    Eigen::MatrixXd weights =
        Eigen::MatrixXd::Zero(vertices, static_cast<Eigen::Index>(skeleton.segments.size()));
    Eigen::VectorXd squared_lengths(vertices), mass;
    for (Eigen::Index v = 0; v < vertices; ++v) {
        const Vector3d point = rest.vertices.row(v).transpose();
        weights(v, skeleton.parts[skin.nearest_part(point)].segment) = 1.0;
        squared_lengths[v] = std::pow(softness * skin.local_radius(point), 2);
    }
    const Eigen::SparseMatrix<double> matrix = diffusion_matrix(rest, squared_lengths, mass);
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver(matrix);
    if (solver.info() != Eigen::Success) throw NumericalError("skinning weights: the factorisation failed");
    for (int round = 0; round < 2; ++round) weights = solver.solve(mass.asDiagonal() * weights).eval();
    weights = weights.cwiseMax(0.0);
    weights = (weights.array() > 1e-6).select(weights, 0.0).eval();
    return weights.rowwise().sum().cwiseInverse().asDiagonal() * weights;
}

Points pose_vertices(const Points& rest, const Eigen::MatrixXd& weights,
                     const std::vector<Eigen::Isometry3d>& motions) {
    std::vector<Vector4d> real, dual;
    for (const Eigen::Isometry3d& motion : motions) {
        const Quaterniond rotation(motion.rotation());
        const Vector3d shift = motion.translation();
        real.push_back(rotation.coeffs());
        dual.push_back(0.5 * product({shift.x(), shift.y(), shift.z(), 0.0}, rotation.coeffs()));
    }
    Points posed(rest.rows(), 3);
    for (Eigen::Index v = 0; v < rest.rows(); ++v) {
        Eigen::Index strongest;
        weights.row(v).maxCoeff(&strongest);
        Vector4d r = Vector4d::Zero(), d = Vector4d::Zero();
        for (std::size_t s = 0; s < motions.size(); ++s) {
            double weight = weights(v, static_cast<Eigen::Index>(s));
            if (weight == 0.0) continue;
            if (real[s].dot(real[strongest]) < 0.0) weight = -weight;
            r += weight * real[s];
            d += weight * dual[s];
        }
        const double norm = r.norm();
        const Quaterniond rotation(Vector4d(r / norm));
        const Vector3d shift = 2.0 * product(d / norm, rotation.conjugate().coeffs()).head<3>();
        posed.row(v) = (rotation * Vector3d(rest.row(v).transpose()) + shift).transpose();
    }
    return posed;
}

}  // namespace sigmatch::synth
