#pragma once

#include <functional>
#include <random>

#include "sigmatch/certificate.h"

/// What a certificate states, by trying everything.
namespace sigmatch::testing {

/// phi_x, phi_y and the orientation term from singular vectors and a search for the best share: no bounds, no
/// rank threshold. Exact to some 1e-10.
Eigen::Vector3d plain_norms(const StatedProblem& problem, const Match& match);
double plain_objective(const StatedProblem& problem, const Match& match);

/// Calls visit(match) for every permutation on the mask.
void for_each_match(const Mask& mask, const std::function<void(const Match&)>& visit);

/// The least objective of the allowed matches that are not listed.
double least_of_others(const StatedProblem& problem, const std::vector<Match>& listed);

/// Whether the listed matches are allowed permutations, and no other allowed match lies below the bound.
bool is_true(const Certificate& certificate);

/// S with a kernel of constants only and eigenvalues of very different size: small problems are hard, too.
Problem stiff_problem(int n, bool with_orientation, double mask_share, std::mt19937_64& random);

}  // namespace sigmatch::testing
