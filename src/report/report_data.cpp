#include <algorithm>

#include "sigmatch/report.h"

namespace sigmatch {

ReportData report_data(std::string name_x, Shape x, std::string name_y, Shape y, const MatchResult& result,
                       const std::optional<Reconstructions>& reconstructions) {
    ReportData data;
    data.x = {std::move(name_x), std::move(x), result.orientation.x, {}, {}};
    data.y = {std::move(name_y), std::move(y), result.orientation.y, {}, {}};
    if (reconstructions) {
        data.x.bent = reconstructions->x;
        data.y.bent = reconstructions->y;
    }
    data.result = result;
    if (result.ranking.size() > 1) data.alternatives.assign(result.ranking.begin() + 1, result.ranking.end());
    return data;
}

std::optional<Reconstructions> try_reconstruct(const Shape& x, const Shape& y, const MatchResult& result) {
    const auto pairs =
        std::count_if(result.match.begin(), result.match.end(), [](int j) { return j != unmatched; });
    if (pairs < 5) return std::nullopt;
    return reconstruct(x, result.keypoints_x, y, result.keypoints_y, result.match, result.options);
}

}  // namespace sigmatch
