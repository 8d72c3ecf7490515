#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "sigmatch/problem.h"

namespace sigmatch {

/// What the threads of partial_tree() share with their caller; called by several threads.
struct PartialTreeHooks {
    std::function<double()> target;  ///< matches from this value on need not be visited; may fall meanwhile
    std::function<bool()> should_stop;
    std::function<void(const Match&)> visit;
    std::size_t memory = std::size_t{1} << 30;  ///< bytes that all threads may take together, roughly
};

struct PartialTreeOutcome {
    bool finished = false;  ///< every match below the target was visited
    std::int64_t nodes = 0;
};

/// Visits every match of a partial problem whose objective is below a target, X having no more keypoints than
/// Y.
///
/// f over some pairs never falls when pairs are added: keypoints that are not decided yet are free. So a
/// partial match from the target on is a dead end. Every node evaluates f with each pair that could be added,
/// drops those that cannot, and goes on with the keypoint that has the fewest left: for wrong beginnings that
/// is soon none.
PartialTreeOutcome partial_tree(const Problem& problem, const PartialTreeHooks& hooks, int threads);

}  // namespace sigmatch
