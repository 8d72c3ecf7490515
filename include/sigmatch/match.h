#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "sigmatch/model.h"
#include "sigmatch/solve.h"

namespace sigmatch {

/// How the match is found. `descriptor` and `rigid` are for comparison: quick, without a proof.
enum class Method {
    sigma,       ///< the global optimum of the objective
    descriptor,  ///< linear assignment of wave kernel signatures and geodesic histograms
    rigid,       ///< the best of many rigid alignments, without deformation
};
constexpr const char* name(Method method) {
    return method == Method::sigma ? "sigma" : method == Method::descriptor ? "descriptor" : "rigid";
}

struct MatchOptions : ModelOptions, SolveOptions {
    Method method = Method::sigma;
    bool widen = false;  ///< prove over the candidates first, then over all permutations: solve_widening()
};

/// Throws InputError if an option is out of range.
void check(const MatchOptions& options);

/// Wall-clock seconds of each stage; `choosing` keypoints, if none were given. Parts that a prepared shape
/// has already made take no time.
struct StageSeconds {
    double read = 0, choosing = 0, geodesics = 0, features = 0, reduction = 0, search = 0, total = 0;
};

/// The orientation feature of every vertex of the user's shapes. If a shape was decimated, a vertex has the
/// feature of the nearest vertex that remains. NaN for vertices that the model leaves out. Empty if the
/// feature has no weight.
struct VertexOrientation {
    Eigen::VectorXd x, y;
};

/// Where the program put the keypoints of shapes that had none: see automatic.h.
struct ChosenKeypoints {
    std::vector<double> moved;  ///< for each keypoint of Y: how far it moved, divided by the diameter
    /// How badly all of the surface fits, if the keypoints of X are where they were put on Y.
    double misfit = 0;
    /// The best placement that is a different one, with limbs exchanged or the body turned: partner k belongs
    /// to keypoint k of X. Empty if none is known.
    Keypoints other_y;
    double other_misfit = std::numeric_limits<double>::infinity();

    /// (other_misfit - misfit) / misfit, and 0 if the other fits as well, or both not at all.
    double margin() const { return other_misfit <= misfit ? 0 : (other_misfit - misfit) / misfit; }
    /// The margin is too small to be sure which placement is right.
    bool ambiguous() const { return margin() < 0.15; }
};

struct MatchResult : Solution {
    Keypoints keypoints_x, keypoints_y;  ///< vertex ids of the user's shapes, in the user's order
    int candidates = 0;                  ///< number of allowed pairs (i, j)
    Mask allowed;                        ///< the allowed pairs
    VertexOrientation orientation;
    std::vector<std::string> warnings;  ///< flaws of the meshes, and what was done about them
    StageSeconds stage_seconds;
    MatchOptions options;
    Knowledge knowledge;                    ///< with features of the keypoints alone
    std::optional<ChosenKeypoints> chosen;  ///< empty if the user gave the keypoints

    /// "optimal, 21 keypoints, objective 0.0078, gap 0.40 % over the candidates, 3 nodes, 2 relaxations,
    /// 0.40 s (0.31 s search)"; then a line for each alternative, and one for all other matches.
    std::string brief_report() const;
};

/// Finds the best correspondence between the keypoints of two shapes and proves it. If a shape is used again,
/// for other matches, reconstructions or dense maps, prepare it once and pass the PreparedShape. Throws
/// InputError if the shapes or keypoints cannot be used.
MatchResult match(const PreparedShape& x, const PreparedShape& y, const MatchOptions& options = {},
                  const Knowledge& knowledge = {});
MatchResult match(const MarkedShape& x, const MarkedShape& y, const MatchOptions& options = {},
                  const Knowledge& knowledge = {});

/// The objective and its terms for a given match, without search and proof.
MatchResult evaluate_match(const PreparedShape& x, const PreparedShape& y, const Match& match,
                           const MatchOptions& options = {}, const Knowledge& knowledge = {});

}  // namespace sigmatch
