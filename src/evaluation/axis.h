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

/// An axis whose range is settled.
struct ScaledAxis {
    Scale scale;
    double from, to;
    std::vector<Tick> ticks;

    /// 0 at `from`, 1 at `to`; 0 also for what has no logarithm.
    double fraction(double value) const;
};

/// The range of the finite `values` and the limits of the axis, with about `most_ticks` labels at multiples
/// of 1, 2 or 5 times a power of ten. Throws std::invalid_argument for limits that leave no range.
ScaledAxis scaled(const Axis& axis, const std::vector<double>& values, int most_ticks);

}  // namespace sigmatch
