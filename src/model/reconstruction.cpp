#include "sigmatch/reconstruction.h"

#include <Eigen/Dense>

#include "model/prepared_shape.h"
#include "model/weights.h"
#include "sigmatch/plbo.h"
#include "sigmatch/reduction.h"
#include "solver/phi.h"

namespace sigmatch {

namespace {

/// The prepared shape's vertices with its keypoints drawn towards `targets` (n by 3).
Points bend(const PreparedShape& prepared, const Points& targets, const ModelOptions& options) {
    const Plbo D(prepared.shape, options.prior, prepared.bridges, options.laplacian);
    const Reduction reduction = reduce(D, prepared.keypoints);
    // The other shape's diameter scales both terms alike and so does not move the minimiser.
    const Phi phi(weighted(reduction.S, reduction.S.rows(), D.size(), 1, options));
    return reconstruct(D, prepared.keypoints, reduction, phi.minimiser(targets));
}

Eigen::MatrixXd homogeneous(const Points& points) {
    Eigen::MatrixXd H(points.rows(), 4);
    H << points, Eigen::VectorXd::Ones(points.rows());
    return H;
}

/// Carries a deformation of the prepared part over to all vertices of the user's shape: those outside follow
/// the affine map nearest to it.
Points extend(const Points& bent, const PreparedShape& prepared, const Shape& shape) {
    Points result(shape.vertices.rows(), 3);
    if (bent.rows() < result.rows()) {
        const Eigen::MatrixXd H = homogeneous(prepared.shape.vertices);
        const Eigen::MatrixXd affine = Eigen::Matrix4d(H.transpose() * H).inverse() * (H.transpose() * bent);
        const Points normalised = (shape.vertices.rowwise() - prepared.centre) / prepared.scale;
        result = homogeneous(normalised) * affine;
    }
    for (Eigen::Index v = 0; v < result.rows(); ++v)
        if (prepared.vertex_of[v] >= 0) result.row(v) = bent.row(prepared.vertex_of[v]);
    return result;
}

Points to_units_of(const PreparedShape& other, const Points& points) {
    return (other.scale * points).rowwise() + other.centre;
}

}  // namespace

Reconstructions reconstruct(const Shape& shape_x, const Keypoints& keypoints_x, const Shape& shape_y,
                            const Keypoints& keypoints_y, const Match& match, const ModelOptions& options) {
    Keypoints matched_x, matched_y;  // those without a partner draw at nothing
    for (size_t i = 0; i < match.size(); ++i) {
        if (match[i] == unmatched) continue;
        matched_x.push_back(keypoints_x[i]);
        matched_y.push_back(keypoints_y[match[i]]);
    }
    const PreparedShape x = prepare("X", shape_x, matched_x, 0, options.laplacian);
    const PreparedShape y = prepare("Y", shape_y, matched_y, 0, options.laplacian);
    const Points PY = y.shape.vertices(y.keypoints, Eigen::all),
                 PX = x.shape.vertices(x.keypoints, Eigen::all);
    return {to_units_of(y, extend(bend(x, PY, options), x, shape_x)),
            to_units_of(x, extend(bend(y, PX, options), y, shape_y))};
}

}  // namespace sigmatch
