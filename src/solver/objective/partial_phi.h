#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "solver/objective/phi.h"

namespace sigmatch {

/// phi of a shape if only some of its keypoints are kept, because only these have a partner. The other
/// keypoints follow at no cost. S becomes its Schur complement on the kept keypoints, N (N' K N)^-1 N'. Here
/// K is the pseudo-inverse of S. The columns of N are orthonormal, and orthogonal to the kernel of S on the
/// kept keypoints. phi of each choice of keypoints is computed once and stored.
class PartialPhi {
public:
    explicit PartialPhi(const Deformation& deformation);

    int size() const { return static_cast<int>(K_.rows()); }
    /// Up to this many keypoints reach any positions at no cost.
    int free_keypoints() const { return static_cast<int>(kernel_.cols()); }

    using Choice = std::vector<bool>;
    /// phi for the kept keypoints. Its basis has a column for every keypoint of the shape: zero for keypoints
    /// that are not kept.
    std::shared_ptr<const Phi> operator()(const Choice& kept);
    /// Forgets all stored phi if they take more than this many bytes.
    void make_room(size_t bytes);

private:
    Phi make(const Choice& kept) const;

    Phi whole_;
    Eigen::MatrixXd K_, kernel_;
    double a_, b_;
    std::unordered_map<Choice, std::shared_ptr<const Phi>> made_;
    size_t bytes_ = 0;
};

}  // namespace sigmatch
