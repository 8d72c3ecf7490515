#include "solver/rigid_alignment.h"

#include <Eigen/Geometry>

namespace sigmatch {

Points moved_to_partners(const Points& x, const Points& y, const Match& match) {
    const Eigen::MatrixXd X = x.transpose(), partners = y(match, Eigen::all).transpose();
    return (Eigen::umeyama(X, partners) * X.colwise().homogeneous()).topRows(3).transpose();
}

Match align_rigidly(const Points& x, const Points& y, std::mt19937_64& random,
                    const std::function<Match(const Points& moved_x)>& nearest) {
    constexpr int rounds = 20;
    std::normal_distribution<double> normal;
    const Eigen::Quaterniond rotation(normal(random), normal(random), normal(random), normal(random));
    const Eigen::RowVector3d centre_x = x.colwise().mean(), centre_y = y.colwise().mean();
    const double scale = (y.rowwise() - centre_y).norm() / (x.rowwise() - centre_x).norm();
    Points moved =
        (scale * (x.rowwise() - centre_x) * rotation.normalized().toRotationMatrix().transpose()).rowwise() +
        centre_y;
    Match match, before;
    for (int round = 0; round < rounds; ++round) {
        match = nearest(moved);
        if (match == before) break;
        before = match;
        moved = moved_to_partners(x, y, match);
    }
    return match;
}

}  // namespace sigmatch
