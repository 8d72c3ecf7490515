#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "sigmatch/problem.h"
#include "solver/assignment.h"

namespace sigmatch {

/// The pairs (i, j) still allowed at a node of the search: n rows of n bits.
class Domain {
public:
    explicit Domain(const Mask& allowed);

    int size() const { return n_; }
    bool allows(int i, int j) const { return row(i)[j / 64] >> (j % 64) & 1; }
    void forbid(int i, int j) { row(i)[j / 64] &= ~(std::uint64_t{1} << (j % 64)); }
    int row_count(int i) const;
    size_t bytes() const { return bits_.size() * sizeof(std::uint64_t); }

    /// Leaves (i, j) as the only pair of its row and column.
    void assign(int i, int j);

    /// Assigns every row and column that has one pair left, until none is new. False: some have none.
    bool propagate();

    /// Allows every pair of the match.
    bool contains(const Match& match) const;

    /// Makes the forbidden entries of `cost` infinite.
    void apply_to(CostMatrix& cost) const;

private:
    std::uint64_t* row(int i) { return bits_.data() + static_cast<size_t>(i) * words_; }
    const std::uint64_t* row(int i) const { return bits_.data() + static_cast<size_t>(i) * words_; }

    int n_, words_;
    std::vector<std::uint64_t> bits_;
};

}  // namespace sigmatch
