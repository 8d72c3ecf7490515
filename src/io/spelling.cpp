#include "io/spelling.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace sigmatch {

namespace {

/// The number of letters to add, drop, replace or swap with their neighbour.
size_t edits(std::string_view a, std::string_view b) {
    std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
    for (size_t i = 0; i <= a.size(); ++i)
        for (size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            const bool same = a[i - 1] == b[j - 1];
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[a.size()][b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view written, const std::vector<std::string>& names) {
    const std::string* nearest = nullptr;
    size_t fewest = 1 + std::min<size_t>(written.size(), 60) / 3;
    if (written.size() <= 60)
        for (const std::string& name : names)
            if (const size_t count = edits(written, name); count < fewest)
                std::tie(nearest, fewest) = std::pair(&name, count);
    return nearest ? fmt::format(" (did you mean {}?)", *nearest) : "";
}

}  // namespace sigmatch
