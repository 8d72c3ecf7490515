#include <cmath>

#include "sigmatch/orientation.h"
#include "sigmatch/surface.h"

namespace sigmatch {

namespace {

/// At unit area.
constexpr double flow_time = 0.005;

/// The integral of < grad f x grad g , n > over each face, a third for each corner. For functions that are
/// linear in the face it depends on their values at the corners alone.
Eigen::VectorXd wedge_integrals(const Faces& faces, const Eigen::VectorXd& f, const Eigen::VectorXd& g) {
    Eigen::VectorXd integrals = Eigen::VectorXd::Zero(f.size());
    for (Eigen::Index face = 0; face < faces.rows(); ++face) {
        const int a = faces(face, 0), b = faces(face, 1), c = faces(face, 2);
        const double fb = f[b] - f[a], fc = f[c] - f[a], gb = g[b] - g[a], gc = g[c] - g[a];
        const double third = (fb * gc - fc * gb) / 6;
        integrals[a] += third;
        integrals[b] += third;
        integrals[c] += third;
    }
    return integrals;
}

}  // namespace

Eigen::MatrixXd pair_orientation(const Shape& shape, const Spectrum& spectrum, const Keypoints& keypoints,
                                 const Eigen::MatrixXd& from) {
    const Faces faces = outward_faces(shape);
    const double area = surface_area(shape);
    const Eigen::Index n = from.cols();
    const Eigen::VectorXd mean = from.rowwise().mean();
    const Eigen::ArrayXd decay = (-flow_time / area * spectrum.values.array()).exp();
    const Eigen::MatrixXd at_keypoints = spectrum.vectors(keypoints, Eigen::all);
    Eigen::MatrixXd o(n, n);
    for (Eigen::Index k = 0; k < n; ++k) {
        const Eigen::VectorXd integrals = wedge_integrals(faces, mean, from.col(k));
        const Eigen::VectorXd flown = (spectrum.vectors.transpose() * integrals).array() * decay;
        o.col(k) = (at_keypoints * flown).array() + integrals.sum() / area;
    }
    const double root_mean_square = o.norm() / static_cast<double>(n);
    return root_mean_square > 0 ? Eigen::MatrixXd(o / root_mean_square) : o;
}

}  // namespace sigmatch
