#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sigmatch/dense_map.h"
#include "sigmatch/match.h"
#include "sigmatch/reconstruction.h"

/// Reports: a match as one HTML file that needs no other file and no network.
namespace sigmatch {

/// One of the two shapes, with the data of its vertices.
struct ReportSide {
    std::string name;
    Shape shape;
    Eigen::VectorXd orientation;  ///< of each vertex; NaN if it has none. Empty: not known
    /// The dense map of the best match: for each vertex, the corresponding point of the other shape, in the
    /// other shape's coordinates.
    std::optional<Points> partners;
};

/// One of the matches that the page can show.
struct ReportMatch : RankedMatch {
    std::optional<Reconstructions> bent;
    /// For each keypoint of X, the distance between its partner and its true partner, divided by the diameter
    /// of Y. Nothing if it lacks one of the two. Empty if the truth is not known.
    std::vector<std::optional<double>> errors;
};

/// The contents of a report. Empty members are not shown.
struct ReportData {
    ReportSide x, y;
    MatchResult result;
    std::vector<ReportMatch> matches;  ///< the best one first, then the alternatives
};

/// The data for the result of match(). bent[k] belongs to the k-th match of the ranking.
ReportData report_data(std::string name_x, const PreparedShape& x, std::string name_y, const PreparedShape& y,
                       const MatchResult& result, std::vector<Reconstructions> bent = {},
                       const std::optional<DenseMaps>& maps = std::nullopt);

/// At most this many alternatives get reconstructions, because these make a report large.
inline constexpr int most_bent_alternatives = 5;

/// The reconstructions of the best match and of the first alternatives. Empty if the match does not fix them.
std::vector<Reconstructions> reconstructions_to_show(const PreparedShape& x, const PreparedShape& y,
                                                     const MatchResult& result);

/// False if the build had no npm, which the page is built with.
bool has_reports();

/// Throws InputError if has_reports() is false.
void check_has_reports();

/// The page as HTML. Shapes of more than 100 000 faces are simplified, clouds of more points are thinned out.
std::string report_html(const ReportData& data);

}  // namespace sigmatch
