#pragma once

#include <Eigen/Core>
#include <vector>

#include "sigmatch/problem.h"

namespace sigmatch {

/// A problem in numbers that are exact by definition: what a certificate speaks of. With F = diag(s)^1/2
/// basis
///
///     phi(Z) = min over V of  a |V - Z|_F + b |F V|_F
///
/// for each side, whether the rows of `basis` are quite orthonormal or not. The points are centred.
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
    Mask allowed;

    int size() const { return static_cast<int>(points_x.rows()); }
};

/// Where the shares sqrt(m_rec) / phi of the two sides may lie.
struct ShareBox {
    struct Interval {
        double least = 0, largest = 1;

        double middle() const { return (least + largest) / 2; }
    };
    Interval x, y;
};

/// What one semidefinite relaxation proves a bound from. Whatever the numbers are, the bound that follows
/// from them is true; poor numbers give a poor bound. See docs/certificate.md.
struct LiftedEvidence {
    Mask mask;                ///< the matches that it is about
    Eigen::Vector3d weights;  ///< of the norms phi_x, phi_y and the orientation term
    ShareBox box;             ///< the shares that the quadratic is made for
    Eigen::MatrixXf Z;        ///< the dual matrix: symmetric, one row for 1 and each entry of the mask
    double lambda = 0;        ///< above the largest eigenvalue of Z on the lifted matches
    /// Column prices of the assignments inside Z, n x entries, for each round of passing slack on.
    std::vector<Eigen::MatrixXf> inner_prices;
    Eigen::MatrixXd outer_prices;  ///< n x rounds: of the assignment over all entries
    Match reference;               ///< about optimal in the last of these
};

/// The matches on a mask with shares in a box, and how they are dealt with: evidence is taken and entries of
/// the mask that lie above the bound are closed; what is left lies above it, too, or is split.
struct ProofNode {
    struct Step {
        int evidence = -1;                        ///< which; none if negative
        std::vector<std::pair<int, int>> closed;  ///< entries (i, j)
    };
    enum class End { leaf, row, share_x, share_y };

    std::vector<Step> steps;
    End end = End::leaf;
    int row = 0;       ///< End::row: a child for each open entry of it
    double share = 0;  ///< End::share_*: a child below, a child above
    std::vector<ProofNode> children;
};

/// "Every allowed match but these has an objective of at least lower_bound", and why.
struct Certificate {
    StatedProblem problem;
    std::vector<Match> matches;  ///< the best first
    double lower_bound = 0;
    double unit = 1;  ///< evidence speaks of objectives divided by this
    std::vector<LiftedEvidence> evidence;
    ProofNode root;
};

}  // namespace sigmatch
