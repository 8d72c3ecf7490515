#include "solver/tree/open_nodes.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace sigmatch {

namespace {

constexpr double idle = std::numeric_limits<double>::infinity();

bool comes_later(const OpenNode& p, const OpenNode& q) {
    return p.bound > q.bound;
}

std::size_t bytes_of(const OpenNode& node) {
    constexpr std::size_t overhead = 16;  // of the allocation
    return sizeof(OpenNode) + node.path.size() * sizeof(Decision) + overhead;
}

}  // namespace

OpenNodes::OpenNodes(int threads, std::size_t memory_limit)
    : busy_(static_cast<std::size_t>(threads), idle), memory_limit_(memory_limit) {}

void OpenNodes::add(OpenNode node) {
    const std::scoped_lock lock(mutex_);
    bytes_ += bytes_of(node);
    heap_.push_back(std::move(node));
    std::push_heap(heap_.begin(), heap_.end(), comes_later);
    changed_.notify_one();
}

std::optional<OpenNode> OpenNodes::take(int thread) {
    std::unique_lock lock(mutex_);
    if (stopped_) return std::nullopt;  // what it took stays open: it may have been left half done
    double& mine = busy_[static_cast<std::size_t>(thread)];
    mine = idle;
    changed_.wait(lock, [&] { return stopped_ || !heap_.empty() || least_busy() == idle; });
    if (stopped_ || heap_.empty()) {
        changed_.notify_all();
        return std::nullopt;
    }
    std::pop_heap(heap_.begin(), heap_.end(), comes_later);
    OpenNode node = std::move(heap_.back());
    heap_.pop_back();
    bytes_ -= bytes_of(node);
    mine = node.bound;
    return node;
}

void OpenNodes::stop() {
    const std::scoped_lock lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
}

double OpenNodes::lower() const {
    const std::scoped_lock lock(mutex_);
    return heap_.empty() ? least_busy() : std::min(least_busy(), heap_.front().bound);
}

bool OpenNodes::is_crowded() const {
    const std::scoped_lock lock(mutex_);
    return bytes_ > memory_limit_;
}

double OpenNodes::least_busy() const {
    return *std::min_element(busy_.begin(), busy_.end());
}

}  // namespace sigmatch
