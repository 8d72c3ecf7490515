#pragma once

#include <limits>

namespace sigmatch {

inline constexpr double unbounded = std::numeric_limits<double>::infinity();

/// Relative error of one operation on doubles, rounded to nearest.
inline constexpr double unit_roundoff = 0x1p-53;

/// Relative error of k such operations, in whatever order a sum or product of them is made (Higham's gamma).
constexpr double gamma(double k) {
    return k * unit_roundoff / (1 - k * unit_roundoff);
}

/// Numbers of a problem are at most so large, and those that must be positive at least one over it. Then
/// nothing that is computed from them overflows, and all that underflows is less than `negligible`.
inline constexpr double largest_number = 1e30;
inline constexpr double negligible = 1e-100;

/// From where on numbers made of hints are refused: long before they overflow.
inline constexpr double huge = 1e100;

constexpr bool is_in_range(double positive) {
    return positive >= 1 / largest_number && positive <= largest_number;
}

}  // namespace sigmatch
