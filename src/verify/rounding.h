#pragma once

namespace sigmatch {

/// Relative error of one operation on doubles, rounded to nearest.
inline constexpr double unit_roundoff = 0x1p-53;

/// Relative error of k such operations, in whatever order a sum or product of them is made (Higham's gamma).
constexpr double gamma(double k) {
    return k * unit_roundoff / (1 - k * unit_roundoff);
}

}  // namespace sigmatch
