#pragma once

#include <functional>

#include "solver/lifted/certified_bound.h"
#include "solver/lifted/lifted_sdp.h"

namespace sigmatch {

/// Solves the relaxation of y' L y from wherever the SDP stands and certifies what it reaches: until the
/// bound is well above `wanted`, does not rise any more, or `should_stop` says so. With `evidence` the bound
/// is what a single dual proves.
CertifiedBound solve_relaxation(LiftedSdp& sdp, const Eigen::MatrixXd& cost, double wanted,
                                const std::function<bool()>& should_stop, LiftedEvidence* evidence = nullptr);

/// The match nearest to the primal estimate; empty if there is none.
Match rounded_match(const LiftedSdp& sdp);

}  // namespace sigmatch
