#include "solver/domain.h"

namespace sigmatch {

Domain::Domain(const Mask& allowed)
    : n_(static_cast<int>(allowed.rows())),
      words_((n_ + 63) / 64),
      bits_(static_cast<size_t>(n_) * words_, 0) {
    for (int i = 0; i < n_; ++i)
        for (int j = 0; j < n_; ++j)
            if (allowed(i, j)) row(i)[j / 64] |= std::uint64_t{1} << (j % 64);
}

int Domain::row_count(int i) const {
    int count = 0;
    for (int w = 0; w < words_; ++w) count += std::popcount(row(i)[w]);
    return count;
}

void Domain::assign(int i, int j) {
    for (int k = 0; k < n_; ++k) forbid(k, j);
    for (int w = 0; w < words_; ++w) row(i)[w] = 0;
    row(i)[j / 64] |= std::uint64_t{1} << (j % 64);
}

bool Domain::propagate() {
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < n_; ++i) {
            const int count = row_count(i);
            if (count == 0) return false;
            if (count > 1) continue;
            int j = 0;
            while (!allows(i, j)) ++j;
            for (int k = 0; k < n_; ++k) {
                if (k == i || !allows(k, j)) continue;
                forbid(k, j);
                changed = true;
            }
        }
        for (int j = 0; j < n_; ++j) {
            int count = 0, holder = -1;
            for (int i = 0; i < n_ && count < 2; ++i) {
                if (!allows(i, j)) continue;
                ++count;
                holder = i;
            }
            if (count == 0) return false;
            if (count > 1 || row_count(holder) == 1) continue;
            assign(holder, j);
            changed = true;
        }
    }
    return true;
}

bool Domain::contains(const Match& match) const {
    for (int i = 0; i < n_; ++i)
        if (!allows(i, match[i])) return false;
    return true;
}

void Domain::apply_to(CostMatrix& cost) const {
    for (int i = 0; i < n_; ++i)
        for (int j = 0; j < n_; ++j)
            if (!allows(i, j)) cost(i, j) = forbidden;
}

}  // namespace sigmatch
