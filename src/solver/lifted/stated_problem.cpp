#include "solver/lifted/stated_problem.h"

#include "numerics/symmetric_eigen.h"
#include "solver/objective/phi.h"

namespace sigmatch {

namespace {

StatedProblem::Side stated_side(const Deformation& deformation) {
    const SymmetricEigen eigen = symmetric_eigen(deformation.S);
    const Phi phi(deformation);
    return {phi.basis(), eigen.values.tail(phi.rank()), deformation.a, deformation.b};
}

}  // namespace

StatedProblem stated_problem(const Problem& problem) {
    return {stated_side(problem.deform_x),
            stated_side(problem.deform_y),
            problem.points_x.rowwise() - problem.points_x.colwise().mean(),
            problem.points_y.rowwise() - problem.points_y.colwise().mean(),
            problem.h_x,
            problem.h_y,
            problem.ori_weight,
            problem.costs,
            problem.pair_terms,
            problem.allowed};
}

}  // namespace sigmatch
