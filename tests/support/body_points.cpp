#include "support/body_points.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "synth/skin.h"

namespace sigmatch::testing {

namespace {

using Eigen::Vector3d;
using namespace synth;

class RestBody {
public:
    explicit RestBody(CreatureOptions options)
        : skeleton_(skeleton_of(options)), skin_(skeleton_), vertices_(rest_vertices(options)) {}

    int parts() const { return static_cast<int>(skeleton_.parts.size()); }

    /// The vertex at `along` of the axis of a part and at an angle around it; -1 if the ray leaves elsewhere.
    int vertex(int part, double along, double angle) const {
        const Part& flesh = skeleton_.parts[part];
        const Vector3d axis = (flesh.b - flesh.a).normalized();
        const Vector3d across = std::abs(axis.x()) < 0.8 ? Vector3d::UnitX() : Vector3d::UnitY();
        const Vector3d u = (across - across.dot(axis) * axis).normalized(), v = axis.cross(u);
        const Vector3d exit =
            leave(flesh.a + along * (flesh.b - flesh.a), std::cos(angle) * u + std::sin(angle) * v);
        if (skin_.nearest_part(exit) != part) return -1;
        Eigen::Index nearest;
        (vertices_.rowwise() - exit.transpose()).rowwise().squaredNorm().minCoeff(&nearest);
        return static_cast<int>(nearest);
    }

private:
    static Skeleton skeleton_of(const CreatureOptions& options) {
        const Proportions proportions(options.kin, options.kin_strength);
        return options.kind == "biped" ? biped_skeleton(proportions) : quadruped_skeleton(proportions);
    }

    static Points rest_vertices(CreatureOptions options) {
        options.pose = "rest";
        options.rotate = options.translate = 0;
        options.scale = 1;
        return make_creature(options).shape.vertices;
    }

    Vector3d leave(const Vector3d& origin, const Vector3d& direction) const {
        constexpr double stride = 0.005;
        double far = stride;
        while (skin_.sample(origin + far * direction).value > 0) far += stride;
        return skin_.project(origin + far * direction, stride);
    }

    Skeleton skeleton_;
    Skin skin_;
    Points vertices_;
};

}  // namespace

std::vector<VertexPair> same_body_points(const CreatureOptions& x, const CreatureOptions& y) {
    const RestBody body_x(x), body_y(y);
    std::vector<VertexPair> pairs;
    for (int part = 0; part < body_x.parts(); ++part)
        for (const double along : {0.15, 0.5, 0.85})
            for (int k = 0; k < 4; ++k) {
                const double angle = (k + 0.5) * std::numbers::pi / 2;
                const int v = body_x.vertex(part, along, angle), w = body_y.vertex(part, along, angle);
                if (v >= 0 && w >= 0) pairs.push_back({v, w});
            }
    return pairs;
}

}  // namespace sigmatch::testing
