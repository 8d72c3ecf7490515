#pragma once

#include <Eigen/Core>
#include <algorithm>

namespace sigmatch {

/// The point of a triangle p, q, r that is nearest to a given point.
struct NearestOnTriangle {
    Eigen::Vector3d weights{1, 0, 0};  ///< of p, q, r
    double gain = 0;                   ///< squared distance to p minus squared distance to this point
};

/// Uses inner products only, so it works in any dimension. u = q - p, v = r - p, w = given point - p; uu =
/// <u, u>, and so on.
inline NearestOnTriangle nearest_on_triangle(double uu, double uv, double vv, double uw, double vw) {
    NearestOnTriangle best;
    const auto offer = [&](double s, double t) {
        const double gain = s * (2 * uw - s * uu - 2 * t * uv) + t * (2 * vw - t * vv);
        if (gain > best.gain) best = {{std::max(0.0, 1 - s - t), s, t}, gain};
    };
    const auto along = [](double slope, double curvature) {  // the best share of an edge
        return curvature > 0 ? std::clamp(slope / curvature, 0.0, 1.0) : 0.0;
    };
    const double area = uu * vv - uv * uv, s = vv * uw - uv * vw, t = uu * vw - uv * uw;
    if (area > 0 && s >= 0 && t >= 0 && s + t <= area) offer(s / area, t / area);
    offer(along(uw, uu), 0);
    offer(0, along(vw, vv));
    const double far = along(uu - uv + vw - uw, uu - 2 * uv + vv);  // on the edge from q to r
    offer(1 - far, far);
    return best;
}

}  // namespace sigmatch
