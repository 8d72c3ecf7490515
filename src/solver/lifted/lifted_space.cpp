#include "solver/lifted/lifted_space.h"

#include "numerics/linear_systems.h"

namespace sigmatch {

LiftedSpace::LiftedSpace(const Mask& allowed) : n_(static_cast<int>(allowed.rows())) {
    index_ = Eigen::MatrixXi::Zero(n_, n_);
    for (int i = 0; i < n_; ++i)
        for (int j = 0; j < n_; ++j)
            if (allowed(i, j)) {
                entries_.push_back({i, j});
                index_(i, j) = static_cast<int>(entries_.size());
            }
    support_ = Eigen::MatrixXf::Ones(size(), size());
    for (int s = 1; s < size(); ++s)
        for (int t = 1; t < size(); ++t)
            if (s != t && (entries_[s - 1].i == entries_[t - 1].i || entries_[s - 1].j == entries_[t - 1].j))
                support_(s, t) = 0;
    Eigen::MatrixXd sums = Eigen::MatrixXd::Zero(size(), 2 * n_);
    sums.row(0).setConstant(-1);
    for (int s = 1; s < size(); ++s) sums(s, entries_[s - 1].i) = sums(s, n_ + entries_[s - 1].j) = 1;
    normals_ = range_of(sums, 1e-10);
    normals_single_ = normals_.cast<float>();
}

std::vector<int> LiftedSpace::positions_in(const LiftedSpace& other) const {
    std::vector<int> positions{0};
    for (const Entry& e : entries_) positions.push_back(other.index(e.i, e.j));
    return positions;
}

}  // namespace sigmatch
