#include "numerics/rigid_alignment.h"

#include <Eigen/Geometry>
#include <cmath>
#include <utility>
#include <vector>

namespace sigmatch {

Points turned_at_random(const Points& x, const Points& y, std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    const Eigen::Quaterniond rotation(normal(random), normal(random), normal(random), normal(random));
    const Eigen::RowVector3d centre_x = x.colwise().mean(), centre_y = y.colwise().mean();
    const double spread_x = (x.rowwise() - centre_x).norm() / std::sqrt(static_cast<double>(x.rows())),
                 spread_y = (y.rowwise() - centre_y).norm() / std::sqrt(static_cast<double>(y.rows()));
    const double scale = spread_x > 0 ? spread_y / spread_x : 1;
    const Eigen::Matrix3d turn = scale * rotation.normalized().toRotationMatrix().transpose();
    return ((x.rowwise() - centre_x) * turn).rowwise() + centre_y;
}

Eigen::Matrix4d best_motion(const Points& from, const Points& to, bool with_scale) {
    const Eigen::Matrix3Xd p = from.transpose(), q = to.transpose();
    return Eigen::umeyama(p, q, with_scale);
}

Points moved_to_partners(const Points& x, const Points& y, const Match& match) {
    std::vector<int> rows, columns;
    for (int i = 0; i < static_cast<int>(match.size()); ++i)
        if (match[i] != unmatched) rows.push_back(i), columns.push_back(match[i]);
    const Eigen::Matrix4d motion = best_motion(x(rows, Eigen::all), y(columns, Eigen::all), true);
    return (x * motion.topLeftCorner<3, 3>().transpose()).rowwise() + motion.col(3).head<3>().transpose();
}

Match align_rigidly(const Points& x, const Points& y, Points moved_x,
                    const std::function<Match(const Points& moved_x)>& nearest) {
    constexpr int rounds = 20;
    Match match;
    for (int round = 0; round < rounds && moved_x.allFinite(); ++round) {
        Match next = nearest(moved_x);
        if (next == match) break;
        match = std::move(next);
        if (match.empty()) break;
        moved_x = moved_to_partners(x, y, match);
    }
    return match;
}

}  // namespace sigmatch
