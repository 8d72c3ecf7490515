#include "pipeline/bending.h"

#include <Eigen/Dense>
#include <utility>

#include "model/weights.h"

namespace sigmatch {

namespace {

Keypoints some_of(const Keypoints& keypoints, const std::vector<int>& some) {
    Keypoints chosen;
    for (const int k : some) chosen.push_back(keypoints[static_cast<size_t>(k)]);
    return chosen;
}

Eigen::MatrixXd homogeneous(const Points& points) {
    Eigen::MatrixXd H(points.rows(), 4);
    H << points, Eigen::VectorXd::Ones(points.rows());
    return H;
}

}  // namespace

// The diameter 1 stands for the other shape's diameter, which scales both terms and does not move the
// minimiser.
Bending::Bending(PreparedShape shape, const std::vector<int>& some, const ModelOptions& options)
    : shape_(std::move(shape)),
      keypoints_(some_of(shape_.keypoints(), some)),
      reduction_(some.size() == shape_.keypoints().size() ? shape_.reduction() : shape_.reduction_to(some)),
      phi_(weighted(reduction_.S, reduction_.S.rows(), shape_.surface().vertices.rows(), 1, options)) {}

Points Bending::towards(const Points& targets) const {
    return reconstruct(shape_.deformation(), keypoints_, reduction_, phi_.minimiser(targets));
}

Points extend(const Points& bent, const PreparedShape& shape) {
    const Points& original = shape.original().shape.vertices;
    Points result(original.rows(), 3);
    if (bent.rows() < result.rows()) {
        const Eigen::MatrixXd H = homogeneous(shape.surface().vertices);
        const Eigen::MatrixXd affine = Eigen::Matrix4d(H.transpose() * H).inverse() * (H.transpose() * bent);
        result = homogeneous(shape.from_original(original)) * affine;
    }
    for (Eigen::Index v = 0; v < result.rows(); ++v) {
        const int on_surface = shape.vertex_of()[static_cast<size_t>(v)];
        if (on_surface >= 0) result.row(v) = bent.row(on_surface);
    }
    return result;
}

}  // namespace sigmatch
