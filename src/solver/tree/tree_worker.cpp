#include "solver/tree/tree_worker.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace sigmatch {

namespace {

// After this part of the trials the search looks whether it gets on, and gives up if less than this part of
// what it should have done is done. Its first branches are often the longest.
constexpr double first_look = 0.1, fair_progress = 0.1;

}  // namespace

TreeWorker::TreeWorker(SharedTree& shared)
    : shared_(shared),
      problem_(shared.problem),
      state_(shared.state),
      most_trials_(shared.limits.most_trials / state_.threads()),
      memory_(state_.memory() / 8 * 3 / static_cast<size_t>(state_.threads())),
      objective_(problem_),
      features_(objective_.features()),
      x_(problem_.deform_x, problem_.points_y),
      y_(problem_.deform_y, problem_.points_x),
      match_(problem_.size(), unmatched),
      decided_(problem_.size(), false),
      taken_(problem_.size_y(), false),
      order_(problem_.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    levels_.resize(problem_.size() + 1);
    for (Level& level : levels_) {
        level.options.resize(problem_.size());
        level.least.assign(problem_.size(), 0);
    }
    for (int i = 0; i < problem_.size(); ++i) {
        std::vector<Option>& options = levels_[0].options[i];
        for (int j = 0; j < problem_.size_y(); ++j)
            if (problem_.allowed(i, j))
                options.push_back({j, 0, features_.single(i, j), shared.pair_bounds.half_with_all(i, j)});
        if (std::isfinite(problem_.unmatched_cost))
            options.push_back({unmatched, problem_.unmatched_cost, 0, 0});
    }
}

void TreeWorker::open_first() {
    const std::vector<Option>& options = levels_[0].options[shared_.first[0]];
    for (const Option& option : options)
        shared_.open.add({{{shared_.first[0], option.column}},
                          option.value,
                          option.value,
                          1.0 / static_cast<double>(options.size())});
}

void TreeWorker::run(const OpenNode& node) {
    target_ = state_.goal();
    set_limit_of_depth(node.bound);
    const double part = node.part * state_.threads();
    if (node.bound < target_ && decide_all(node.path))
        search(static_cast<int>(node.path.size()), node.value, node.bound, part);
    else
        searched_ += part;
    for (auto decision = path_.rbegin(); decision != path_.rend(); ++decision)
        undo(decision->row, decision->column);
    path_.clear();
    price_ = squares_ = 0;
}

void TreeWorker::set_limit_of_depth(double bound) {
    const bool is_alone = shared_.limits.most_trials == std::numeric_limits<std::int64_t>::max();
    const double width = bound_step * state_.goal();
    later_ = is_alone && std::isfinite(width) && !shared_.open.is_crowded()
                 ? width * (std::floor(bound / width) + 1)
                 : std::numeric_limits<double>::infinity();
}

void TreeWorker::decide(int i, const Option& option) {
    decided_[i] = true;
    match_[i] = option.column;
    path_.push_back({i, option.column});
    if (option.column == unmatched) {
        price_ += problem_.unmatched_cost;
        return;
    }
    taken_[option.column] = true;
    x_.decide(i, option.column);
    y_.decide(option.column, i);
    squares_ += option.squares;
}

void TreeWorker::undo(int i, int j) {
    decided_[i] = false;
    match_[i] = unmatched;
    if (j == unmatched) return;
    taken_[j] = false;
    x_.decide(i, -1);
    y_.decide(j, -1);
}

bool TreeWorker::decide_all(const std::vector<Decision>& path) {
    for (const Decision& decision : path) {
        const auto depth = static_cast<int>(path_.size());
        if (depth > 0) update_features(depth);
        const std::vector<Option>& options = levels_[depth].options[decision.row];
        const auto option = std::find_if(options.begin(), options.end(),
                                         [&](const Option& some) { return some.column == decision.column; });
        if (option == options.end()) return false;
        decide(decision.row, *option);
    }
    return true;
}

