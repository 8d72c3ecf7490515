#include "solver/mirror_image.h"

#include <Eigen/LU>

#include "numerics/linear_systems.h"

namespace sigmatch {

namespace {

Match inverse(const Match& match) {
    Match inverted(match.size());
    for (size_t i = 0; i < match.size(); ++i) inverted[match[i]] = static_cast<int>(i);
    return inverted;
}

// Whether the permutation of the points is about a reflection: the linear map that fits it best has a
// negative determinant and leaves little of the variance.
bool is_reflection(const Points& points, const Match& permutation) {
    constexpr double most_left_over = 0.25;  // share of the variance
    const Eigen::MatrixXd from = points.rowwise() - points.colwise().mean();
    const Eigen::MatrixXd to = from(permutation, Eigen::all);
    const Eigen::Matrix3d map = least_squares(from, to);
    return map.determinant() < 0 && (to - from * map).squaredNorm() < most_left_over * to.squaredNorm();
}

}  // namespace

bool are_mirror_images(const Problem& problem, const Match& p, const Match& q) {
    const Match p_inverse = inverse(p), q_inverse = inverse(q);
    const size_t n = p.size();
    Match of_x(n), of_y(n);
    size_t moved = 0, exchanged = 0;
    for (size_t i = 0; i < n; ++i) of_x[i] = q_inverse[p[i]], of_y[i] = q[p_inverse[i]];
    for (size_t i = 0; i < n; ++i) {
        moved += of_x[i] != static_cast<int>(i);
        exchanged += of_x[i] != static_cast<int>(i) && of_x[of_x[i]] == static_cast<int>(i);
    }
    // A few keypoints lie on the plane of symmetry and do not move. A few may be wrong in one of the matches.
    if (3 * moved < n || 3 * exchanged < 2 * moved) return false;
    return is_reflection(problem.points_x, of_x) || is_reflection(problem.points_y, of_y);
}

}  // namespace sigmatch
