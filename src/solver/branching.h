#pragma once

#include <utility>
#include <vector>

#include "solver/assignment.h"
#include "solver/domain.h"

namespace sigmatch {

/// A split of a domain: exactly one of the pairs must hold, and `bounds` bound f from below for each.
struct Split {
    std::vector<std::pair<int, int>> pairs;
    std::vector<double> bounds;

    /// Estimated size of the trees below, for a node of bound `bound`: a child whose bound has come all the
    /// way to the cutoff counts nothing, one that has not moved counts one.
    double estimate(double bound, double cutoff) const;
};

/// The splits of the domain by each row and each column that is not yet assigned, the most promising first.
std::vector<Split> rank_splits(const Domain& domain, const CostMatrix& forced, double bound, double cutoff);

}  // namespace sigmatch
