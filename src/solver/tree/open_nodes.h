#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

namespace sigmatch {

/// A keypoint of X and its partner, or unmatched.
struct Decision {
    int row, column;
};

/// A node of the tree that is not searched yet.
struct OpenNode {
    std::vector<Decision> path;  ///< from the root
    double value;                ///< a lower bound of f of the decided pairs
    double bound;                ///< a lower bound of f of all matches that contain them
    double part;                 ///< its share of the work
};

/// The open nodes of the tree, for several threads. The node with the least bound comes first.
class OpenNodes {
public:
    OpenNodes(int threads, std::size_t memory_limit);

    void add(OpenNode node);
    /// The first node. What the thread took before is done. Waits if there is no node while other threads may
    /// still add some. Empty when all is done, and after stop().
    std::optional<OpenNode> take(int thread);
    void stop();

    /// The least bound of all nodes that are open or being searched; infinite if there are none.
    double lower() const;
    /// The nodes take more memory than they should.
    bool is_crowded() const;

private:
    double least_busy() const;

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<OpenNode> heap_;
    std::vector<double> busy_;  // for each thread, the bound of the node that it searches, or infinite
    std::size_t bytes_ = 0;
    const std::size_t memory_limit_;
    bool stopped_ = false;
};

}  // namespace sigmatch
