#pragma once

#include <vector>

#include "solver/objective/features.h"

namespace sigmatch {

/// What a pair must at least have together with another keypoint of X, whatever the partner of that one is.
/// As in the bound of Gilmore and Lawler, each of the two rows counts half of it.
class PairBounds {
public:
    PairBounds(const Problem& problem, const Features& features);

    /// Half of the least squares that the pair (i, j) can have together with a pair of row k. Zero if row k
    /// may stay without a partner.
    double half(int i, int j, int k) const {
        return half_.empty() ? 0 : half_[(static_cast<std::size_t>(i) * columns_ + j) * rows_ + k];
    }
    /// The sum over all other rows.
    double half_with_all(int i, int j) const;

private:
    std::size_t rows_, columns_;
    std::vector<double> half_;
};

}  // namespace sigmatch
