#pragma once

#include <Eigen/Core>
#include <deque>

#include "solver/lifted_sdp.h"

namespace sigmatch {

/// The iterates of solved relaxations, to start the next one from.
///
/// Q_w is concave in 1/w: if 1/w is a conic combination of earlier 1/w_i, then the same combination of their
/// duals proves at once what their cuts prove together. So a relaxation starts from the best fit of that
/// kind.
class DualArchive {
public:
    void add(const Eigen::VectorXd& w, LiftedSdp::Iterates iterates);
    /// False if there is nothing to start from.
    bool start(LiftedSdp& sdp, const Eigen::VectorXd& w) const;

private:
    struct Solved {
        Eigen::VectorXd w;
        LiftedSdp::Iterates iterates;
    };
    std::deque<Solved> solved_;
};

}  // namespace sigmatch
