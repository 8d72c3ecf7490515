#include "numerics/assignment.h"

#include <algorithm>

namespace sigmatch {

void Assignment::augment(const CostMatrix& cost, int free_row) {
    const int n = static_cast<int>(cost.rows());
    std::fill(distance_.begin(), distance_.end(), forbidden);
    std::fill(scanned_.begin(), scanned_.end(), 0);
    int row = free_row, end = -1;
    double reached = 0;
    while (end < 0) {
        // Relax the edges of `row`, then take the nearest column that is not scanned yet.
        const double* c = cost.data() + static_cast<Eigen::Index>(row) * n;
        const double base = reached - u_[row];
        int nearest = -1;
        double nearest_distance = forbidden;
        for (int j = 0; j < n; ++j) {
            if (scanned_[j]) continue;
            const double through = base + c[j] - v_[j];
            if (through < distance_[j]) {
                distance_[j] = through;
                predecessor_[j] = row;
            }
            if (distance_[j] < nearest_distance) {
                nearest_distance = distance_[j];
                nearest = j;
            }
        }
        if (nearest < 0) {
            feasible_ = false;
            return;
        }
        reached = nearest_distance;
        scanned_[nearest] = 1;
        if (row_of_column_[nearest] < 0)
            end = nearest;
        else
            row = row_of_column_[nearest];
    }
    u_[free_row] += reached;
    for (int j = 0; j < n; ++j) {
        if (!scanned_[j] || j == end) continue;
        const double shift = reached - distance_[j];
        v_[j] -= shift;
        u_[row_of_column_[j]] += shift;
    }
    for (int j = end;;) {
        const int i = predecessor_[j];
        row_of_column_[j] = i;
        std::swap(column_of_row_[i], j);
        if (i == free_row) break;
    }
}

bool Assignment::solve(const CostMatrix& cost) {
    const int n = static_cast<int>(cost.rows());
    if (static_cast<int>(v_.size()) != n) v_.assign(n, 0.0);
    u_.assign(n, 0.0);
    distance_.resize(n);
    predecessor_.resize(n);
    scanned_.resize(n);
    column_of_row_.assign(n, -1);
    row_of_column_.assign(n, -1);
    feasible_ = true;

    // Each row takes its cheapest column under the kept column potentials, if this column is still free.
    for (int i = 0; i < n; ++i) {
        const double* c = cost.data() + static_cast<Eigen::Index>(i) * n;
        int best = -1;
        double least = forbidden;
        for (int j = 0; j < n; ++j) {
            if (c[j] - v_[j] < least) {
                least = c[j] - v_[j];
                best = j;
            }
        }
        if (best < 0) return feasible_ = false;
        u_[i] = least;
        if (row_of_column_[best] < 0) {
            row_of_column_[best] = i;
            column_of_row_[i] = best;
        }
    }
    for (int i = 0; i < n && feasible_; ++i)
        if (column_of_row_[i] < 0) augment(cost, i);
    if (!feasible_) {
        v_.assign(n, 0.0);
        return false;
    }

    bound_ = 0;
    for (int i = 0; i < n; ++i) {
        const double* c = cost.data() + static_cast<Eigen::Index>(i) * n;
        double slack = 0;
        for (int j = 0; j < n; ++j) slack = std::min(slack, c[j] - u_[i] - v_[j]);
        bound_ += u_[i] + slack;
    }
    for (int j = 0; j < n; ++j) bound_ += v_[j];
    return true;
}

const CostMatrix& Assignment::forced_bounds(const CostMatrix& cost) {
    // If row i takes another column j, the row that held j must find a way to the column that i left.
    // residual_(i, k): the reduced cost for row i to take the column of row k.
    const int n = static_cast<int>(cost.rows());
    residual_.resize(n, n);
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) {
            const int j = column_of_row_[k];
            residual_(i, k) = i == k ? 0 : std::max(0.0, cost(i, j) - u_[i] - v_[j]);
        }
    forced_.resize(n, n);
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) forced_(i, column_of_row_[k]) = residual_(i, k);
    for (int via = 0; via < n; ++via) {
        const double* from_via = residual_.data() + static_cast<Eigen::Index>(via) * n;
        for (int i = 0; i < n; ++i) {
            double* row = residual_.data() + static_cast<Eigen::Index>(i) * n;
            const double to_via = row[via];
            if (to_via == forbidden) continue;
            for (int k = 0; k < n; ++k) row[k] = std::min(row[k], to_via + from_via[k]);
        }
    }
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) forced_(i, column_of_row_[k]) += bound_ + residual_(k, i);
    return forced_;
}

}  // namespace sigmatch
