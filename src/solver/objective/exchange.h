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

    /// The coefficient of P(row, column) in a linear minorant of f that touches f at this match. It exists
    /// because f is convex over matches of the same keypoints. It bounds what an exchange can gain: an
    /// exchange can lower f only if it lowers the minorant.
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
