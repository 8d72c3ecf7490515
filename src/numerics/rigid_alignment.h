#pragma once

#include <functional>
#include <random>

#include "sigmatch/problem.h"

namespace sigmatch {

/// X turned at random, then moved and scaled to the centre and the spread of Y.
Points turned_at_random(const Points& x, const Points& y, std::mt19937_64& random);

/// A match that brings X close to Y by a rotation, a shift and a scale. Starts from the positions `moved_x`.
/// Takes the nearest match and the best motion for this match in turn, until the match repeats. `nearest`
/// returns the match of least cost for the moved X (n by 3), or an empty match if there is none.
Match align_rigidly(const Points& x, const Points& y, Points moved_x,
                    const std::function<Match(const Points& moved_x)>& nearest);

/// The rotation and shift, and the scale if asked for, that bring the points closest to their partners: rows
/// with equal numbers.
Eigen::Matrix4d best_motion(const Points& from, const Points& to, bool with_scale);

/// X after the rotation, shift and scale that bring its keypoints closest to their partners. Keypoints
/// without a partner move along. If too few keypoints have a partner to fix the motion, the result is not
/// finite.
Points moved_to_partners(const Points& x, const Points& y, const Match& match);

}  // namespace sigmatch
