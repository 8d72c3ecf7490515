#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sigmatch/match.h"
#include "sigmatch/reconstruction.h"

/// A match to look at: one HTML file that needs no other file and no network.
namespace sigmatch {

/// One of the two shapes, with what is known about its vertices.
struct ReportSide {
    std::string name;
    Shape shape;
    Eigen::VectorXd orientation;  ///< of each vertex, NaN where it has none; or empty
    std::optional<Points> bent;   ///< the reconstruction: the vertices in the pose of the other shape
    /// A dense map: the point of the other shape, in its coordinates, that each vertex corresponds to.
    std::optional<Points> partners;
};

/// All that a report shows. What is empty is not shown.
struct ReportData {
    ReportSide x, y;
    MatchResult result;
    /// Where the truth is known: the distance of each match from it, by the diameter of Y; nothing for
    /// keypoints of X without a true partner.
    std::vector<std::optional<double>> errors;
    std::vector<RankedMatch> alternatives;  ///< to the match of the result
};

/// What the result of match() gives. Reconstructions take a while; nothing: the match is too small for them.
ReportData report_data(std::string name_x, Shape x, std::string name_y, Shape y, const MatchResult& result,
                       const std::optional<Reconstructions>& reconstructions);

/// The reconstructions of a result's match, where it has the five pairs that they need.
std::optional<Reconstructions> try_reconstruct(const Shape& x, const Shape& y, const MatchResult& result);

/// False in a build without npm, which makes the page.
bool has_reports();

/// Throws InputError where has_reports() is false.
void check_has_reports();

/// The page. Shapes of more than 100 000 faces are simplified, clouds of more points thinned out.
std::string report_html(const ReportData& data);

}  // namespace sigmatch
