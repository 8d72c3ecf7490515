#include "solver/tree_search.h"

#include <algorithm>

#include "solver/branching.h"
#include "solver/local_search.h"
#include "solver/node_queue.h"
#include "solver/on_threads.h"
#include "solver/relaxation.h"

namespace sigmatch {

namespace {

constexpr size_t atoms_kept = 24;

/// One thread of the search.
class Worker {
public:
    Worker(const Objective& objective, const Domain& root, Incumbent& incumbent, NodeQueue& queue,
           std::uint64_t seed)
        : incumbent_(incumbent),
          queue_(queue),
          relaxation_(objective),
          local_search_(objective, root, seed) {}

    void run(std::int64_t max_nodes) {
        while (std::optional<Node> node = queue_.pop()) {
            const double taken_bound = node->bound;
            std::vector<Node> children;
            if (incumbent_.must_stop() || queue_.nodes() > max_nodes) {
                queue_.close();
                return;  // the node stays active, so that its bound keeps counting
            }
            if (node->bound >= incumbent_.cutoff())
                queue_.dropped(node->bound);
            else
                children = expand(std::move(*node));
            queue_.replace(taken_bound, std::move(children));
            incumbent_.raise_lower_bound(queue_.lower_bound(), queue_.nodes());
        }
    }

private:
    std::vector<Node> expand(Node node);
    double relax(Node& node, int max_iterations);
    bool eliminate(Node& node, const CostMatrix& forced);
    Split choose_split(const Node& node, const CostMatrix& forced);

    Incumbent& incumbent_;
    NodeQueue& queue_;
    Relaxation relaxation_;
    LocalSearch local_search_;
};

/// Raises the node's bound by the relaxation and offers the matches met on the way.
double Worker::relax(Node& node, int max_iterations) {
    const double cutoff = incumbent_.cutoff();
    Match best;
    double best_value = forbidden;
    const double bound = relaxation_.bound(node.domain, node.atoms ? *node.atoms : Atoms{},
                                           {cutoff, 0.02 * (cutoff - node.bound), max_iterations},
                                           [&](const Match& match, double value) {
                                               if (value >= best_value) return;
                                               best_value = value;
                                               best = match;
                                           });
    if (best_value < 1.15 * incumbent_.upper() && best_value != incumbent_.upper())
        best_value = local_search_.descend(best);
    if (!best.empty()) incumbent_.offer(best, best_value);
    return node.bound = std::max(node.bound, bound);
}

/// Forbids every pair that is bounded away. True if that emptied the node or changed it much.
bool Worker::eliminate(Node& node, const CostMatrix& forced) {
    const double cutoff = incumbent_.cutoff();
    int before = 0, gone = 0;
    double least = forbidden;
    for (int i = 0; i < node.domain.size(); ++i) {
        for (int j = 0; j < node.domain.size(); ++j) {
            if (!node.domain.allows(i, j)) continue;
            ++before;
            if (forced(i, j) < cutoff) continue;
            node.domain.forbid(i, j);
            least = std::min(least, forced(i, j));
            ++gone;
        }
    }
    if (gone == 0) return false;
    queue_.dropped(least);
    if (!node.domain.propagate()) {
        node.bound = forbidden;  // nothing is left, and what was left out is accounted for
        return true;
    }
    return gone > 0.1 * (before - node.domain.size());
}

Split Worker::choose_split(const Node& node, const CostMatrix& forced) {
    const double cutoff = incumbent_.cutoff();
    std::vector<Split> splits = rank_splits(node.domain, forced, node.bound, cutoff);
    if (splits.empty()) return {};
    // Near the root the bounds of most children are alike: there it pays to look one level ahead.
    constexpr int look_ahead_depth = 1, look_ahead_splits = 6, look_ahead_iterations = 6;
    if (node.depth > look_ahead_depth) return splits.front();
    const auto atoms = std::make_shared<const Atoms>(relaxation_.atoms(atoms_kept));
    Split* best = nullptr;
    double best_estimate = forbidden;
    for (size_t k = 0; k < std::min<size_t>(look_ahead_splits, splits.size()); ++k) {
        for (size_t c = 0; c < splits[k].pairs.size(); ++c) {
            Node child{node.domain, splits[k].bounds[c], node.depth + 1, atoms};
            const auto [i, j] = splits[k].pairs[c];
            child.domain.assign(i, j);
            if (child.bound < cutoff && child.domain.propagate()) relax(child, look_ahead_iterations);
            splits[k].bounds[c] = child.bound;
        }
        const double estimate = splits[k].estimate(node.bound, cutoff);
        if (estimate >= best_estimate) continue;
        best_estimate = estimate;
        best = &splits[k];
    }
    return std::move(*best);
}

std::vector<Node> Worker::expand(Node node) {
    constexpr int max_iterations = 40;
    CostMatrix forced;
    do {
        if (relax(node, max_iterations) >= incumbent_.cutoff()) {
            queue_.dropped(node.bound);
            return {};
        }
        node.atoms = std::make_shared<const Atoms>(relaxation_.atoms(atoms_kept));
        forced = relaxation_.forced_bounds();
    } while (eliminate(node, forced) && node.bound != forbidden);
    if (node.bound == forbidden) return {};

    const Split split = choose_split(node, forced);
    std::vector<Node> children;
    for (size_t c = 0; c < split.pairs.size(); ++c) {
        Node child{node.domain, split.bounds[c], node.depth + 1, node.atoms};
        child.domain.assign(split.pairs[c].first, split.pairs[c].second);
        if (!child.domain.propagate()) continue;
        if (child.bound >= incumbent_.cutoff())
            queue_.dropped(child.bound);
        else
            children.push_back(std::move(child));
    }
    return children;
}

}  // namespace

TreeOutcome tree_search(const Objective& objective, const Domain& root, Incumbent& incumbent,
                        const TreeLimits& limits) {
    NodeQueue queue(limits.queue_memory);
    queue.push({root, 0, 0, nullptr});
    on_threads(
        limits.threads,
        [&](int t) {
            Worker worker(objective, root, incumbent, queue, limits.seed + static_cast<std::uint64_t>(t));
            worker.run(limits.max_nodes);
        },
        [&] { queue.close(); });
    incumbent.raise_lower_bound(queue.lower_bound(), queue.nodes());
    return {queue.nodes(), queue.empty()};
}

}  // namespace sigmatch
