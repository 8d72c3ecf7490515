#pragma once

#include <functional>
#include <random>

#include "sigmatch/problem.h"

namespace sigmatch {

/// A match that brings X close to Y by a rotation, a shift and a scale: from a random rotation on, the
/// nearest match and the best motion for it in turn, until the match repeats. `nearest` gives the match of
/// least cost for X moved (n by 3).
Match align_rigidly(const Points& x, const Points& y, std::mt19937_64& random,
                    const std::function<Match(const Points& moved_x)>& nearest);

/// X moved as well as a rotation, a shift and a scale can to the partners that the match gives it.
Points moved_to_partners(const Points& x, const Points& y, const Match& match);

}  // namespace sigmatch
