#pragma once

#include "model/prepared_shape.h"
#include "sigmatch/match.h"
#include "sigmatch/plbo.h"

namespace sigmatch {

/// The prepared shape's vertices with its keypoints drawn towards `targets` (n by 3): the minimiser of the
/// objective. D is its deformation operator.
Points bend(const PreparedShape& prepared, const Plbo& D, const Points& targets, const ModelOptions& options);

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
