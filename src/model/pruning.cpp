#include "sigmatch/pruning.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "solver/assignment.h"

namespace sigmatch {

namespace {

constexpr int levels = 21;

/// On symmetric shapes many candidates are equally good up to rounding. Costs in whole steps make them
/// equally good indeed, and sums of them exact: so the choice among them does not hang on the machine or the
/// compiler.
constexpr double steps = 0x1p24;

}  // namespace

Eigen::MatrixXd percentile_histograms(const Eigen::MatrixXd& distances) {
    const int n = static_cast<int>(distances.rows());
    const double unit = distances.sum() / (n * (n - 1.0));
    Eigen::MatrixXd histograms(n, levels);
    std::vector<double> others;
    for (int i = 0; i < n; ++i) {
        others.clear();
        for (int k = 0; k < n; ++k)
            if (k != i) others.push_back(distances(i, k) / unit);
        std::sort(others.begin(), others.end());
        for (int level = 0; level < levels; ++level) {
            const double position = static_cast<double>(level) / (levels - 1) * (n - 2);
            const int below = std::min(static_cast<int>(position), std::max(n - 3, 0));
            const int above = std::min(below + 1, n - 2);
            histograms(i, level) = std::lerp(others[below], others[above], position - below);
        }
    }
    return histograms;
}

Mask prune_candidates(const Eigen::MatrixXd& distances_x, const Eigen::MatrixXd& distances_y, int rounds) {
    const Eigen::Index n = distances_x.rows();
    if (rounds <= 0 || rounds >= n) return Mask::Constant(n, n, true);
    const Eigen::MatrixXd hx = percentile_histograms(distances_x), hy = percentile_histograms(distances_y);
    CostMatrix cost(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index j = 0; j < n; ++j) cost(i, j) = std::round(steps * (hx.row(i) - hy.row(j)).norm());
    Mask allowed = Mask::Constant(n, n, false);
    Assignment assignment;
    for (int round = 0; round < rounds && assignment.solve(cost); ++round) {
        for (Eigen::Index i = 0; i < n; ++i) {
            const int j = assignment.match()[i];
            allowed(i, j) = true;
            cost(i, j) = forbidden;
        }
    }
    return allowed;
}

}  // namespace sigmatch
