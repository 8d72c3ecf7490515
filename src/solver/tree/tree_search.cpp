#include "solver/tree/tree_search.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <vector>

#include "numerics/on_threads.h"
#include "solver/objective/objective.h"
#include "solver/tree/first_keypoints.h"
#include "solver/tree/growing_side.h"

namespace sigmatch {

namespace {

/// One thread of the search.
class TreeWorker {
public:
    TreeWorker(const Problem& problem, const std::vector<int>& first, SearchState& state,
               const TreeLimits& limits)
        : problem_(problem),
          state_(state),
          limits_(limits),
          most_trials_(limits.most_trials / state.threads()),
          memory_(state.memory() / 8 * 3 / static_cast<size_t>(state.threads())),
          objective_(problem),
          x_(problem.deform_x, problem.points_y),
          y_(problem.deform_y, problem.points_x),
          first_(first),
          match_(problem.size(), unmatched),
          decided_(problem.size(), false),
          taken_(problem.size_y(), false),
          order_(problem.size()) {
        std::iota(order_.begin(), order_.end(), 0);
        options_.resize(problem.size() + 1);
        for (Options& options : options_) options.resize(problem.size());
        for (int i = 0; i < problem.size(); ++i) {
            for (int j = 0; j < problem.size_y(); ++j)
                if (problem.allowed(i, j)) options_[0][i].push_back({j, 0});
            if (std::isfinite(problem.unmatched_cost))
                options_[0][i].push_back({unmatched, problem.unmatched_cost});
        }
    }

    bool stopped() const { return stopped_; }
    /// The number of parts of the tree that can be searched independently.
    int tasks() const { return static_cast<int>(options_[0][first_[0]].size()); }

    void run(int task) {
        target_ = target();
        branch(first_[0], options_[0][first_[0]][task], 1);
    }

private:
    struct Option {
        int column;    ///< or unmatched
        double value;  ///< f with this option, as last evaluated
    };
    using Options = std::vector<std::vector<Option>>;  // for each row

    void decide(int i, int j) {
        decided_[i] = true;
        match_[i] = j;
        if (j == unmatched) {
            price_ += problem_.unmatched_cost;
            return;
        }
        taken_[j] = true;
        x_.decide(i, j);
        y_.decide(j, i);
        orientation_ += orientation_square(i, j);
    }

    void undo(int i, int j) {
        decided_[i] = false;
        match_[i] = unmatched;
        if (j == unmatched) return;
        taken_[j] = false;
        x_.decide(i, -1);
        y_.decide(j, -1);
    }

    double orientation_square(int i, int j) const { return std::pow(problem_.h_x[i] - problem_.h_y[j], 2); }

    // Matches with at least this objective need not be looked at.
    double target() const { return std::min(limits_.target, state_.goal()); }

    // f of the decided pairs, which is `value`, with the pair (i, j) added. If this reaches the target,
    // returns some number of at least the target.
    double with(int i, int j, double value) {
        if (j == unmatched) return value + problem_.unmatched_cost;
        double sum =
            price_ + problem_.ori_weight * std::sqrt(std::max(0.0, orientation_ + orientation_square(i, j)));
        ++trials_;
        if (sum < target_) sum += x_.with(i, j);
        if (sum < target_) sum += y_.with(j, i);
        return sum;
    }

    // Drops the options that reach the target at this depth. Returns the row with the fewest options left, or
    // -1 if a row has none.
    int narrow(int depth, double value) {
        x_.renew(memory_);
        y_.renew(memory_);
        int best = -1;
        for (auto row = order_.begin(); row != order_.end(); ++row) {
            const int i = *row;
            if (decided_[i]) continue;
            std::vector<Option>& left = options_[depth][i];
            left.clear();
            for (const Option& option : options_[depth - 1][i]) {
                if (option.column != unmatched && taken_[option.column]) continue;
                const double after = option.value < target_ ? with(i, option.column, value) : option.value;
                if (after < target_) left.push_back({option.column, after});
            }
            if (left.empty()) {
                std::rotate(order_.begin(), row, row + 1);
                return -1;
            }
            if (best < 0 || left.size() < options_[depth][best].size()) best = i;
        }
        return best;
    }

    // Searches all matches that contain the decided pairs. f of the decided pairs is `value`.
    void search(int depth, double value) {
        state_.count_nodes(1);
        stopped_ = stopped_ || state_.must_stop() || trials_ > most_trials_;
        if (stopped_) return;
        if (depth == problem_.size()) {
            state_.offer(match_, objective_(match_));
            target_ = std::min(target_, target());
            return;
        }
        int row = -1;
        if (depth < static_cast<int>(first_.size())) {
            options_[depth] = options_[depth - 1];
            row = first_[depth];
        } else {
            row = narrow(depth, value);
        }
        if (row < 0) return;
        for (size_t k = 0; k < options_[depth][row].size() && !stopped_; ++k)
            branch(row, options_[depth][row][k], depth + 1);
    }

    void branch(int row, const Option option, int depth) {
        if (option.value >= target_ || (option.column != unmatched && taken_[option.column])) return;
        const double price = price_, orientation = orientation_;
        decide(row, option.column);
        search(depth, std::max(option.value, price_));
        undo(row, option.column);
        price_ = price;  // not by subtraction: its rounding errors would add up over millions of nodes
        orientation_ = orientation;
    }

    const Problem& problem_;
    SearchState& state_;
    const TreeLimits& limits_;
    const std::int64_t most_trials_;
    const size_t memory_;  // bytes that each side may take
    Objective objective_;
    GrowingSide x_, y_;
    const std::vector<int>& first_;
    Match match_;
    std::vector<char> decided_, taken_;
    std::vector<Options> options_;
    std::vector<int> order_;  // rows; the rows that last ran out of options come first
    double target_ = 0, price_ = 0, orientation_ = 0;
    std::int64_t trials_ = 0;
    bool stopped_ = false;
};

}  // namespace

bool tree_search(const Problem& problem, SearchState& state, const TreeLimits& limits) {
    const std::vector<int> first = first_keypoints(problem);
    std::atomic<int> next = 0;
    std::atomic<bool> stopped = false;
    on_threads(
        state.threads(),
        [&](int) {
            TreeWorker worker(problem, first, state, limits);
            for (int task = next++; task < worker.tasks() && !stopped; task = next++) {
                worker.run(task);
                if (worker.stopped()) stopped = true;
            }
        },
        [&] { stopped = true; });
    if (!stopped) state.raise_bound(std::min(limits.target, state.goal()));
    return !stopped;
}

}  // namespace sigmatch
