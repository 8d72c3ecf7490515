#include "synth/skeleton.h"

#include <stdexcept>
#include <utility>

namespace sigmatch::synth {

using Eigen::Vector3d;

namespace {

const std::string left_prefix = "left_";
const std::string right_prefix = "right_";

}  // namespace

const std::vector<Side>& Skeleton::sides() {
    static const std::vector<Side> both = {{1, left_prefix}, {-1, right_prefix}};
    return both;
}

int Skeleton::find(const std::string& segment) const {
    for (std::size_t i = 0; i < segments.size(); ++i)
        if (segments[i].name == segment) return static_cast<int>(i);
    throw std::logic_error("no segment " + segment);
}

void Skeleton::add_segment(const std::string& name, const std::string& parent, const Vector3d& joint,
                           Vector3d low, Vector3d high) {
    if (is_right(name)) {
        std::swap(low.y(), high.y());
        std::swap(low.z(), high.z());
        low.tail<2>() *= -1.0;
        high.tail<2>() *= -1.0;
    }
    segments.push_back({name, parent.empty() ? -1 : find(parent), joint, low, high});
}

void Skeleton::add_part(const std::string& segment, const Vector3d& a, const Vector3d& b, double radius_a,
                        double radius_b) {
    add_flat_part(segment, a, b, radius_a, radius_b, Vector3d::UnitX(), 1.0);
}

void Skeleton::add_flat_part(const std::string& segment, const Vector3d& a, const Vector3d& b,
                             double radius_a, double radius_b, const Vector3d& flat_axis, double flat) {
    parts.push_back({find(segment), a, b, radius_a, radius_b, flat_axis.normalized(), flat});
}

void Skeleton::add_landmark(const std::string& name, const Vector3d& origin, const Vector3d& direction) {
    landmarks.push_back({name, origin, direction.normalized()});
}

bool is_right(const std::string& name) {
    return name.starts_with(right_prefix);
}

std::string other_side(const std::string& name) {
    if (name.starts_with(left_prefix)) return right_prefix + name.substr(left_prefix.size());
    if (name.starts_with(right_prefix)) return left_prefix + name.substr(right_prefix.size());
    return name;
}

}  // namespace sigmatch::synth
