#pragma once

#include <functional>
#include <random>

#include "sigmatch/problem.h"

namespace sigmatch {

/// X turned at random, with the centre of Y and its spread around it.
Points turned_at_random(const Points& x, const Points& y, std::mt19937_64& random);

/// A match that brings X close to Y by a rotation, a shift and a scale: from X as it is moved at first, the
/// nearest match and the best motion for it in turn, until the match repeats. `nearest` gives the match of
/// least cost for X moved (n by 3), or an empty one if there is none.
Match align_rigidly(const Points& x, const Points& y, Points moved_x,
                    const std::function<Match(const Points& moved_x)>& nearest);

/// X moved as well as a rotation, a shift and a scale can to the partners that the match gives it. Keypoints
/// without a partner are moved along; where too few have one to fix the motion, the result is not finite.
Points moved_to_partners(const Points& x, const Points& y, const Match& match);

}  // namespace sigmatch
