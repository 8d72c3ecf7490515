#pragma once

#include <functional>
#include <limits>

#include "sigmatch/problem.h"

namespace sigmatch {

struct LiftedBoundOptions {
    double relative_gap = 1e-2;  ///< prove (1 - relative_gap) times the objective of the best match
    /// The objective of a match known from elsewhere (another branch), if it is better than the incumbent.
    double upper_bound = std::numeric_limits<double>::infinity();
    int threads = 1;  ///< relaxations solved side by side; set OpenBLAS itself to one thread
    int max_relaxations = 200;
    std::function<bool()> should_stop;                 ///< polled several times a second, from any worker
    std::function<void(double lower_bound)> on_bound;  ///< on every rise, from one thread at a time
    std::function<void(const Match&, double)>
        on_better_match;  ///< a match below the incumbent, and its objective
};

struct LiftedBoundResult {
    double lower_bound = 0;  ///< of the objective over all allowed matches, but never above the target
    bool proven = false;     ///< lower_bound has reached the target
    bool stalled = false;    ///< the relaxation itself is too weak: restrict the mask (branch) and try again
    Mask open;               ///< allowed entries that a match below the target may still contain
    Match best;              ///< the incumbent or a better match found on the way
    double best_objective = 0;
    int relaxations = 0;
    long iterations = 0;
};

/// A lower bound of the objective over all allowed matches, from semidefinite relaxations of the lifted
/// problem.
///
/// The objective is a sum of norms sqrt(m_k). One relaxation, at one weighting w, proves a half-space
/// sum m_k / w_k >= B for the m of every match. The half-spaces leave a polyhedron of possible m; the
/// objective is concave in m, so its least value over the polyhedron is at a vertex and bounds every match.
/// The next relaxation is weighted to cut off the worst vertex. Every entry of P keeps a polyhedron of its
/// own, with the cuts that hold for matches containing it, and is dropped once that one lies above the
/// target.
LiftedBoundResult lifted_bound(const Problem& problem, const Match& incumbent,
                               const LiftedBoundOptions& options = {});

}  // namespace sigmatch
