#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "synth/random.h"

namespace sigmatch::synth {

/// Factors on bone lengths and thicknesses that make kin of the standard creature. A factor depends on the
/// seed and the name only, so both sides of the body share it.
class Proportions {
public:
    Proportions(std::uint64_t seed, double strength) : seed_(seed), strength_(seed == 0 ? 0.0 : strength) {}

    double length(const std::string& name) const { return factor("length " + name, 1.8); }
    double girth(const std::string& name) const { return factor("girth " + name, 1.5); }

private:
    double factor(const std::string& stream, double most) const {
        if (strength_ == 0.0) return 1.0;
        return std::pow(most, strength_ * Random(seed_, stream).uniform(-1.0, 1.0));
    }

    std::uint64_t seed_;
    double strength_;
};

}  // namespace sigmatch::synth
