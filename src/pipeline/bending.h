#pragma once

#include <vector>

#include "sigmatch/model.h"
#include "solver/objective/phi.h"

namespace sigmatch {

/// Bends a prepared shape so that some of its keypoints come close to given targets. The other keypoints are
/// free.
class Bending {
public:
    /// `some`: positions in the list of keypoints.
    Bending(PreparedShape shape, const std::vector<int>& some, const ModelOptions& options);

    /// All vertices of the bent surface: the minimiser of the objective. `targets` has a row for each of
    /// `some`.
    Points towards(const Points& targets) const;

private:
    PreparedShape shape_;
    Keypoints keypoints_;
    Reduction reduction_;
    Phi phi_;
};

/// Extends a deformation of the surface to all vertices of the original. Vertices that are not on the surface
/// follow the affine map that fits the deformation best.
Points extend(const Points& bent, const PreparedShape& shape);

}  // namespace sigmatch