double TreeWorker::update_features(int depth) {
    const auto [last, partner] = path_.back();
    const bool has_pairs = features_.has_pair_terms();
    double rest = 0;
    for (int i = 0; i < problem_.size(); ++i) {
        if (decided_[i]) continue;
        std::vector<Option>& left = levels_[depth].options[i];
        left.clear();
        double least = std::numeric_limits<double>::infinity();
        for (Option option : levels_[depth - 1].options[i]) {
            if (option.column != unmatched) {
                if (taken_[option.column]) continue;
                if (has_pairs && partner != unmatched)
                    option.squares += features_.together(i, option.column, last, partner);
                option.rest -= shared_.pair_bounds.half(i, option.column, last);
            }
            left.push_back(option);
            least = std::min(least, option.squares + option.rest);
        }
        levels_[depth].least[i] = least;
        rest += least;
    }
    return rest;
}

double TreeWorker::value_with(int i, const Option& option, double value, double others, bool bend) {
    if (option.column == unmatched) return value + problem_.unmatched_cost;
    double with = price_ + std::sqrt(squares_ + option.squares + std::max(0.0, option.rest) + others);
    if (!bend) return with;
    ++trials_;
    if (with < target_) with += x_.with(i, option.column);
    if (with < target_) with += y_.with(option.column, i);
    return with;
}

TreeWorker::Narrowed TreeWorker::narrow(int depth, double value, bool bend) {
    if (bend) {
        x_.renew(memory_);
        y_.renew(memory_);
    }
    Level& now = levels_[depth];
    const double rest = update_features(depth);
    Narrowed result{-1, value};
    for (auto row = order_.begin(); row != order_.end(); ++row) {
        const int i = *row;
        if (decided_[i]) continue;
        const double others = std::max(0.0, rest - now.least[i]);
        double least = std::numeric_limits<double>::infinity();
        std::vector<Option>& options = now.options[i];
        std::erase_if(options, [&](Option& option) {
            option.value = value_with(i, option, value, others, bend);
            if (option.value < target_) least = std::min(least, option.value);
            return option.value >= target_;
        });
        if (options.empty()) {
            std::rotate(order_.begin(), row, row + 1);
            return {-1, target_};
        }
        result.bound = std::max(result.bound, least);
        if (result.row < 0 || options.size() < now.options[result.row].size()) result.row = i;
    }
    return result;
}

bool TreeWorker::hopeless() const {
    const double used = static_cast<double>(trials_) / static_cast<double>(most_trials_);
    return used > first_look && searched_ < fair_progress * used;
}

void TreeWorker::search(int depth, double value, double bound, double part) {
    state_.count_nodes(1);
    stopped_ = stopped_ || state_.must_stop() || trials_ > most_trials_ || hopeless();
    if (stopped_) return;
    if (depth == problem_.size()) {
        state_.offer(match_, objective_(match_));
        target_ = state_.goal();
        searched_ += part;
        return;
    }
    // The first keypoints can go anywhere without bending.
    const bool is_first = depth < static_cast<int>(shared_.first.size());
    const auto [fewest, raised] = narrow(depth, value, !is_first);
    if (fewest < 0) {
        searched_ += part;
        return;
    }
    const int row = is_first ? shared_.first[depth] : fewest;
    const std::vector<Option>& options = levels_[depth].options[row];
    for (size_t k = 0; k < options.size() && !stopped_; ++k)
        branch(row, options[k], depth + 1, std::max({bound, raised, options[k].value}),
               part / static_cast<double>(options.size()));
}

void TreeWorker::branch(int row, const Option option, int depth, double bound, double part) {
    if (bound >= target_) {
        searched_ += part;
        return;
    }
    if (bound >= later_) {
        OpenNode node{path_, option.value, bound, part / state_.threads()};
        node.path.push_back({row, option.column});
        shared_.open.add(std::move(node));
        return;
    }
    const double price = price_, squares = squares_;
    decide(row, option);
    search(depth, std::max(option.value, price_), bound, part);
    undo(row, option.column);
    path_.pop_back();
    price_ = price;  // not by subtraction: its rounding errors would add up over millions of nodes
    squares_ = squares;
}

}  // namespace sigmatch
