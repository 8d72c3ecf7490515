#include "synth/skin.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sigmatch::synth {

using Eigen::Vector3d;

namespace {

constexpr double blend_per_radius = 0.2;
constexpr double negligible_exponent = 16.0;

}  // namespace

Skin::Skin(const Skeleton& skeleton) : parts_(skeleton.parts) {
    for (const Part& part : parts_) {
        double blend = blend_per_radius * 0.5 * (part.radius_a + part.radius_b);
        double reach = 0.5 * (part.b - part.a).norm() + std::max(part.radius_a, part.radius_b) +
                       negligible_exponent * blend;
        const Vector3d axis = part.b - part.a;
        const double length = axis.norm();
        const double slope = std::clamp((part.radius_a - part.radius_b) / length, -0.95, 0.95);
        geometry_.push_back({0.5 * (part.a + part.b), reach, blend, axis / length, length, slope,
                             std::sqrt(1.0 - slope * slope), 1.0 / part.flat - 1.0});
    }
}

// The surface of a part is the envelope of the spheres that slide from a to b. The sphere that is nearest to
// a point is found where the derivative of (distance to its centre - its radius) vanishes.
Skin::Distance Skin::distance(std::size_t k, const Vector3d& point) const {
    const Part& part = parts_[k];
    const Geometry& g = geometry_[k];
    Vector3d offset = point - part.a;
    offset += g.stretch * part.flat_axis.dot(offset) * part.flat_axis;
    const double along = offset.dot(g.direction);
    const double radial = std::sqrt(std::max(0.0, offset.squaredNorm() - along * along));
    const double centre = std::clamp(along - radial * g.slope / g.cosine, 0.0, g.length);
    const Vector3d away = offset - centre * g.direction;
    const double norm = std::max(away.norm(), 1e-12);
    const double radius = part.radius_a + (part.radius_b - part.radius_a) * centre / g.length;
    Vector3d gradient = away / norm;
    gradient += g.stretch * part.flat_axis.dot(gradient) * part.flat_axis;
    return {norm - radius, radius, gradient};
}

Skin::Sample Skin::sample(const Vector3d& point) const {
    const Vector3d folded(std::abs(point.x()), point.y(), point.z());
    double sum = 0.0;
    Vector3d slope = Vector3d::Zero();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const Geometry& g = geometry_[i];
        if ((folded - g.centre).squaredNorm() > g.reach * g.reach) continue;
        const Distance d = distance(i, folded);
        const double weight = std::exp(-d.value / g.blend);
        sum += weight;
        slope -= weight / g.blend * d.gradient;
    }
    if (sum == 0.0) return {-negligible_exponent, Vector3d::Zero()};
    Sample result{std::log(sum), slope / sum};
    if (point.x() < 0.0) result.gradient.x() = -result.gradient.x();
    if (point.x() == 0.0) result.gradient.x() = 0.0;
    return result;
}

Vector3d Skin::project(Vector3d point, double max_step) const {
    for (int step = 0; step < 4; ++step) {
        const Sample s = sample(point);
        const double slope = s.gradient.norm();
        if (slope == 0.0) return point;
        const double move = std::clamp(-s.value / slope, -max_step, max_step);
        point += move / slope * s.gradient;
        if (std::abs(move) < 1e-3 * max_step) break;
    }
    return point;
}

int Skin::nearest_part(const Vector3d& point) const {
    int nearest = 0;
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const double value = distance(i, point).value;
        if (value < best) {
            best = value;
            nearest = static_cast<int>(i);
        }
    }
    return nearest;
}

double Skin::local_radius(const Vector3d& point) const {
    const auto part = static_cast<std::size_t>(nearest_part(point));
    return distance(part, point).radius * std::min(1.0, parts_[part].flat);
}

double Skin::smallest_radius() const {
    double smallest = std::numeric_limits<double>::infinity();
    for (const Part& part : parts_)
        smallest = std::min(smallest, std::min(part.radius_a, part.radius_b) * std::min(1.0, part.flat));
    return smallest;
}

}  // namespace sigmatch::synth
