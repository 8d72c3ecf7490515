#pragma once

#include <cstdint>
#include <vector>

#include "solver/objective/objective.h"
#include "solver/tree/growing_side.h"
#include "solver/tree/open_nodes.h"
#include "solver/tree/pair_bounds.h"
#include "solver/tree/tree_search.h"

namespace sigmatch {

/// The proven bound rises in steps of this part of the goal.
inline constexpr double bound_step = 0.01;

/// What all threads of the tree search share.
struct SharedTree {
    const Problem& problem;
    SearchState& state;
    const TreeLimits& limits;
    const std::vector<int> first;
    const PairBounds pair_bounds;
    OpenNodes open;
};

/// One thread of the tree search.
class TreeWorker {
public:
    explicit TreeWorker(SharedTree& shared);

    bool stopped() const { return stopped_; }
    /// Adds the nodes below the root.
    void open_first();
    /// Searches the node, except for those below it that are added to the open nodes. Stops early if the
    /// state says so, or if the trials are used up.
    void run(const OpenNode& node);

private:
    struct Option {
        int column;      ///< or unmatched
        double value;    ///< a lower bound of f with the decided pairs and this one
        double squares;  ///< of the features: of this pair, alone and together with the decided ones
        double rest;     ///< half of the squares that it must have together with undecided rows
    };
    /// What is known after as many decisions as the level's number.
    struct Level {
        std::vector<std::vector<Option>> options;  ///< for each row
        std::vector<double> least;                 ///< for each row: the least squares that it adds
    };
    struct Narrowed {
        int row;       ///< with the fewest options left; -1 if a row has none
        double bound;  ///< of f of all matches that contain the decided pairs
    };

    // While the search works alone, nodes of a higher bound than this wait, so that the proven bound rises.
    // If they take too much memory, none has to wait any more.
    void set_limit_of_depth(double bound);
    void decide(int i, const Option& option);
    void undo(int i, int j);
    // Takes the decisions of an open node again. False if one of them has reached the target meanwhile.
    bool decide_all(const std::vector<Decision>& path);
    // The options that the last decision leaves, with their squares. Returns a lower bound of the squares
    // that the undecided rows add.
    double update_features(int depth);
    // A lower bound of f with this option; if it reaches the target, some number of at least the target.
    // `others` is a lower bound of the squares that all other rows will add. Looks at the bending only if
    // `bend` is true.
    double value_with(int i, const Option& option, double value, double others, bool bend);
    // Drops the options that reach the target at this depth.
    Narrowed narrow(int depth, double value, bool bend);
    // At the present speed the trials will not be enough, by far.
    bool hopeless() const;
    // Searches all matches that contain the decided pairs. f of the decided pairs is at least `value`, that
    // of the matches at least `bound`. `part` is how much of this thread's work this is.
    void search(int depth, double value, double bound, double part);
    void branch(int row, const Option option, int depth, double bound, double part);

    SharedTree& shared_;
    const Problem& problem_;
    SearchState& state_;
    const std::int64_t most_trials_;
    const size_t memory_;  // bytes that each side may take
    Objective objective_;
    const Features& features_;
    GrowingSide x_, y_;
    Match match_;
    std::vector<Decision> path_;
    std::vector<char> decided_, taken_;
    std::vector<Level> levels_;
    std::vector<int> order_;  // rows; the rows that last ran out of options come first
    double target_ = 0;       // matches with at least this objective need not be looked at
    double later_ = 0;        // nodes with at least this bound wait
    double price_ = 0, squares_ = 0;
    std::int64_t trials_ = 0;
    double searched_ = 0;  // part of this thread's work that is done
    bool stopped_ = false;
};

}  // namespace sigmatch
