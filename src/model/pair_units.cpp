#include "model/pair_units.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace sigmatch {

namespace {

double median(std::vector<double> numbers) {
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::nth_element(numbers.begin(), middle, numbers.end());
    return *middle;
}

}  // namespace

void measure_by_match(PairTerm& term, const Match& match) {
    std::vector<double> of_x, of_y;
    const auto n = static_cast<int>(match.size());
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) {
            if (k == i || match[i] == unmatched || match[k] == unmatched) continue;
            of_x.push_back(term.x(i, k));
            of_y.push_back(term.y(match[i], match[k]));
        }
    if (of_x.empty()) return;
    const double unit_x = median(std::move(of_x)), unit_y = median(std::move(of_y));
    if (!(unit_x > 0 && unit_y > 0)) return;
    term.x /= unit_x;
    term.y /= unit_y;
}

}  // namespace sigmatch
