#include "verify/cover.h"

#include <algorithm>

#include "verify/rounding.h"

namespace sigmatch {

namespace {

using Eigen::Vector3d;

constexpr int deepest = 120;
constexpr long most_cells = 100000;

using Cell = std::vector<Vector3d>;  // corners: norms

bool excludes(const Cut& cut, const Vector3d& norms) {
    double sum = 0;
    for (int k = 0; k < 3; ++k)
        if (norms[k] > 0) sum += cut.a[k] * norms[k] * norms[k];  // a may be infinite; a * 0 is 0 here
    return sum * (1 + gamma(8)) < cut.b;
}

bool covered(const Cell& cell, const std::vector<Cut>& cuts, int depth, long& budget) {
    for (const Cut& cut : cuts)
        if (std::all_of(cell.begin(), cell.end(),
                        [&](const Vector3d& corner) { return excludes(cut, corner); }))
            return true;
    // If no cut excludes a corner, splitting does not help: a smaller cell would have this corner, too.
    for (const Vector3d& corner : cell)
        if (std::none_of(cuts.begin(), cuts.end(), [&](const Cut& cut) { return excludes(cut, corner); }))
            return false;
    if (depth == deepest || --budget < 0 || cell.size() == 1) return false;
    size_t p = 0, q = 1;
    for (size_t i = 0; i < cell.size(); ++i)
        for (size_t j = i + 1; j < cell.size(); ++j)
            if ((cell[i] - cell[j]).squaredNorm() > (cell[p] - cell[q]).squaredNorm()) p = i, q = j;
    // The middle is rounded up. A cut that excludes a corner excludes all that lies below it, so raising a
    // corner is safe.
    const Vector3d middle = 0.5 * (cell[p] + cell[q]) * (1 + 4 * unit_roundoff);
    Cell first = cell, second = cell;
    first[p] = second[q] = middle;
    return covered(first, cuts, depth + 1, budget) && covered(second, cuts, depth + 1, budget);
}

}  // namespace

bool exclude_all_below(double level, const std::vector<Cut>& cuts, const Eigen::Array3i& present) {
    if (level <= 0) return true;
    Cell simplex;
    for (int k = 0; k < 3; ++k)
        if (present[k]) simplex.push_back(level * (1 + 2 * gamma(8)) * Vector3d::Unit(k));
    long budget = most_cells;
    return !simplex.empty() && covered(simplex, cuts, 0, budget);
}

}  // namespace sigmatch
