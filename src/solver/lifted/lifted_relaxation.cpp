#include "solver/lifted/lifted_relaxation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/assignment.h"

namespace sigmatch {

namespace {
constexpr int max_iterations = 300;
constexpr int polishing_rounds = 3;
}  // namespace

CertifiedBound solve_relaxation(LiftedSdp& sdp, const Eigen::MatrixXd& cost, double wanted,
                                const std::function<bool()>& should_stop, LiftedEvidence* evidence) {
    sdp.set_cost(cost);
    const int n = sdp.space()->keypoints();
    BoundCertifier certify(*sdp.space(), cost);
    CertifiedBound best{-std::numeric_limits<double>::infinity(), {}};
    Eigen::MatrixXd forced = Eigen::MatrixXd::Constant(n, n, best.value);
    Eigen::MatrixXf best_dual;
    double best_shift = 0, before = best.value;
    int idle = 0;
    while (sdp.iterations() < max_iterations) {
        for (int k = 0; k < LiftedSdp::period; ++k) sdp.step();
        CertifiedBound bound = certify(sdp.dual(), sdp.dual_shift());
        if (std::isnan(bound.value)) break;
        const bool at_the_top = bound.value > best.value - 0.005 * std::abs(best.value);
        // Any dual of this cost may prove the highest bound of some entry, not only the best dual.
        if (!evidence) forced = forced.cwiseMax(bound.forced);
        if (bound.value > best.value) {
            best = std::move(bound);
            best_dual = sdp.dual();
            best_shift = sdp.dual_shift();
        }
        const double gain = best.value - before;
        before = best.value;
        if (best.value > 2.5 * wanted || (best.value > 1.005 * wanted && gain < 0.08 * best.value)) break;
        idle = best.value > 0 && at_the_top && gain < 0.002 * best.value ? idle + 1 : 0;
        if ((idle >= 3 && sdp.iterations() >= 60) || should_stop()) break;
    }
    if (best_dual.size() == 0) return best;
    CertifiedBound polished = certify(best_dual, best_shift, polishing_rounds, evidence);
    if (!evidence) polished.value = std::max(polished.value, best.value);
    polished.forced = polished.forced.cwiseMax(forced).cwiseMax(polished.value);
    return polished;
}

Match rounded_match(const LiftedSdp& sdp) {
    const LiftedSpace& space = *sdp.space();
    CostMatrix cost = CostMatrix::Constant(space.keypoints(), space.keypoints(), forbidden);
    const Eigen::VectorXf estimate = sdp.estimate();
    for (int s = 1; s < space.size(); ++s)
        cost(space.entries()[s - 1].i, space.entries()[s - 1].j) = -estimate[s - 1];
    Assignment assignment;
    return assignment.solve(cost) ? assignment.match() : Match{};
}

}  // namespace sigmatch
