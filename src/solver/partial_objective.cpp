#include "solver/partial_objective.h"

#include <algorithm>
#include <cmath>

namespace sigmatch {

namespace {

Phi::Value reach(PartialPhi& phi_of, const PartialPhi::Choice& kept, const Points& partners) {
    constexpr size_t enough = size_t{1} << 26;
    phi_of.make_room(enough);
    const Phi& phi = phi_of(kept);
    return phi((phi.basis() * partners).rowwise().squaredNorm().array());
}

}  // namespace

PartialObjective::PartialObjective(const Problem& problem)
    : problem_(problem), phi_x_(problem.deform_x), phi_y_(problem.deform_y) {}

void PartialObjective::read(const Match& match) {
    std::vector<int> row_of(problem_.size_y(), unmatched);
    rows_.assign(problem_.size(), false);
    columns_.assign(problem_.size_y(), false);
    pairs_ = 0;
    for (int i = 0; i < problem_.size(); ++i) {
        if (match[i] == unmatched) continue;
        rows_[i] = columns_[match[i]] = true;
        row_of[match[i]] = i;
        ++pairs_;
    }
    partners_of_rows_.resize(pairs_, 3);
    partners_of_columns_.resize(pairs_, 3);
    Eigen::Index next = 0;
    for (int i = 0; i < problem_.size(); ++i)
        if (match[i] != unmatched) partners_of_rows_.row(next++) = problem_.points_y.row(match[i]);
    next = 0;
    for (int i : row_of)
        if (i != unmatched) partners_of_columns_.row(next++) = problem_.points_x.row(i);
}

Phi::Value PartialObjective::side_x() {
    return reach(phi_x_, rows_, partners_of_rows_);
}

Phi::Value PartialObjective::side_y() {
    return reach(phi_y_, columns_, partners_of_columns_);
}

double PartialObjective::orientation(const Match& match) const {
    double squares = 0;
    for (int i = 0; i < problem_.size(); ++i)
        if (match[i] != unmatched) squares += std::pow(problem_.h_x[i] - problem_.h_y[match[i]], 2);
    return problem_.ori_weight * std::sqrt(squares);
}

double PartialObjective::price() const {
    const int missing = problem_.smaller_size() - pairs_;
    return missing > 0 ? missing * problem_.unmatched_cost : 0;
}

Terms PartialObjective::terms(const Match& match) {
    read(match);
    const Phi::Value x = side_x(), y = side_y();
    return {x.share * x.phi,       y.share * y.phi,    (1 - x.share) * x.phi,
            (1 - y.share) * y.phi, orientation(match), price()};
}

double PartialObjective::below(double limit, const Match& match) {
    read(match);
    double sum = orientation(match) + price();
    if (sum < limit) sum += side_x().phi;
    if (sum < limit) sum += side_y().phi;
    return sum;
}

}  // namespace sigmatch
