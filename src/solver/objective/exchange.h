#pragma once

#include "numerics/assignment.h"
#include "solver/objective/objective.h"

namespace sigmatch {

/// A cyclic exchange of columns between matched rows: rows[0] takes the column of rows[1], and so on; the
/// last row takes the column of rows[0].
struct Exchange {
    int count = 0;
    int rows[3] = {};
};

/// A match and its objective, for trying exchanges. An exchange leaves the same keypoints without a partner,
/// so the same phi serves for all exchanges. The objective must outlive this object.
class ExchangeableMatch {
public:
    ExchangeableMatch(Objective& objective, Match match);

    const Match& match() const { return match_; }
    double value() const { return at_.total(); }

    /// A lower bound of what the exchange adds to f. phi is convex over matches of the same keypoints, so it
    /// rises at least as its slope here. The change of the features is exact.
    double least_change(const Exchange& exchange) const;

    /// Takes the exchange if it lowers f.
    bool try_exchange(const Exchange& exchange);

private:
    double features_after(const Exchange& exchange) const;
    double value_after(const Exchange& exchange);
    void find_slopes();
    void add_pair_costs(int k, int l, double sign);

    Objective& objective_;
    Match match_;
    Image image_;
    Evaluation at_;
    CostMatrix slopes_;      // of phi_x + phi_y
    CostMatrix pair_costs_;  // (i, j): squares that i with partner j has together with all other pairs
    Eigen::ArrayXd cx_, cy_;
};

}  // namespace sigmatch
