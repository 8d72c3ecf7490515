#include "solver/tree/tree_search.h"

#include <atomic>
#include <cmath>

#include "numerics/on_threads.h"
#include "solver/tree/first_keypoints.h"
#include "solver/tree/tree_worker.h"

namespace sigmatch {

namespace {

/// States the bound that is proven, in steps. The goal is read after the bound: it only falls, so everything
/// that was dropped before had reached it. Read before, it might have been lowered in between, and nodes
/// dropped for the new goal would be missing from the bound.
void raise_bound(const SharedTree& shared) {
    const double lower = shared.open.lower(), goal = shared.state.goal();
    const double width = bound_step * goal;
    shared.state.raise_bound(lower < goal ? width * std::floor(lower / width) : goal);
}

}  // namespace

bool tree_search(const Problem& problem, SearchState& state, const TreeLimits& limits) {
    SharedTree shared{problem,
                      state,
                      limits,
                      first_keypoints(problem),
                      PairBounds(problem, Features(problem)),
                      OpenNodes(state.threads(), state.memory() / 8)};
    TreeWorker(shared).open_first();
    std::atomic<bool> stopped = false;
    on_threads(
        state.threads(),
        [&](int thread) {
            TreeWorker worker(shared);
            while (const auto node = shared.open.take(thread)) {
                if (std::isfinite(state.goal())) raise_bound(shared);
                worker.run(*node);
                if (!worker.stopped()) continue;
                stopped = true;
                shared.open.stop();
            }
        },
        [&] {
            stopped = true;
            shared.open.stop();
        });
    if (!stopped) state.raise_bound(state.goal());
    return !stopped;
}

}  // namespace sigmatch
