#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sigmatch/dense_map.h"
#include "sigmatch/match.h"
#include "sigmatch/reconstruction.h"

/// A match to look at: one HTML file that needs no other file and no network.
namespace sigmatch {

/// One of the two shapes, with what is known about its vertices.
struct ReportSide {
    std::string name;
    Shape shape;
    Eigen::VectorXd orientation;  ///< of each vertex, NaN where it has none; or empty
    /// The dense map of the best match: the point of the other shape, in its coordinates, that each vertex
    /// corresponds to.
    std::optional<Points> partners;
};

/// A match to choose in the page.
struct ReportMatch : RankedMatch {
    std::optional<Reconstructions> bent;
    /// Where the truth is known: the distance of each pair from it, by the diameter of Y; nothing for
    /// keypoints of X without a partner or a true one.
    std::vector<std::optional<double>> errors;
};

/// All that a report shows. What is empty is not shown.
struct ReportData {
    ReportSide x, y;
    MatchResult result;
    std::vector<ReportMatch> matches;  ///< the best one first, then the alternatives
};

/// What the result of match() gives. `bent` belongs to the first matches of its ranking.
ReportData report_data(std::string name_x, Shape x, std::string name_y, Shape y, const MatchResult& result,
                       std::vector<Reconstructions> bent = {},
                       const std::optional<DenseMaps>& maps = std::nullopt);

/// So many alternatives have reconstructions, which are most of a report.
inline constexpr int most_bent_alternatives = 5;

/// The reconstructions of a result's match and of its first alternatives; nothing if the match does not fix
/// them.
std::vector<Reconstructions> reconstructions_to_show(const Shape& x, const Shape& y,
                                                     const MatchResult& result);

/// False in a build without npm, which makes the page.
bool has_reports();

/// Throws InputError where has_reports() is false.
void check_has_reports();

/// The page. Shapes of more than 100 000 faces are simplified, clouds of more points thinned out.
std::string report_html(const ReportData& data);

}  // namespace sigmatch
