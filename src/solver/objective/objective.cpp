#include "solver/objective/objective.h"

#include <cmath>

namespace sigmatch {

namespace {

/// Memory for the phi of different choices of keypoints.
constexpr size_t cache_bytes = size_t{1} << 26;

double phi_of(const Phi& phi, const Eigen::MatrixXd& B) {
    return phi(B.rowwise().squaredNorm().array()).phi;
}

}  // namespace

Objective::Objective(const Problem& problem)
    : problem_(problem), features_(problem), phi_x_(problem.deform_x), phi_y_(problem.deform_y) {}

Objective::Partners Objective::partners(const Match& match) const {
    const int n = problem_.size(), m = problem_.size_y();
    Partners found{PartialPhi::Choice(n, false), PartialPhi::Choice(m, false), Points::Zero(n, 3),
                   Points::Zero(m, 3)};
    for (int i = 0; i < n; ++i) {
        const int j = match[i];
        if (j == unmatched) continue;
        found.rows[i] = found.columns[j] = true;
        found.of_rows.row(i) = problem_.points_y.row(j);
        found.of_columns.row(j) = problem_.points_x.row(i);
        ++found.pairs;
    }
    return found;
}

double Objective::unmatched_cost(int pairs) const {
    const int missing = problem_.smaller_size() - pairs;
    return missing > 0 ? missing * problem_.unmatched_cost : 0;
}

Image Objective::image(const Match& match) {
    phi_x_.make_room(cache_bytes);
    phi_y_.make_room(cache_bytes);
    const Partners found = partners(match);
    Image image{phi_x_(found.rows),       phi_y_(found.columns),      {}, {},
                features_.squares(match), unmatched_cost(found.pairs)};
    image.bx = image.phi_x->basis() * found.of_rows;
    image.by = image.phi_y->basis() * found.of_columns;
    return image;
}

Evaluation Objective::evaluate(const Image& image, const Evaluation& guess) const {
    Evaluation result;
    result.x = (*image.phi_x)(image.bx.rowwise().squaredNorm().array(), guess.x.share);
    result.y = (*image.phi_y)(image.by.rowwise().squaredNorm().array(), guess.y.share);
    result.features = std::sqrt(image.features.sum());
    result.unmatched = image.unmatched;
    return result;
}

Terms Objective::terms(const Match& match) {
    const Image at = image(match);
    const Evaluation e = evaluate(at);
    Terms terms;
    terms.rec_x = e.x.share * e.x.phi;
    terms.rec_y = e.y.share * e.y.phi;
    terms.def_x = (1 - e.x.share) * e.x.phi;
    terms.def_y = (1 - e.y.share) * e.y.phi;
    terms.unmatched = e.unmatched;
    if (e.features > 0) {
        const double squares = at.features.sum();
        terms.ori = e.features * (at.features.ori / squares);
        terms.pairs = e.features * (at.features.pairs / squares);
        terms.costs = e.features * (at.features.costs / squares);
    }
    return terms;
}

double Objective::below(double limit, const Match& match) {
    phi_x_.make_room(cache_bytes);
    phi_y_.make_room(cache_bytes);
    const Partners found = partners(match);
    double sum = std::sqrt(features_.squares(match).sum()) + unmatched_cost(found.pairs);
    if (sum >= limit) return sum;
    const auto phi_x = phi_x_(found.rows);
    sum += phi_of(*phi_x, phi_x->basis() * found.of_rows);
    if (sum >= limit) return sum;
    const auto phi_y = phi_y_(found.columns);
    return sum + phi_of(*phi_y, phi_y->basis() * found.of_columns);
}

}  // namespace sigmatch
