#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "solver/objective/phi.h"

namespace sigmatch {

/// phi of a shape when only some of its keypoints have a partner; the others follow for free. S becomes its
/// Schur complement on those. With K the pseudo-inverse of S and the columns of N orthonormal and orthogonal
/// to the kernel of S on the kept ones, that is N (N' K N)^-1 N'. Each choice of keypoints is computed once
/// and kept.
class PartialPhi {
public:
    explicit PartialPhi(const Deformation& deformation);

    int size() const { return static_cast<int>(K_.rows()); }
    /// This many keypoints or fewer reach any positions at no cost.
    int free_keypoints() const { return static_cast<int>(kernel_.cols()); }

    using Choice = std::vector<bool>;
    /// Its basis has a column for every keypoint of the shape: zero for those that are not kept.
    std::shared_ptr<const Phi> operator()(const Choice& kept);
    /// Forgets everything if it takes more than this many bytes.
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
