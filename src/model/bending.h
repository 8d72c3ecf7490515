#pragma once

#include "model/prepared_shape.h"
#include "sigmatch/match.h"
#include "sigmatch/plbo.h"
#include "sigmatch/reduction.h"
#include "solver/phi.h"

namespace sigmatch {

/// How a prepared shape gives way when its keypoints are drawn somewhere. D is its deformation operator; both
/// must outlive this.
class Bending {
public:
    Bending(const PreparedShape& prepared, const Plbo& D, const ModelOptions& options);

    /// The vertices with the keypoints drawn towards `targets` (n by 3): the minimiser of the objective.
    Points towards(const Points& targets) const;

private:
    const PreparedShape& prepared_;
    const Plbo& D_;
    Reduction reduction_;
    Phi phi_;
};

/// Carries a deformation of the prepared part over to all vertices of the user's shape: those outside follow
/// the affine map nearest to it.
Points extend(const Points& bent, const PreparedShape& prepared, const Shape& shape);

/// From the coordinates of a prepared shape to the user's.
Points to_units_of(const PreparedShape& prepared, const Points& points);

/// The keypoints that have a partner, and their partners, in the same order.
struct MatchedKeypoints {
    Keypoints x, y;
};
MatchedKeypoints matched_keypoints(const Keypoints& keypoints_x, const Keypoints& keypoints_y,
                                   const Match& match);

}  // namespace sigmatch
