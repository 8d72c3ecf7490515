#include "solver/tree/tree_search.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "numerics/on_threads.h"
#include "solver/objective/objective.h"
#include "solver/tree/first_keypoints.h"
#include "solver/tree/growing_side.h"

namespace sigmatch {

namespace {

// After this part of the trials the search looks whether it gets on, and gives up if less than this part of
// what it should have done is done. Its first branches are often the longest.
constexpr double first_look = 0.1, fair_progress = 0.1;

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
          features_(objective_.features()),
          x_(problem.deform_x, problem.points_y),
          y_(problem.deform_y, problem.points_x),
          first_(first),
          match_(problem.size(), unmatched),
          decided_(problem.size(), false),
          taken_(problem.size_y(), false),
          order_(problem.size()) {
        std::iota(order_.begin(), order_.end(), 0);
        levels_.resize(problem.size() + 1);
        for (Level& level : levels_) {
            level.options.resize(problem.size());
            level.least.assign(problem.size(), 0);
        }
        for (int i = 0; i < problem.size(); ++i) {
            std::vector<Option>& options = levels_[0].options[i];
            for (int j = 0; j < problem.size_y(); ++j)
                if (problem.allowed(i, j)) options.push_back({j, 0, features_.single(i, j)});
            if (std::isfinite(problem.unmatched_cost))
                options.push_back({unmatched, problem.unmatched_cost, 0});
        }
    }

    bool stopped() const { return stopped_; }
    /// The number of parts of the tree that can be searched independently.
    int tasks() const { return static_cast<int>(levels_[0].options[first_[0]].size()); }

    void run(int task) {
        target_ = target();
        branch(first_[0], levels_[0].options[first_[0]][task], 1,
               static_cast<double>(state_.threads()) / tasks());
    }

private:
    struct Option {
        int column;      ///< or unmatched
        double value;    ///< a lower bound of f with the decided pairs and this one
        double squares;  ///< of the features: of this pair, alone and together with the decided ones
    };
    /// What is known after as many decisions as the level's number.
    struct Level {
        std::vector<std::vector<Option>> options;  ///< for each row
        std::vector<double> least;                 ///< for each row: the least squares of its options
    };

    void decide(int i, const Option& option) {
        decided_[i] = true;
        match_[i] = option.column;
        last_ = i;
        if (option.column == unmatched) {
            price_ += problem_.unmatched_cost;
            return;
        }
        taken_[option.column] = true;
        x_.decide(i, option.column);
        y_.decide(option.column, i);
        squares_ += option.squares;
    }

    void undo(int i, int j) {
        decided_[i] = false;
        match_[i] = unmatched;
        if (j == unmatched) return;
        taken_[j] = false;
        x_.decide(i, -1);
        y_.decide(j, -1);
    }

    // Matches with at least this objective need not be looked at.
    double target() const { return std::min(limits_.target, state_.goal()); }

    // The option after the last decision. `others` is a lower bound of the squares that all other rows will
    // add. Looks at the bending only if `bend` is true. If f reaches the target, the value is some number of
    // at least the target.
    Option after_last(int i, Option option, double value, double others, bool bend) {
        if (option.column == unmatched) {
            option.value = value + problem_.unmatched_cost;
            return option;
        }
        if (features_.has_pair_terms() && match_[last_] != unmatched)
            option.squares += features_.together(i, option.column, last_, match_[last_]);
        if (option.value >= target_) return option;
        option.value = price_ + std::sqrt(squares_ + option.squares + others);
        if (!bend) return option;
        ++trials_;
        if (option.value < target_) option.value += x_.with(i, option.column);
        if (option.value < target_) option.value += y_.with(option.column, i);
        return option;
    }

    // Drops the options that reach the target at this depth. Returns the row with the fewest options left, or
    // -1 if a row has none.
    int narrow(int depth, double value, bool bend) {
        if (bend) {
            x_.renew(memory_);
            y_.renew(memory_);
        }
        const Level& before = levels_[depth - 1];
        Level& now = levels_[depth];
        double rest = 0;
        for (int i = 0; i < problem_.size(); ++i)
            if (!decided_[i]) rest += before.least[i];
        int best = -1;
        for (auto row = order_.begin(); row != order_.end(); ++row) {
            const int i = *row;
            if (decided_[i]) continue;
            std::vector<Option>& left = now.options[i];
            left.clear();
            const double others = std::max(0.0, rest - before.least[i]);
            now.least[i] = std::numeric_limits<double>::infinity();
            for (const Option& option : before.options[i]) {
                if (option.column != unmatched && taken_[option.column]) continue;
                const Option after = after_last(i, option, value, others, bend);
                if (after.value >= target_) continue;
                left.push_back(after);
                now.least[i] = std::min(now.least[i], after.squares);
            }
            if (left.empty()) {
                std::rotate(order_.begin(), row, row + 1);
                return -1;
            }
            if (best < 0 || left.size() < now.options[best].size()) best = i;
        }
        return best;
    }

    // At the present speed the trials will not be enough, by far.
    bool hopeless() const {
        const double used = static_cast<double>(trials_) / static_cast<double>(most_trials_);
        return used > first_look && searched_ < fair_progress * used;
    }

    // Searches all matches that contain the decided pairs. f of the decided pairs is `value`. `part` is how
    // much of this thread's work this is.
    void search(int depth, double value, double part) {
        state_.count_nodes(1);
        stopped_ = stopped_ || state_.must_stop() || trials_ > most_trials_ || hopeless();
        if (stopped_) return;
        if (depth == problem_.size()) {
            state_.offer(match_, objective_(match_));
            target_ = std::min(target_, target());
            searched_ += part;
            return;
        }
        // The first keypoints can go anywhere without bending.
        const bool is_first = depth < static_cast<int>(first_.size());
        int row = narrow(depth, value, !is_first);
        if (row < 0) {
            searched_ += part;
            return;
        }
        if (is_first) row = first_[depth];
        const std::vector<Option>& options = levels_[depth].options[row];
        for (size_t k = 0; k < options.size() && !stopped_; ++k)
            branch(row, options[k], depth + 1, part / static_cast<double>(options.size()));
    }

    void branch(int row, const Option option, int depth, double part) {
        if (option.value >= target_ || (option.column != unmatched && taken_[option.column])) {
            searched_ += part;
            return;
        }
        const double price = price_, squares = squares_;
        decide(row, option);
        search(depth, std::max(option.value, price_), part);
        undo(row, option.column);
        price_ = price;  // not by subtraction: its rounding errors would add up over millions of nodes
        squares_ = squares;
    }

    const Problem& problem_;
    SearchState& state_;
    const TreeLimits& limits_;
    const std::int64_t most_trials_;
    const size_t memory_;  // bytes that each side may take
    Objective objective_;
    const Features& features_;
    GrowingSide x_, y_;
    const std::vector<int>& first_;
    Match match_;
    std::vector<char> decided_, taken_;
    std::vector<Level> levels_;
    std::vector<int> order_;  // rows; the rows that last ran out of options come first
    double target_ = 0, price_ = 0, squares_ = 0;
    int last_ = 0;  // the row decided last
    std::int64_t trials_ = 0;
    double searched_ = 0;  // part of this thread's work that is done
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
