#include "sigmatch/pruning.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "numerics/assignment.h"
#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

constexpr int levels = 21;

/// Costs are rounded to multiples of 1 / steps. On symmetric shapes many candidates are equally good up to
/// rounding errors. With rounded costs they are exactly equal and sums are exact, so that the choice does not
/// depend on the machine or the compiler.
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

Eigen::MatrixXd pruning_costs(const Eigen::MatrixXd& distances_x, const Eigen::MatrixXd& distances_y) {
    const Eigen::MatrixXd hx = percentile_histograms(distances_x), hy = percentile_histograms(distances_y);
    Eigen::MatrixXd cost(hx.rows(), hy.rows());
    for (Eigen::Index i = 0; i < cost.rows(); ++i)
        for (Eigen::Index j = 0; j < cost.cols(); ++j)
            cost(i, j) = std::round(steps * (hx.row(i) - hy.row(j)).norm());
    return cost;
}

double surcharge(const Eigen::MatrixXd& cost) {
    double largest = 0;
    for (const double c : cost.reshaped())
        if (c != forbidden) largest = std::max(largest, c);
    return 1 + static_cast<double>(cost.rows()) * largest;
}

void make_dear(const Match& match, double surcharge, Eigen::MatrixXd& cost) {
    for (Eigen::Index i = 0; i < cost.rows(); ++i)
        if (double& c = cost(i, match[static_cast<size_t>(i)]); c < surcharge) c += surcharge;
}

std::vector<PruningRound> pruning_rounds(const Eigen::MatrixXd& costs, int rounds) {
    Eigen::MatrixXd cost = costs;
    const double more = surcharge(cost);
    Assignment assignment;
    std::vector<PruningRound> found;
    const auto vector = [](const std::vector<double>& prices) {
        return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(prices.data(), std::ssize(prices)));
    };
    for (int round = 0; round < rounds && assignment.solve(cost); ++round) {
        found.push_back({assignment.match(), vector(assignment.row_potentials()),
                         vector(assignment.column_potentials())});
        make_dear(assignment.match(), more, cost);
    }
    return found;
}

Mask prune_candidates(const Eigen::MatrixXd& distances_x, const Eigen::MatrixXd& distances_y, int rounds,
                      const Mask& possible) {
    const Eigen::Index n = distances_x.rows();
    const bool is_needed = rounds > 0 && rounds < n;
    const Eigen::MatrixXd cost = possible.select(pruning_costs(distances_x, distances_y), forbidden);
    const std::vector<PruningRound> found = pruning_rounds(cost, is_needed ? rounds : 1);
    if (found.empty()) throw InputError("what is known and forbidden leaves no match");
    if (!is_needed) return possible;
    Mask allowed = Mask::Constant(n, n, false);
    for (const PruningRound& round : found)
        for (Eigen::Index i = 0; i < n; ++i) allowed(i, round.match[i]) = true;
    return allowed;
}

Mask prune_candidates(const Eigen::MatrixXd& distances_x, const Eigen::MatrixXd& distances_y, int rounds) {
    return prune_candidates(distances_x, distances_y, rounds,
                            Mask::Constant(distances_x.rows(), distances_y.rows(), true));
}

}  // namespace sigmatch
