#include "verify/matchings.h"

namespace sigmatch {

namespace {

// Kuhn's algorithm: row i takes a column if the row that holds it can move to another column.
bool place(const Mask& mask, int i, std::vector<int>& row_of_column, std::vector<char>& tried) {
    for (int j = 0; j < mask.cols(); ++j) {
        if (!mask(i, j) || tried[j]) continue;
        tried[j] = true;
        if (row_of_column[j] < 0 || place(mask, row_of_column[j], row_of_column, tried)) {
            row_of_column[j] = i;
            return true;
        }
    }
    return false;
}

bool visit(const Mask& mask, int i, Match& match, std::vector<char>& taken, long& budget,
           const std::function<bool(const Match&)>& accept) {
    if (i == mask.rows()) return accept(match);
    for (int j = 0; j < mask.cols(); ++j) {
        if (!mask(i, j) || taken[j]) continue;
        if (--budget < 0) return false;
        taken[j] = true;
        match[i] = j;
        if (!visit(mask, i + 1, match, taken, budget, accept)) return false;
        taken[j] = false;
    }
    return true;
}

}  // namespace

bool holds_match(const Mask& mask) {
    std::vector<int> row_of_column(mask.cols(), -1);
    for (int i = 0; i < mask.rows(); ++i) {
        std::vector<char> tried(mask.cols(), false);
        if (!place(mask, i, row_of_column, tried)) return false;
    }
    return true;
}

bool holds_match_with(const Mask& mask, int i, int j) {
    Mask with = mask;
    with.row(i).setConstant(false);
    with.col(j).setConstant(false);
    with(i, j) = mask(i, j);
    return holds_match(with);
}

bool all_matches(const Mask& mask, long budget, const std::function<bool(const Match&)>& accept) {
    Match match(mask.rows());
    std::vector<char> taken(mask.cols(), false);
    return visit(mask, 0, match, taken, budget, accept);
}

}  // namespace sigmatch
