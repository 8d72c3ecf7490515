#include "solver/lifted/open_matches.h"

#include <vector>

namespace sigmatch {

namespace {

struct Enumeration {
    const Mask& mask;
    int budget;
    const std::function<void(const Match&)>& visit;
    Match match;
    std::vector<char> taken;

    // The row with the fewest choices comes first: so dead ends and forced rows cost nothing.
    int next_row() const {
        const int n = static_cast<int>(mask.rows());
        int row = -1, fewest = n + 1;
        for (int i = 0; i < n; ++i) {
            if (match[i] >= 0) continue;
            int choices = 0;
            for (int j = 0; j < n; ++j) choices += mask(i, j) && !taken[j];
            if (choices < fewest) fewest = choices, row = i;
        }
        return row;
    }

    bool descend() {
        const int row = next_row();
        if (row < 0) {
            visit(match);
            return true;
        }
        for (int j = 0; j < mask.cols(); ++j) {
            if (!mask(row, j) || taken[j]) continue;
            if (--budget < 0) return false;
            match[row] = j;
            taken[j] = 1;
            const bool complete = descend();
            match[row] = -1;
            taken[j] = 0;
            if (!complete) return false;
        }
        return true;
    }
};

}  // namespace

bool for_each_match(const Mask& mask, int budget, const std::function<void(const Match&)>& visit) {
    Enumeration all{mask, budget, visit, Match(mask.rows(), -1), std::vector<char>(mask.cols(), 0)};
    return all.descend();
}

}  // namespace sigmatch
