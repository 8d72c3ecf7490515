#include <algorithm>

#include "sigmatch/report.h"

namespace sigmatch {

ReportData report_data(std::string name_x, const PreparedShape& x, std::string name_y, const PreparedShape& y,
                       const MatchResult& result, std::vector<Reconstructions> bent,
                       const std::optional<DenseMaps>& maps) {
    ReportData data;
    data.x = {std::move(name_x), x.original().shape, result.orientation.x, {}};
    data.y = {std::move(name_y), y.original().shape, result.orientation.y, {}};
    if (maps) {
        data.x.partners = positions(maps->x_to_y, data.y.shape);
        data.y.partners = positions(maps->y_to_x, data.x.shape);
    }
    data.result = result;
    for (const RankedMatch& ranked : result.ranking) data.matches.push_back({ranked, {}, {}});
    for (size_t k = 0; k < std::min(bent.size(), data.matches.size()); ++k)
        data.matches[k].bent = std::move(bent[k]);
    return data;
}

std::vector<Reconstructions> reconstructions_to_show(const PreparedShape& x, const PreparedShape& y,
                                                     const MatchResult& result) {
    if (!fixes_reconstructions(x, y, result.match)) return {};
    std::vector<Match> matches;
    for (const RankedMatch& ranked : result.ranking)
        if (matches.size() <= most_bent_alternatives) matches.push_back(ranked.match);
    return reconstruct(x, y, matches, result.options);
}

}  // namespace sigmatch
