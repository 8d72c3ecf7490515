#pragma once

#include <limits>
#include <string>
#include <vector>

#include "sigmatch/orientation.h"
#include "sigmatch/plbo.h"
#include "sigmatch/shape.h"
#include "sigmatch/solve.h"

namespace sigmatch {

/// How two shapes become a Problem. The weights are the paper's; orientation, resolution and the best match
/// among the candidates are ours.
struct ModelOptions {
    double lambda_def = 5;      ///< weight of the deformation term, stated for a mesh of 500 faces
    bool lambda_scaled = true;  ///< lambda_def (|X|/252)^1.5 for |X| vertices: the same weighting at any
                                ///< resolution; false: lambda_def as it is
    double lambda_ori = 0.025;  ///< weight of the orientation term; 0 leaves it out
    Orientation orientation = Orientation::smooth;
    int candidates = 11;        ///< successive assignments that make the candidate set, to which match()
                                ///< adds the best match it finds without it; 0: no pruning
    int faces = 0;              ///< decimate both shapes to this many faces first; 0: full resolution
    Prior prior = Prior::plbo;  ///< which deformations cost nothing
    Laplacian laplacian = Laplacian::robust;
    bool one_sided = false;  ///< without the bending of Y, or of X where that alone is a cloud of points
    /// One shape may be a part of the other, with fewer keypoints. All pairs are candidates then: distances
    /// along a part say little about those along the whole.
    bool partial = false;
    /// With `partial`: keypoints of the smaller side, too, may stay without a partner, at this cost each.
    double unmatched_cost = std::numeric_limits<double>::infinity();
};

/// How the match is found. The other two are what one would use instead: quick, no proof.
enum class Method {
    sigma,       ///< the global optimum of the objective
    descriptor,  ///< linear assignment between wave kernel signatures and geodesic histograms
    rigid,       ///< the closest of many rigid alignments: no deformation
};
const char* name(Method method);

struct MatchOptions : ModelOptions, SolveOptions {
    Method method = Method::sigma;
    bool widen = false;  ///< prove over the candidates first, then over all permutations: solve_widening()
};

/// Throws InputError if an option is out of range.
void check(const ModelOptions& options);
void check(const MatchOptions& options);

/// Wall-clock seconds of each stage.
struct StageSeconds {
    double read = 0, geodesics = 0, features = 0, reduction = 0, search = 0, total = 0;
};

/// The orientation feature of every vertex of the user's shapes, that of the nearest vertex left where they
/// were decimated; NaN where the model leaves a vertex out. Empty if the feature has no weight.
struct VertexOrientation {
    Eigen::VectorXd x, y;
};

struct MatchResult : Solution {
    Keypoints keypoints_x, keypoints_y;  ///< vertex ids of the user's shapes, in the user's order
    int candidates = 0;                  ///< how many pairs (i, j) the search was allowed
    Mask allowed;                        ///< and which
    VertexOrientation orientation;
    std::vector<std::string> warnings;  ///< flaws of the meshes, and what was done about them
    StageSeconds stage_seconds;
    MatchOptions options;

    /// "optimal, objective 0.0078, gap 0.4 %, 214 nodes, 0.4 s"; then a line for each alternative.
    std::string brief_report() const;
};

/// Finds the best correspondence between the keypoints of two shapes and proves it.
/// Throws InputError when the shapes or keypoints cannot be used.
MatchResult match(const Shape& x, const Keypoints& keypoints_x, const Shape& y, const Keypoints& keypoints_y,
                  const MatchOptions& options = {});

/// What match() would say of a given match: objective and terms, no search, no proof.
MatchResult evaluate_match(const Shape& x, const Keypoints& keypoints_x, const Shape& y,
                           const Keypoints& keypoints_y, const Match& match,
                           const MatchOptions& options = {});

/// The first half of match(): everything about the shapes that the search needs. `seconds` and `warnings`,
/// where given, are added to, and `orientation` is set.
Problem build_problem(const Shape& x, const Keypoints& keypoints_x, const Shape& y,
                      const Keypoints& keypoints_y, const ModelOptions& options = {},
                      StageSeconds* seconds = nullptr, std::vector<std::string>* warnings = nullptr,
                      VertexOrientation* orientation = nullptr);

}  // namespace sigmatch
