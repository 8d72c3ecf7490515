#include "solver/branching.h"

#include <algorithm>
#include <cmath>

namespace sigmatch {

double Split::estimate(double bound, double cutoff) const {
    // A tree shrinks about geometrically with the distance that is left to the cutoff.
    constexpr double steepness = 7;
    double sum = 0;
    for (double b : bounds)
        sum += std::exp(-steepness * std::clamp((b - bound) / std::max(cutoff - bound, 1e-300), 0.0, 1.0));
    return sum;
}

std::vector<Split> rank_splits(const Domain& domain, const CostMatrix& forced, double bound, double cutoff) {
    const int n = domain.size();
    std::vector<Split> splits(2 * static_cast<size_t>(n));
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            if (!domain.allows(i, j)) continue;
            for (Split* split : {&splits[i], &splits[n + j]}) {
                split->pairs.emplace_back(i, j);
                split->bounds.push_back(std::max(bound, forced(i, j)));
            }
        }
    }
    std::erase_if(splits, [](const Split& split) { return split.pairs.size() < 2; });
    std::vector<std::pair<double, size_t>> order;
    for (size_t k = 0; k < splits.size(); ++k) order.emplace_back(splits[k].estimate(bound, cutoff), k);
    std::sort(order.begin(), order.end());
    std::vector<Split> ranked;
    for (const auto& [estimate, k] : order) ranked.push_back(std::move(splits[k]));
    return ranked;
}

}  // namespace sigmatch
