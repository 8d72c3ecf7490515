#pragma once

#include "sigmatch/automatic.h"
#include "sigmatch/dense_map.h"

namespace sigmatch {

/// X, with the size of Y, is laid on Y by a motion; each vertex goes to the nearest point.
DenseMaps rigid_maps(const AutomaticShape& x, const AutomaticShape& y, std::uint64_t seed);

/// 30 farthest points of each shape are matched: what `sigmatch match X Y --fps 30 --dense MAP` does.
DenseMaps spread_maps(const AutomaticShape& x, const AutomaticShape& y, const MatchOptions& options);

}  // namespace sigmatch
