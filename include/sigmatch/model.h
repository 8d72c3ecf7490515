#pragma once

#include <limits>

#include "sigmatch/knowledge.h"
#include "sigmatch/prepared_shape.h"
#include "sigmatch/problem.h"

namespace sigmatch {

/// How two shapes become a Problem. The defaults are the model `full`. It has the paper's terms and weights,
/// but works at full resolution, weighs the bending by area, takes a smoother orientation feature, and
/// compares pairs of keypoints, which the paper does not.
struct ModelOptions : PreparationOptions {
    double lambda_def = 5;  ///< weight of the deformation term, stated for a mesh of 500 faces
    /// Use lambda_def (|X|/252)^1.5 for |X| vertices, so that the weighting is the same at any resolution.
    /// False: use lambda_def itself.
    bool lambda_scaled = true;
    double lambda_ori = 0.025;  ///< weight of the orientation term; 0 leaves it out
    Orientation orientation = Orientation::smooth;
    /// Weight of the differences of distances along the surface between pairs of keypoints, divided by the
    /// shape's mean distance; 0 leaves them out. Differences above distance_limit count as this.
    double lambda_dist = 0.03;
    double distance_limit = 0.6;
    double lambda_pair_ori = 0.03;  ///< weight of the orientations of pairs of keypoints; 0 leaves them out
    double cost_weight = 0.01;      ///< weight of the user's costs, divided by their mean
    double feature_weight = 0.01;   ///< weight of the differences of the user's features
    /// Number of successive assignments that make the candidate set; 0: no pruning. match() also adds the
    /// best match that it finds without pruning.
    int candidates = 11;
    /// Leave out the bending of Y; or the bending of X, if only X is a cloud of points.
    bool one_sided = false;
    /// One shape may be a part of the other, with fewer keypoints. Then all pairs are candidates, because
    /// distances along a part say little about distances along the whole. Longer distances along the part
    /// count less, and so do the orientations of pairs.
    bool partial = false;
    /// With `partial`: the cost of each keypoint of the smaller side that has no partner.
    double unmatched_cost = std::numeric_limits<double>::infinity();
};

/// Which objective: ours, or the paper's.
enum class Model { full, paper };
constexpr const char* name(Model model) {
    return model == Model::full ? "full" : "paper";
}

/// Sets all options in which the two models differ, and no others.
void use_model(ModelOptions& options, Model model);
/// The paper's if all options in which the models differ are the paper's, at any resolution.
Model model_of(const ModelOptions& options);

/// Throws InputError if an option is out of range.
void check(const ModelOptions& options);

/// Collects all that the search needs to know about two shapes. Throws InputError if the shapes were prepared
/// with other options, if their keypoints cannot be matched, or if the knowledge does not fit them.
Problem build_problem(const PreparedShape& x, const PreparedShape& y, const ModelOptions& options = {},
                      const Knowledge& knowledge = {});

}  // namespace sigmatch
