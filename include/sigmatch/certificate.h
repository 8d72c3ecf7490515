#pragma once

#include <Eigen/Core>
#include <vector>

#include "sigmatch/problem.h"

namespace sigmatch {

/// The problem that a certificate is about. Its numbers are exact by definition. For each side,
///
///     phi(Z) = min over V of  a |V - Z|_F + b |F V|_F ,     F = diag(s)^1/2 basis.
///
/// This defines phi even if rounding left the rows of `basis` not quite orthonormal. The points are centred.
struct StatedProblem {
    struct Side {
        Eigen::MatrixXd basis;  ///< rank x n
        Eigen::VectorXd s;      ///< rank positive numbers: S = basis' diag(s) basis
        double a = 0, b = 0;
    };
    Side x, y;
    Points points_x, points_y;
    Eigen::VectorXd h_x, h_y;
    double ori_weight = 0;
    Eigen::MatrixXd costs;  ///< empty: none
    std::vector<PairTerm> pair_terms;
    Mask allowed;

    int size() const { return static_cast<int>(points_x.rows()); }
};

/// Intervals for the shares of the two sides. The share of a match on one side is the part of phi that is
/// keypoint distance: a |V - Z| / phi for the best V.
struct ShareBox {
    struct Interval {
        double least = 0, largest = 1;

        double middle() const { return (least + largest) / 2; }
    };
    Interval x, y;
};

/// The numbers from which one semidefinite relaxation proves a bound. Any numbers give a true bound; poor
/// numbers give a low one. See docs/certificate.md.
struct LiftedEvidence {
    Mask mask;                ///< the bound is about the matches on this mask
    Eigen::Vector3d weights;  ///< of the norms phi_x, phi_y and the features
    ShareBox box;             ///< the quadratic is made for shares in this box
    Eigen::MatrixXf Z;  ///< the dual matrix: symmetric; row 0 for the 1, then a row per entry of the mask
    double lambda = 0;  ///< at least the largest eigenvalue of Z on the lifted matches
    /// Column prices of the assignment of each entry (n x entries), for each round that passes slack on.
    std::vector<Eigen::MatrixXf> inner_prices;
    Eigen::MatrixXd outer_prices;  ///< n x rounds: column prices of the assignment over all entries
    Match reference;               ///< nearly optimal in the last of these assignments
};

/// A part of the proof: the matches on a mask whose shares lie in a box. The steps use evidence and close
/// entries of the mask that lie above the bound. Then the rest lies above the bound, too (leaf), or is split.
struct ProofNode {
    struct Step {
        int evidence = -1;                        ///< index of the evidence; negative: none
        std::vector<std::pair<int, int>> closed;  ///< entries (i, j)
    };
    enum class End { leaf, row, share_x, share_y };

    std::vector<Step> steps;
    End end = End::leaf;
    int row = 0;       ///< End::row: there is a child for each open entry of this row
    double share = 0;  ///< End::share_*: a child for shares below, a child for shares above
    std::vector<ProofNode> children;
};

/// A proof that every allowed match other than `matches` has an objective of at least lower_bound.
struct Certificate {
    StatedProblem problem;
    std::vector<Match> matches;  ///< the best first
    double lower_bound = 0;
    double unit = 1;  ///< in the evidence, objectives are divided by this
    std::vector<LiftedEvidence> evidence;
    ProofNode root;
};

}  // namespace sigmatch
