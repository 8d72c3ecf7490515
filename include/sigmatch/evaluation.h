#pragma once

#include <vector>

#include "sigmatch/dense_map.h"
#include "sigmatch/problem.h"
#include "sigmatch/shape.h"

namespace sigmatch {

/// How far each match lies from the truth along the surface of Y (Kim et al. 2011). Entry k belongs to the
/// k-th keypoint of X that has a true partner.
struct MatchErrors {
    std::vector<double> by_diameter;   ///< distance / largest distance between any two vertices of Y
    std::vector<double> by_root_area;  ///< distance / square root of the area of Y
    std::vector<double> symmetric;  ///< by_diameter, from the truth or its mirror image, whichever the match
                                    ///< as a whole is closer to; empty where the symmetry is not known
    int correct = 0;                ///< matches that are exactly right
    bool flipped = false;           ///< the mirror image of the truth is closer than the truth
};

/// Vertices of Y where the keypoints of X belong (-1: nowhere), and where a left-right flip would put them
/// (empty: not known).
struct Targets {
    std::vector<int> truth, mirrored;
};

MatchErrors match_errors(const Shape& y, const Keypoints& keypoints_y, const Match& match,
                         const Targets& targets);

/// Of several matches, which share the distances on Y.
std::vector<MatchErrors> match_errors(const Shape& y, const Keypoints& keypoints_y,
                                      const std::vector<Match>& matches, const Targets& targets);

/// A vertex of X and the one of Y where it belongs.
struct VertexPair {
    int x, y;
};

/// How far a dense map takes some vertices of X from where they belong, along the surface of Y and divided by
/// its diameter. `y` is the mesh, with the keypoints that tell which of its parts count; the map may be one
/// to its vertices alone (no faces_y). What belongs elsewhere is left out.
std::vector<double> dense_errors(const Shape& y, const Keypoints& keypoints_y, const DenseMap& x_to_y,
                                 const Faces& faces_y, const std::vector<VertexPair>& truth);

/// The share of errors that are at most t, for each threshold t.
std::vector<double> correct_keypoints(const std::vector<double>& errors,
                                      const std::vector<double>& thresholds);

}  // namespace sigmatch
