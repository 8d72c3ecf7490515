#include "solver/lifted_search.h"

#include <cblas.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "sigmatch/solve.h"
#include "solver/assignment.h"

namespace sigmatch {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The relaxations run side by side, each on one thread; BLAS threads on top of that would only wait for each
/// other. Gives the caller's setting back.
class OneBlasThread {
public:
    OneBlasThread() : before_(openblas_get_num_threads()) { openblas_set_num_threads(1); }
    ~OneBlasThread() { openblas_set_num_threads(before_); }
    OneBlasThread(const OneBlasThread&) = delete;
    OneBlasThread& operator=(const OneBlasThread&) = delete;

private:
    int before_;
};

struct Branch {
    Mask mask;
    double lower;
};

// The match on the mask that shares most with the given one; empty if the mask holds none.
Match nearest_match(const Mask& mask, const Match& match) {
    const int n = static_cast<int>(mask.rows());
    CostMatrix cost(n, n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) cost(i, j) = !mask(i, j) ? forbidden : match[i] == j ? 0 : 1;
    Assignment assignment;
    return assignment.solve(cost) ? assignment.match() : Match{};
}

// The row with the fewest choices, but a choice: few and small branches.
int branching_row(const Mask& mask) {
    int row = -1;
    for (int i = 0; i < mask.rows(); ++i)
        if (mask.row(i).count() > 1 && (row < 0 || mask.row(i).count() < mask.row(row).count())) row = i;
    return row;
}

Mask pinned(Mask mask, int i, int j) {
    mask.row(i) = false;
    mask.col(j) = false;
    mask(i, j) = true;
    return mask;
}

}  // namespace

LiftedBoundResult lifted_search(const Problem& problem, const Match& incumbent,
                                const LiftedBoundOptions& options) {
    const OneBlasThread one_blas_thread;
    LiftedBoundResult total;
    total.best = incumbent;
    total.best_objective = evaluate(problem, incumbent).sum();
    std::vector<Branch> branches{{problem.allowed, 0}};
    const auto target = [&] {
        return (1 - options.relative_gap) * std::min(total.best_objective, options.upper_bound);
    };
    // What is still open, not counting the branch at work: `lower` stands for that one.
    const auto report = [&](double lower) {
        for (const Branch& branch : branches) lower = std::min(lower, branch.lower);
        lower = std::min(lower, target());
        if (lower <= total.lower_bound) return;
        total.lower_bound = lower;
        if (options.on_bound) options.on_bound(lower);
    };
    while (!branches.empty() && !(options.should_stop && options.should_stop()) &&
           total.relaxations < options.max_relaxations) {
        const auto least =
            std::min_element(branches.begin(), branches.end(),
                             [](const Branch& p, const Branch& q) { return p.lower < q.lower; });
        Branch branch = std::move(*least);
        branches.erase(least);
        const Match start = nearest_match(branch.mask, total.best);
        if (start.empty() || branch.lower >= target()) {
            report(infinity);
            continue;
        }
        Problem part = problem;
        part.allowed = branch.mask;
        LiftedBoundOptions part_options = options;
        part_options.upper_bound = std::min(total.best_objective, options.upper_bound);
        part_options.max_relaxations = options.max_relaxations - total.relaxations;
        part_options.on_bound = [&](double lower) { report(std::max(lower, branch.lower)); };
        part_options.on_better_match = nullptr;
        const LiftedBoundResult result = lifted_bound(part, start, part_options);
        total.relaxations += result.relaxations;
        total.iterations += result.iterations;
        if (result.best_objective < total.best_objective) {
            total.best = result.best;
            total.best_objective = result.best_objective;
            if (options.on_better_match) options.on_better_match(total.best, total.best_objective);
        }
        branch.lower = std::max(branch.lower, result.lower_bound);
        const int row = branching_row(result.open);
        if (!result.proven && (!result.stalled || row < 0)) {
            branches.push_back({result.open, branch.lower});  // stopped, not finished
            break;
        }
        if (!result.proven)
            for (int j = 0; j < problem.size(); ++j)
                if (result.open(row, j)) branches.push_back({pinned(result.open, row, j), branch.lower});
        report(infinity);
    }
    total.proven = branches.empty();
    total.open = Mask::Constant(problem.size(), problem.size(), false);
    for (const Branch& branch : branches) total.open = total.open || branch.mask;
    return total;
}

}  // namespace sigmatch
