#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "solver/domain.h"
#include "solver/relaxation.h"

namespace sigmatch {

/// A part of the search space and what is known about it.
struct Node {
    Domain domain;
    double bound = 0;
    int depth = 0;
    std::shared_ptr<const Atoms> atoms;  ///< of the parent, shared between its children
};

/// The open nodes, least bound first; past `memory_limit` deepest first, which lets the queue shrink while
/// no node is lost. Threads wait in pop() for nodes that others are about to push.
class NodeQueue {
public:
    explicit NodeQueue(size_t memory_limit) : memory_limit_(memory_limit) {}

    void push(Node node);

    /// The next node to work on; nothing when the search is over. The caller must then call replace().
    std::optional<Node> pop();

    /// The node that this thread took, of bound `taken_bound`, is finished: its children take its place.
    void replace(double taken_bound, std::vector<Node> children);

    /// Ends the search: pop() returns nothing from now on.
    void close();

    /// Least bound of everything open, being worked on, or dropped so far.
    double lower_bound() const;

    /// A part of the space was excluded by this bound.
    void dropped(double bound);

    std::int64_t nodes() const;

    /// No node is open or being worked on.
    bool empty() const;

private:
    bool goes_after(const Node& p, const Node& q) const;
    void insert(Node node);

    size_t memory_limit_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Node> heap_;
    std::vector<double> active_;
    double least_dropped_ = forbidden;
    std::int64_t taken_ = 0;
    size_t bytes_ = 0;
    bool depth_first_ = false, closed_ = false;
};

}  // namespace sigmatch
