#pragma once

#include <cstddef>
#include <functional>

#include "sigmatch/certificate.h"

namespace sigmatch {

struct LiftedOptions {
    double relative_gap = 1e-2;  ///< prove (1 - relative_gap) times the objective of the best match
    int threads = 1;             ///< relaxations solved side by side
    std::size_t node_memory = std::size_t{1} << 29;  ///< bytes of parts from which on the smallest come first
    std::size_t relaxation_memory = std::size_t{1} << 30;  ///< bytes of relaxations side by side, but for one
    std::size_t dual_memory = std::size_t{1} << 28;        ///< bytes of solved ones that are kept
    Certificate* certificate = nullptr;  ///< where to put unit, evidence and proof; slightly slower
    std::function<bool()> should_stop;   ///< polled several times a second, by any worker
    std::function<void(double lower_bound)> on_bound;           ///< on every rise, from one thread at a time
    std::function<void(const Match&, double)> on_better_match;  ///< and its objective
};

struct LiftedResult {
    double lower_bound = 0;  ///< of the objective over all allowed matches, but never above the target
    bool proven = false;     ///< lower_bound has reached the target
    Match best;              ///< the incumbent or a better match found on the way
    double best_objective = 0;
    int relaxations = 0;
    long iterations = 0;
};

/// Above this many allowed entries relaxations take too long and too much memory to be of use.
constexpr int max_lifted_entries = 1500;

/// A lower bound of the objective over all allowed matches, from semidefinite relaxations of the lifted
/// problem over parts of the search space (see LiftedNode), the worst part first.
LiftedResult lifted_search(const Problem& problem, const Match& incumbent, const LiftedOptions& options = {});

}  // namespace sigmatch
