#pragma once

#include <Eigen/Core>
#include <deque>

#include "solver/lifted/lifted_sdp.h"

namespace sigmatch {

/// The iterates of solved relaxations, to start the next one from.
///
/// The cost is linear in the coefficients of its quadratic: if they are a conic combination of earlier ones,
/// then the same combination of their duals proves at once what those prove together. So a relaxation starts
/// from the best fit of that kind; `importance` says how much each coefficient matters.
class DualArchive {
public:
    /// Of iterates beyond so many bytes the oldest go.
    explicit DualArchive(std::size_t memory_limit) : memory_limit_(memory_limit) {}

    void add(const Eigen::VectorXd& coefficients, LiftedSdp::Iterates iterates);
    /// False if there is nothing to start from.
    bool start(LiftedSdp& sdp, const Eigen::VectorXd& coefficients, const Eigen::VectorXd& importance) const;

private:
    struct Solved {
        Eigen::VectorXd coefficients;
        LiftedSdp::Iterates iterates;
    };
    std::size_t memory_limit_;
    std::deque<Solved> solved_;
};

}  // namespace sigmatch
