#pragma once

#include "numerics/assignment.h"
#include "solver/objective/objective.h"

namespace sigmatch {

/// Matched rows that pass their columns on: rows[0] takes the column of rows[1], and so on round.
struct Exchange {
    int count = 0;
    int rows[3] = {};
};

/// A match and its objective, for trying exchanges. These leave the same keypoints without a partner, so that
/// what phi knows of the others serves for all of them. The objective must outlive this.
class ExchangeableMatch {
public:
    ExchangeableMatch(Objective& objective, Match match);

    const Match& match() const { return match_; }
    double value() const { return at_.total(); }

    /// An upper bound of what an exchange can gain, by the linear minorant of f that touches it here: over
    /// matches of the same keypoints f is convex, so an exchange can only help if it lowers that.
    double slope(int row, int column) const { return slopes_(row, column); }

    /// Takes the exchange if it lowers f.
    bool try_exchange(const Exchange& exchange);

private:
    double value_after(const Exchange& exchange);
    void find_slopes();

    Objective& objective_;
    Match match_;
    Image image_;
    Evaluation at_;
    CostMatrix slopes_;
    Eigen::ArrayXd cx_, cy_;
};

}  // namespace sigmatch
