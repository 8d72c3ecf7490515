#pragma once

#include <functional>

#include "solver/lifted/certified_bound.h"
#include "solver/lifted/lifted_sdp.h"

namespace sigmatch {

/// Solves the relaxation of y' L y from the present iterates of `sdp` and certifies the bounds that it
/// reaches. Ends when the bound is well above `wanted` or does not rise any more, after 300 steps, or when
/// `should_stop` returns true. If `evidence` is given, the bound is the one that a single dual proves.
CertifiedBound solve_relaxation(LiftedSdp& sdp, const Eigen::MatrixXd& cost, double wanted,
                                const std::function<bool()>& should_stop, LiftedEvidence* evidence = nullptr);

/// The match nearest to the primal estimate; empty if there is none.
Match rounded_match(const LiftedSdp& sdp);

}  // namespace sigmatch
