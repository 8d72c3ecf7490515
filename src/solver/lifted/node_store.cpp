#include "solver/lifted/node_store.h"

#include <algorithm>
#include <limits>

namespace sigmatch {

void NodeStore::sort() {
    std::size_t memory = 0;
    for (const LiftedNode& node : nodes_) memory += node.bytes();
    const bool crowded = memory > memory_limit_;
    nodes_.sort([crowded](const LiftedNode& p, const LiftedNode& q) {
        return crowded ? p.open().count() < q.open().count() : p.lower() < q.lower();
    });
}

LiftedNode* NodeStore::find(const std::function<bool(LiftedNode&)>& wanted) {
    const auto found = std::find_if(nodes_.begin(), nodes_.end(), wanted);
    return found == nodes_.end() ? nullptr : &*found;
}

void NodeStore::for_each(const std::function<void(LiftedNode&)>& visit) {
    for (LiftedNode& node : nodes_) visit(node);
}

void NodeStore::remove(const LiftedNode* node) {
    nodes_.remove_if([node](const LiftedNode& other) { return &other == node; });
}

double NodeStore::lower() const {
    double least = std::numeric_limits<double>::infinity();
    for (const LiftedNode& node : nodes_) least = std::min(least, node.lower());
    return least;
}

}  // namespace sigmatch
