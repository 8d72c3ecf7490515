#pragma once

#include <vector>

#include "sigmatch/problem.h"
#include "sigmatch/solve.h"
#include "solver/partial_phi.h"

namespace sigmatch {

/// f of matches that may leave keypoints without a partner. One per thread. The problem must live as long.
class PartialObjective {
public:
    explicit PartialObjective(const Problem& problem);

    double operator()(const Match& match) { return terms(match).sum(); }
    Terms terms(const Match& match);
    /// f, or some value from `limit` on as soon as it is clear that f is not below.
    double below(double limit, const Match& match);

private:
    void read(const Match& match);
    Phi::Value side_x();
    Phi::Value side_y();
    double orientation(const Match& match) const;
    double price() const;

    const Problem& problem_;
    PartialPhi phi_x_, phi_y_;
    PartialPhi::Choice rows_, columns_;  // that have a partner
    Points partners_of_rows_, partners_of_columns_;
    int pairs_ = 0;
};

}  // namespace sigmatch
