#include "sigmatch/knowledge.h"

#include <fmt/core.h>

#include <algorithm>

#include "sigmatch/errors.h"

namespace sigmatch {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

bool is_known(const Match& known, int i, int j) {
    return !known.empty() && known[static_cast<size_t>(i)] == j;
}

bool no_pairs(const Match& known) {
    return std::all_of(known.begin(), known.end(), [](int j) { return j == unmatched; });
}

void check_known(const Match& known, Index n, Index m) {
    if (known.empty()) return;
    if (std::ssize(known) != n)
        throw InputError(
            fmt::format("the known pairs are for {} keypoints of X, which has {}", known.size(), n));
    std::vector<int> partner(static_cast<size_t>(m), unmatched);
    for (int i = 0; i < n; ++i) {
        const int j = known[static_cast<size_t>(i)];
        if (j == unmatched) continue;
        if (j < 0 || j >= m)
            throw InputError(fmt::format("known pair {} {}: Y has {} keypoints, counted from 0", i, j, m));
        int& taken = partner[static_cast<size_t>(j)];
        if (taken != unmatched)
            throw InputError(fmt::format(
                "known pairs contradict each other: keypoint {} of Y is given to {} and {}", j, taken, i));
        taken = i;
    }
}

void check_forbidden(const Knowledge& knowledge, Index n, Index m) {
    for (const auto& [i, j] : knowledge.forbidden) {
        if (i < 0 || i >= n || j < 0 || j >= m)
            throw InputError(fmt::format(
                "forbidden pair {} {}: the shapes have {} and {} keypoints, counted from 0", i, j, n, m));
        if (is_known(knowledge.known, i, j))
            throw InputError(fmt::format("the pair {} {} is both known and forbidden", i, j));
    }
}

void check_cost(const MatrixXd& cost, Index n, Index m) {
    if (cost.size() == 0) return;
    if (cost.rows() != n || cost.cols() != m)
        throw InputError(
            fmt::format("the costs have {} rows and {} columns; the shapes have {} and {} keypoints",
                        cost.rows(), cost.cols(), n, m));
    if (!cost.allFinite() || !(cost.array() >= 0).all())
        throw InputError("the costs must be finite and not negative");
}

}  // namespace

bool Knowledge::empty() const {
    return no_pairs(known) && forbidden.empty() && cost.size() == 0 && features_x.size() == 0 &&
           features_y.size() == 0;
}

void check(const Knowledge& knowledge, Index n, Index m) {
    check_known(knowledge.known, n, m);
    check_forbidden(knowledge, n, m);
    check_cost(knowledge.cost, n, m);
}

Mask possible_pairs(const Knowledge& knowledge, Index n, Index m) {
    Mask possible = Mask::Constant(n, m, true);
    for (const auto& [i, j] : knowledge.forbidden) possible(i, j) = false;
    for (int i = 0; i < std::ssize(knowledge.known); ++i) {
        const int j = knowledge.known[static_cast<size_t>(i)];
        if (j == unmatched) continue;
        possible.row(i).setConstant(false);
        possible.col(j).setConstant(false);
        possible(i, j) = true;
    }
    return possible;
}

}  // namespace sigmatch
