#pragma once

#include <Eigen/Core>
#include <deque>

#include "solver/lifted/lifted_sdp.h"

namespace sigmatch {

/// The iterates of solved relaxations, to start the next one from.
///
/// The cost is linear in the coefficients of its quadratic. If these are a conic combination of earlier
/// coefficients, the same combination of the earlier duals proves at once what the earlier duals prove
/// together. So a relaxation starts from the conic combination that fits its coefficients best. `importance`
/// says how much each coefficient matters.
class DualArchive {
public:
    /// If the iterates take more bytes than this, the oldest are dropped.
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
