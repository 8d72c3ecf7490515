#pragma once

#include <string>
#include <vector>

#include "evaluation/figures.h"

namespace sigmatch {

/// A minor tick has no label.
struct Tick {
    double value;
    std::string label;
};

/// An axis with a fixed range.
struct ScaledAxis {
    Scale scale;
    double from, to;
    std::vector<Tick> ticks;

    /// 0 at `from`, 1 at `to`. 0 for values that have no logarithm on a logarithmic axis.
    double fraction(double value) const;
};

/// An axis that covers the finite `values` within the given limits, with about `most_ticks` labels at
/// multiples of 1, 2 or 5 times a power of ten. Throws std::invalid_argument if the limits leave no range.
ScaledAxis scaled(const Axis& axis, const std::vector<double>& values, int most_ticks);

}  // namespace sigmatch
