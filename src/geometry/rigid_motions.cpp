#include "geometry/rigid_motions.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "geometry/point_tree.h"
#include "numerics/rigid_alignment.h"

namespace sigmatch {

namespace {

constexpr int starts = 100, rounds = 30;
constexpr double clearly_different = 0.5;  // radians

struct Neighbours {
    std::vector<int> rows;
    double mean_distance = 0;
};

Neighbours nearest(const PointTree& tree, const Points& points) {
    Neighbours found;
    for (const Eigen::Vector3d point : points.rowwise()) {
        size_t row = 0;
        double square = 0;
        tree.knnSearch(point.data(), 1, &row, &square);
        found.rows.push_back(static_cast<int>(row));
        found.mean_distance += std::sqrt(square) / static_cast<double>(points.rows());
    }
    return found;
}

double angle_between(const Eigen::Matrix4d& a, const Eigen::Matrix4d& b) {
    const Eigen::Matrix3d turn = a.topLeftCorner<3, 3>().transpose() * b.topLeftCorner<3, 3>();
    return Eigen::AngleAxisd(turn).angle();
}

}  // namespace

Points moved(const Points& points, const Eigen::Matrix4d& motion) {
    return (points * motion.topLeftCorner<3, 3>().transpose()).rowwise() +
           motion.col(3).head<3>().transpose();
}

std::vector<Eigen::Matrix4d> rigid_motions(const Points& from, const std::vector<int>& spread_from,
                                           const Points& to, const std::vector<int>& spread_to, int most,
                                           std::uint64_t seed) {
    const PointView view_from{from}, view_to{to};
    const PointTree tree_from(3, view_from), tree_to(3, view_to);
    const Points some_from = from(spread_from, Eigen::all), some_to = to(spread_to, Eigen::all);
    std::mt19937_64 random(seed);
    std::vector<std::pair<double, Eigen::Matrix4d>> found;
    for (int start = 0; start < starts; ++start) {
        Points at = turned_at_random(some_from, some_to, random);
        std::vector<int> before;
        Eigen::Matrix4d motion;
        double distance = 0;
        for (int round = 0; round < rounds; ++round) {
            const Neighbours partners = nearest(tree_to, at);
            if (partners.rows == before) break;
            before = partners.rows;
            distance = partners.mean_distance;
            motion = best_motion(some_from, to(partners.rows, Eigen::all), false);
            at = moved(some_from, motion);
        }
        distance += nearest(tree_from, moved(some_to, motion.inverse())).mean_distance;
        found.emplace_back(distance, motion);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Eigen::Matrix4d> motions;
    for (const auto& [distance, motion] : found) {
        if (std::ssize(motions) == most) break;
        if (std::none_of(motions.begin(), motions.end(), [&, m = motion](const Eigen::Matrix4d& other) {
                return angle_between(m, other) < clearly_different;
            }))
            motions.push_back(motion);
    }
    return motions;
}

}  // namespace sigmatch
