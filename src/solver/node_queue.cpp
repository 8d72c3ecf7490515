#include "solver/node_queue.h"

#include <algorithm>

namespace sigmatch {

namespace {

size_t bytes_of(const Node& node) {
    return sizeof(Node) + node.domain.bytes() + 64;  // the atoms are shared: count them with 64 bytes
}

}  // namespace

bool NodeQueue::goes_after(const Node& p, const Node& q) const {
    if (depth_first_ && p.depth != q.depth) return p.depth < q.depth;
    if (p.bound != q.bound) return p.bound > q.bound;
    return p.depth < q.depth;
}

std::optional<Node> NodeQueue::pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || !heap_.empty() || active_.empty(); });
    if (closed_ || heap_.empty()) return std::nullopt;
    const auto after = [&](const Node& p, const Node& q) { return goes_after(p, q); };
    const bool depth_first = bytes_ > memory_limit_ || (depth_first_ && bytes_ > memory_limit_ / 2);
    if (depth_first != depth_first_) {
        depth_first_ = depth_first;
        std::make_heap(heap_.begin(), heap_.end(), after);
    }
    std::pop_heap(heap_.begin(), heap_.end(), after);
    Node node = std::move(heap_.back());
    heap_.pop_back();
    bytes_ -= bytes_of(node);
    active_.push_back(node.bound);
    ++taken_;
    return node;
}

void NodeQueue::push(Node node) {
    const std::scoped_lock lock(mutex_);
    insert(std::move(node));
}

void NodeQueue::insert(Node node) {
    bytes_ += bytes_of(node);
    heap_.push_back(std::move(node));
    std::push_heap(heap_.begin(), heap_.end(),
                   [&](const Node& p, const Node& q) { return goes_after(p, q); });
}

void NodeQueue::replace(double taken_bound, std::vector<Node> children) {
    {
        const std::scoped_lock lock(mutex_);
        active_.erase(std::find(active_.begin(), active_.end(), taken_bound));
        for (Node& child : children) insert(std::move(child));
    }
    changed_.notify_all();
}

void NodeQueue::close() {
    {
        const std::scoped_lock lock(mutex_);
        closed_ = true;
    }
    changed_.notify_all();
}

void NodeQueue::dropped(double bound) {
    const std::scoped_lock lock(mutex_);
    least_dropped_ = std::min(least_dropped_, bound);
}

double NodeQueue::lower_bound() const {
    const std::scoped_lock lock(mutex_);
    double bound = least_dropped_;
    for (double b : active_) bound = std::min(bound, b);
    if (depth_first_) {
        for (const Node& node : heap_) bound = std::min(bound, node.bound);
    } else if (!heap_.empty()) {
        bound = std::min(bound, heap_.front().bound);
    }
    return bound;
}

bool NodeQueue::empty() const {
    const std::scoped_lock lock(mutex_);
    return heap_.empty() && active_.empty();
}

std::int64_t NodeQueue::nodes() const {
    const std::scoped_lock lock(mutex_);
    return taken_;
}

}  // namespace sigmatch
