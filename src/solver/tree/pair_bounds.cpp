#include "solver/tree/pair_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sigmatch {

namespace {

/// Tables of larger problems would take too long. Without them the bound is weaker.
constexpr double most_products = 1e8;

}  // namespace

PairBounds::PairBounds(const Problem& problem, const Features& features)
    : rows_(static_cast<std::size_t>(problem.size())), columns_(static_cast<std::size_t>(problem.size_y())) {
    const auto pairs = static_cast<double>(problem.allowed.count());
    if (!features.has_pair_terms() || std::isfinite(problem.unmatched_cost) || pairs * pairs > most_products)
        return;
    half_.assign(rows_ * columns_ * rows_, 0);
    for (int i = 0; i < problem.size(); ++i)
        for (int j = 0; j < problem.size_y(); ++j)
            for (int k = 0; k < problem.size() && problem.allowed(i, j); ++k) {
                if (k == i) continue;
                double least = std::numeric_limits<double>::infinity();
                for (int l = 0; l < problem.size_y(); ++l)
                    if (l != j && problem.allowed(k, l))
                        least = std::min(least, features.together(i, j, k, l));
                half_[(static_cast<std::size_t>(i) * columns_ + j) * rows_ + k] = least / 2;
            }
}

double PairBounds::half_with_all(int i, int j) const {
    double sum = 0;
    for (int k = 0; k < static_cast<int>(rows_); ++k) sum += half(i, j, k);
    return sum;
}

}  // namespace sigmatch
