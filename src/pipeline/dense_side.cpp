#include "pipeline/dense_side.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>

#include "pipeline/bending.h"
#include "sigmatch/surface.h"

namespace sigmatch {

namespace {

constexpr int eigenfunctions = 100;
constexpr int sample_count = 2000;

void take_spectrum(DenseSide& side, const Spectrum& spectrum, double area) {
    const Eigen::Index k = spectrum.values.size() + 1;
    side.values.setZero(k);
    side.values.tail(k - 1) = spectrum.values;
    side.functions.resize(spectrum.vectors.rows(), k);
    side.functions.col(0).setConstant(1 / std::sqrt(area));
    side.functions.rightCols(k - 1) = spectrum.vectors;
}

/// Column i is a function w that is about 1 at keypoint i and about 0 at the others. w = Phi Lambda^-2 Phi_I'
/// a + c, with the sum of a zero, minimises the integral of (Delta w)^2 among all functions with the same
/// values at the keypoints I. A small diagonal in the equations for a makes it a smoothing spline.
Eigen::MatrixXd interpolate_keypoints(const DenseSide& side) {
    const auto n = static_cast<Eigen::Index>(side.keypoints.size()), k = side.values.size() - 1;
    const Eigen::MatrixXd at_keypoints = side.functions(side.keypoints, Eigen::all).rightCols(k);
    const Eigen::MatrixXd kernel =
        side.values.tail(k).array().square().inverse().matrix().asDiagonal() * at_keypoints.transpose();
    Eigen::MatrixXd system = Eigen::MatrixXd::Ones(n + 1, n + 1);
    system.topLeftCorner(n, n) = at_keypoints * kernel;
    // An exact w would swing wildly between keypoints that are closer than the eigenfunctions resolve.
    system.diagonal().array() += 1e-3 * system.topLeftCorner(n, n).trace() / static_cast<double>(n);
    system(n, n) = 0;
    const Eigen::MatrixXd solution =
        Eigen::PartialPivLU<Eigen::MatrixXd>(system).solve(Eigen::MatrixXd::Identity(n + 1, n));
    return (side.functions.rightCols(k) * (kernel * solution.topRows(n))).rowwise() + solution.row(n);
}

/// Vertices spread over the area: at each of them the running sum of the areas passes the next of equal
/// steps.
std::vector<int> spread_samples(const Eigen::VectorXd& mass) {
    std::vector<int> samples;
    double sum = 0, next = 0;
    for (Eigen::Index v = 0; v < mass.size(); ++v) {
        sum += mass[v];
        if (mass[v] <= 0 || sum <= next) continue;
        samples.push_back(static_cast<int>(v));
        next = std::max(next + mass.sum() / sample_count, sum - mass[v]);
    }
    return samples;
}

Points normals_of(const Points& vertices, const Faces& faces, bool is_cloud) {
    if (is_cloud) return Points::Zero(vertices.rows(), 3);
    return vertex_normals(vertices, outward_faces({vertices, faces}));
}

void take_faces(DenseSide& side) {
    const Shape& shape = side.prepared.original().shape;
    const std::vector<int>& vertex_of = side.prepared.vertex_of();
    const auto all_there = [&](const auto& face) {
        return vertex_of[face[0]] >= 0 && vertex_of[face[1]] >= 0 && vertex_of[face[2]] >= 0;
    };
    for (Eigen::Index f = 0; f < shape.faces.rows(); ++f)
        if (all_there(shape.faces.row(f))) side.face_ids.push_back(static_cast<int>(f));
    side.faces = shape.faces(side.face_ids, Eigen::all);
    for (int& v : side.faces.reshaped()) v = vertex_of[v];
}

}  // namespace

DenseSide dense_side(const PreparedShape& prepared, const std::vector<int>& some, const Points& targets,
                     const ModelOptions& options) {
    DenseSide side{prepared, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
    for (const int k : some) side.keypoints.push_back(prepared.keypoints()[static_cast<size_t>(k)]);
    const Shape& surface = prepared.surface();
    const Eigen::VectorXd& mass = prepared.deformation().mass();
    take_spectrum(side, prepared.spectrum(eigenfunctions), mass.sum());
    side.keypoint_functions = interpolate_keypoints(side);
    side.bent = Bending(prepared, some, options).towards(targets);
    side.normals = normals_of(surface.vertices, surface.faces, prepared.is_cloud());
    side.bent_normals = normals_of(side.bent, surface.faces, prepared.is_cloud());
    take_faces(side);
    side.samples = spread_samples(mass);
    if (!side.faces.size()) return side;
    std::vector<bool> has_face(static_cast<size_t>(mass.size()));
    for (const int v : side.faces.reshaped()) has_face[static_cast<size_t>(v)] = true;
    std::erase_if(side.samples, [&](int v) { return !has_face[static_cast<size_t>(v)]; });
    return side;
}

}  // namespace sigmatch
