#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "solver/assignment.h"
#include "solver/domain.h"
#include "solver/objective.h"

namespace sigmatch {

/// Permutations whose convex hull holds the relaxed optimum of a node; its children start from them.
using Atoms = std::vector<Match>;

/// The convex relaxation: least f over the doubly stochastic matrices on a Domain, by a fully corrective
/// Frank-Wolfe method. Every step solves one assignment problem, whose value is a lower bound and whose
/// match is feasible. One object per thread.
class Relaxation {
public:
    explicit Relaxation(const Objective& objective) : objective_(objective) {}

    struct Limits {
        double cutoff = 0;       ///< stop as soon as the bound reaches this
        double tolerance = 0;    ///< stop when value - bound is below this
        int max_iterations = 0;  ///< stop after this many assignment problems
    };

    /// Bounds f on `domain` from below. Matches seen are offered to `on_match`. Returns forbidden (infinity)
    /// if the domain holds no permutation.
    double bound(const Domain& domain, const Atoms& start, const Limits& limits,
                 const std::function<void(const Match&, double value)>& on_match);

    /// A lower bound on f for each pair (i, j) forced; of the last call of bound().
    CostMatrix forced_bounds();

    /// The permutations that carry the relaxed optimum of the last call, those of largest weight first.
    Atoms atoms(size_t at_most) const;

    /// The relaxed optimum itself (n by n, doubly stochastic).
    Eigen::MatrixXd point() const;

    int iterations() const { return iterations_; }

private:
    struct Atom {
        Match match;
        Image image;
        double weight = 0;
    };
    void add(const Match& match);
    void correct();
    Image mean() const;

    const Objective& objective_;
    std::vector<Atom> atoms_;
    Evaluation at_;
    CostMatrix cost_, best_cost_;
    double best_constant_ = 0, best_bound_ = 0;
    Assignment assignment_;
    int iterations_ = 0;
};

}  // namespace sigmatch
