#include "solver/tree/first_keypoints.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "solver/objective/partial_phi.h"

namespace sigmatch {

std::vector<int> first_keypoints(const Problem& problem) {
    PartialPhi phi_of(problem.deform_x);
    const int n = problem.size(),
              count = std::min(phi_of.free_keypoints(), PartialPhi(problem.deform_y).free_keypoints());
    const auto stiffness = [&](const std::vector<int>& rows) {
        PartialPhi::Choice kept(n, false);
        for (int i : rows) kept[i] = true;
        const auto phi = phi_of(kept);
        return (*phi)(Eigen::ArrayXd::Ones(phi->rank())).phi;
    };
    std::vector<int> best, rows(n);
    double most = -1;
    for (int seed = 0; seed < n; ++seed) {
        const auto from_seed = [&](int i) {
            return (problem.points_x.row(i) - problem.points_x.row(seed)).squaredNorm();
        };
        std::iota(rows.begin(), rows.end(), 0);
        std::sort(rows.begin(), rows.end(), [&](int i, int k) { return from_seed(i) < from_seed(k); });
        std::vector<int> some(rows.begin(), rows.begin() + std::min(count + 1, n));
        double value = stiffness(some);
        for (bool better = true; better;) {
            better = false;
            for (int& member : some)
                for (int i = 0; i < n; ++i) {
                    if (std::find(some.begin(), some.end(), i) != some.end()) continue;
                    const int before = std::exchange(member, i);
                    const double after = stiffness(some);
                    if (after > value * (1 + 1e-9))
                        value = after, better = true;
                    else
                        member = before;
                }
        }
        if (value > most) most = value, best = some;
    }
    best.resize(std::clamp(count, 1, n));
    return best;
}

}  // namespace sigmatch
