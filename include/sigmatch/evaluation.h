#pragma once

#include <vector>

#include "sigmatch/dense_map.h"
#include "sigmatch/prepared_shape.h"
#include "sigmatch/problem.h"

namespace sigmatch {

/// The distances along the surface of Y between partners found and true partners (Kim et al. 2011). Entry k
/// belongs to the k-th keypoint of X that has a true partner.
struct MatchErrors {
    std::vector<double> by_diameter;   ///< distance / largest distance between any two vertices of Y
    std::vector<double> by_root_area;  ///< distance / square root of the area of Y
    /// As by_diameter, but measured from the mirror image of the truth if the match as a whole is closer to
    /// the mirror image. Empty if the symmetry is not known.
    std::vector<double> symmetric;
    int correct = 0;       ///< keypoints that are matched exactly right
    bool flipped = false;  ///< the match is closer to the mirror image than to the truth
};

/// `truth`: the vertex of Y where each keypoint of X belongs (-1: nowhere). `mirrored`: the vertex where a
/// left-right flip would put it (empty: not known).
struct Targets {
    std::vector<int> truth, mirrored;
};

/// Errors are measured on `y` at full resolution. Targets may be any of its vertices.
MatchErrors match_errors(const PreparedShape& y, const Match& match, const Targets& targets);

/// The errors of several matches. Distances on Y are computed once for all of them.
std::vector<MatchErrors> match_errors(const PreparedShape& y, const std::vector<Match>& matches,
                                      const Targets& targets);

/// A vertex of X and the vertex of Y where it belongs.
struct VertexPair {
    int x, y;
};

/// The distances along the surface of Y between the points that a dense map gives and the true points,
/// divided by the diameter of Y. `y` is the mesh to measure on. If the map goes to vertices only, faces_y is
/// empty. Truth on parts of Y without keypoints is left out.
std::vector<double> dense_errors(const PreparedShape& y, const DenseMap& x_to_y, const Faces& faces_y,
                                 const std::vector<VertexPair>& truth);

/// The share of errors that are at most t, for each threshold t.
std::vector<double> correct_keypoints(const std::vector<double>& errors,
                                      const std::vector<double>& thresholds);

}  // namespace sigmatch
