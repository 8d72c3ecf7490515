#pragma once

#include <cstddef>
#include <functional>
#include <list>

#include "solver/lifted/lifted_node.h"

namespace sigmatch {

/// The parts of the search space that are still open. Parts keep their address until they are removed.
class NodeStore {
public:
    /// The store is crowded if its parts take more bytes than this.
    explicit NodeStore(std::size_t memory_limit) : memory_limit_(memory_limit) {}

    void add(LiftedNode node) { nodes_.push_back(std::move(node)); }
    bool empty() const { return nodes_.empty(); }
    LiftedNode& front() { return nodes_.front(); }

    /// Puts the worst part first. A crowded store puts the smallest part first: small parts are done soon, so
    /// that the number of parts shrinks.
    void sort();

    /// The first part, in order, for which `wanted` is true; null if there is none.
    LiftedNode* find(const std::function<bool(LiftedNode&)>& wanted);
    void for_each(const std::function<void(LiftedNode&)>& visit);
    void remove(const LiftedNode* node);
    void remove_if(const std::function<bool(LiftedNode&)>& done) { nodes_.remove_if(done); }

    /// The least bound of all parts; infinite if there are none.
    double lower() const;

private:
    std::size_t memory_limit_;
    std::list<LiftedNode> nodes_;
};

}  // namespace sigmatch
