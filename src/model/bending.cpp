#include "model/bending.h"

#include <Eigen/Dense>

#include "model/weights.h"

namespace sigmatch {

namespace {

Eigen::MatrixXd homogeneous(const Points& points) {
    Eigen::MatrixXd H(points.rows(), 4);
    H << points, Eigen::VectorXd::Ones(points.rows());
    return H;
}

}  // namespace

// The other shape's diameter scales both terms alike and so does not move the minimiser.
Bending::Bending(const PreparedShape& prepared, const Plbo& D, const ModelOptions& options)
    : prepared_(prepared),
      D_(D),
      reduction_(reduce(D, prepared.keypoints)),
      phi_(weighted(reduction_.S, reduction_.S.rows(), D.size(), 1, options)) {}

Points Bending::towards(const Points& targets) const {
    return reconstruct(D_, prepared_.keypoints, reduction_, phi_.minimiser(targets));
}

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

Points to_units_of(const PreparedShape& prepared, const Points& points) {
    return (prepared.scale * points).rowwise() + prepared.centre;
}

MatchedKeypoints matched_keypoints(const Keypoints& keypoints_x, const Keypoints& keypoints_y,
                                   const Match& match) {
    MatchedKeypoints matched;
    for (size_t i = 0; i < match.size(); ++i) {
        if (match[i] == unmatched) continue;
        matched.x.push_back(keypoints_x[i]);
        matched.y.push_back(keypoints_y[match[i]]);
    }
    return matched;
}

}  // namespace sigmatch
