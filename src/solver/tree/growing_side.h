#pragma once

#include <memory>
#include <vector>

#include "solver/objective/partial_phi.h"

namespace sigmatch {

/// One side of the objective while a match grows pair by pair.
class GrowingSide {
public:
    /// `targets` are the keypoints of the other shape.
    GrowingSide(const Deformation& deformation, const Points& targets);

    /// Gives a keypoint a partner, or takes its partner away (-1).
    void decide(int keypoint, int partner);

    /// Must be called after decide() and before with(): forgets what with() computed for earlier pairs.
    /// May keep `memory` bytes for later calls.
    void renew(std::size_t memory);

    /// phi of the decided pairs and of this additional pair.
    double with(int keypoint, int partner);

private:
    struct Grown {
        std::shared_ptr<const Phi> phi;
        Eigen::MatrixXd reached;  ///< basis times the positions of the decided partners
        double share = 0.5;
    };
    void prepare(int keypoint, Grown& grown);

    PartialPhi phi_of_;
    Eigen::Matrix<double, Eigen::Dynamic, 3> targets_;
    std::vector<int> partner_;
    PartialPhi::Choice kept_;
    std::vector<Grown> grown_;  // for each keypoint that may be added
    Eigen::ArrayXd squares_;
};

}  // namespace sigmatch
