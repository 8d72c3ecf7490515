#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// match[i] = j: keypoint i of X corresponds to keypoint j of Y (positions in the keypoint lists); unmatched
/// where it has no partner.
using Match = std::vector<int>;
inline constexpr int unmatched = -1;

/// allowed(i, j) is true where keypoint i of X may be matched to keypoint j of Y.
using Mask = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic>;

/// The cost of bending one shape so that its keypoints come close to given positions Z (n x 3):
///
///     phi(Z) = min over V (n x 3) of  a |V - Z|_F + b |S^1/2 V|_F
///
/// This is all that is left of a mesh in the search: see reduction.h.
struct Deformation {
    Eigen::MatrixXd S;  ///< n x n, symmetric positive semidefinite; kernel: deformations that cost nothing
    double a = 0;       ///< weight of the keypoint distance: 1 / (pairs d), d the other shape's diameter
    double b = 0;       ///< weight of the bending: lambda_def / (|X| d)
};

/// Eigenvalues of S below this times the largest count as zero.
inline constexpr double relative_rank_threshold = 1e-10;

/// A number for every two keypoints of a shape that should be the same for their partners: a distance along
/// the surface, an orientation. Its cost is
///
///     weight^2 sum over i, k of  min(|x_ik - y_jl|, limit)^2 ,     j and l the partners of i and k.
///
/// A part is different: a cut makes distances along it longer, never shorter. So the limit may be lower, or
/// zero, where one of the two shapes has the larger number.
struct PairTerm {
    Eigen::MatrixXd x;  ///< n x n; need not be symmetric
    Eigen::MatrixXd y;  ///< m x m
    double weight = 0;
    double limit = std::numeric_limits<double>::infinity();           ///< larger differences count as this
    double limit_x_larger = std::numeric_limits<double>::infinity();  ///< the same, where x_ik > y_jl
    double limit_y_larger = std::numeric_limits<double>::infinity();  ///< the same, where x_ik < y_jl
};

/// The mixed-integer problem after the exact reduction; n x n data only.
///
///     f(P) = phi_x(P points_y) + phi_y(P' points_x) + features(P)
///     features(P)^2 = ori_weight^2 |h_x - P h_y|^2 + sum_ij P_ij costs_ij + the costs of all pair terms
///
/// is to be minimised over the permutations P whose ones lie on `allowed`.
///
/// A problem is partial if the numbers of keypoints differ or unmatched_cost is finite. Then P has at most a
/// single 1 per row and column. If unmatched_cost is infinite, every keypoint of the smaller side has a
/// partner. Keypoints without a partner may be anywhere at no cost: their rows of V and Z drop out of phi,
/// and they drop out of the features.
struct Problem {
    Deformation deform_x;   ///< X bent towards Y
    Deformation deform_y;   ///< Y bent towards X
    Points points_x;        ///< n x 3 keypoint positions X_I
    Points points_y;        ///< n x 3 keypoint positions Y_J
    Eigen::VectorXd h_x;    ///< n orientation features of X
    Eigen::VectorXd h_y;    ///< n orientation features of Y
    double ori_weight = 0;  ///< lambda_ori / pairs
    Eigen::MatrixXd costs;  ///< n x n, not negative; empty: none
    std::vector<PairTerm> pair_terms;
    Mask allowed;   ///< n x n
    Mask possible;  ///< all pairs that the user did not rule out, with `allowed` among them; empty: all pairs
    /// Cost of each keypoint of the smaller side that has no partner.
    double unmatched_cost = std::numeric_limits<double>::infinity();

    int size() const { return static_cast<int>(points_x.rows()); }
    int size_y() const { return static_cast<int>(points_y.rows()); }
    int smaller_size() const { return std::min(size(), size_y()); }
    Mask all_possible() const {
        return possible.size() > 0 ? possible : Mask::Constant(size(), size_y(), true);
    }
    bool is_partial() const { return size() != size_y() || std::isfinite(unmatched_cost); }
};

}  // namespace sigmatch
