#pragma once

#include <cstddef>
#include <functional>

#include "sigmatch/certificate.h"
#include "solver/ranking.h"

namespace sigmatch {

struct LiftedOptions {
    double relative_gap = 1e-2;  ///< prove (1 - relative_gap) times the objective of the last match ranked
    int choices = 2000;          ///< parts with so few are looked at match by match
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
    double lower_bound = 0;  ///< of the objective of all allowed matches but those ranked; not above the goal
    bool proven = false;     ///< lower_bound has reached the goal
    Ranking ranking;         ///< that which was given, with better matches found on the way
    int relaxations = 0;
    long iterations = 0;
};

/// Above this many allowed entries relaxations take too long and too much memory to be of use.
constexpr int max_lifted_entries = 1500;

/// The best allowed matches and a lower bound of the objective of all others, from semidefinite relaxations
/// of the lifted problem over parts of the search space (see LiftedNode), the worst part first. `known` has
/// one match at least and says how many are wanted.
LiftedResult lifted_search(const Problem& problem, const Ranking& known, const LiftedOptions& options = {});

}  // namespace sigmatch
