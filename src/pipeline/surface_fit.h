#pragma once

#include "pipeline/dense_side.h"

namespace sigmatch {

struct FittedMap {
    DenseMap map;
    double energy = 0;  ///< the mean square of the distance that is left, plus the weighted roughness
};

/// Lays one surface onto the other: bends `from`, smoothly, until it lies on `to`, and maps each of its
/// vertices to the point of `to` that is nearest then and faces the same way. This is sharper than maps by
/// smooth functions, which blur details. `start` and `back` map the samples of both sides; they may be wrong
/// in places. `nodes` tells how finely the bending may vary.
FittedMap fitted_map(const DenseSide& from, const DenseSide& to, const DenseMap& start, const DenseMap& back,
                     int nodes);

}  // namespace sigmatch
