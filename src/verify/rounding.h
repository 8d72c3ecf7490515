#pragma once

#include <limits>

namespace sigmatch {

inline constexpr double unbounded = std::numeric_limits<double>::infinity();

/// The largest relative error of one operation on doubles, rounded to nearest.
inline constexpr double unit_roundoff = 0x1p-53;

/// The largest relative error of k such operations in a sum or product, in any order (Higham's gamma).
constexpr double gamma(double k) {
    return k * unit_roundoff / (1 - k * unit_roundoff);
}

/// The numbers of a problem are at most largest_number. Numbers that must be positive are at least 1 /
/// largest_number. Then nothing that is computed from them overflows, and an underflow is off by less than
/// `negligible`.
inline constexpr double largest_number = 1e30;
inline constexpr double negligible = 1e-100;

/// Numbers computed from the evidence are refused if they are larger than this, long before they overflow.
inline constexpr double huge = 1e100;

constexpr bool is_in_range(double positive) {
    return positive >= 1 / largest_number && positive <= largest_number;
}

}  // namespace sigmatch
