#include "synth/landmarks.h"

#include <limits>
#include <vector>

namespace sigmatch::synth {

using Eigen::Vector3d;

namespace {

Vector3d leave_body(const Skin& skin, const Landmark& landmark) {
    constexpr double stride = 0.01;
    double inside = 0.0;
    while (skin.sample(landmark.origin + (inside + stride) * landmark.direction).value > 0.0)
        inside += stride;
    double outside = inside + stride;
    for (int step = 0; step < 20; ++step) {
        const double middle = 0.5 * (inside + outside);
        (skin.sample(landmark.origin + middle * landmark.direction).value > 0.0 ? inside : outside) = middle;
    }
    return landmark.origin + outside * landmark.direction;
}

int find_landmark(const Skeleton& skeleton, const std::string& name) {
    for (std::size_t i = 0; i < skeleton.landmarks.size(); ++i)
        if (skeleton.landmarks[i].name == name) return static_cast<int>(i);
    return -1;
}

}  // namespace

Keypoints snap_landmarks(const Skeleton& skeleton, const Skin& skin, const RestMesh& mesh) {
    const Points& vertices = mesh.shape.vertices;
    const int landmarks = static_cast<int>(skeleton.landmarks.size());
    std::vector<bool> taken(vertices.rows(), false);
    Keypoints keypoints(landmarks, -1);
    for (int i = 0; i < landmarks; ++i) {
        const std::string& name = skeleton.landmarks[i].name;
        const int partner = find_landmark(skeleton, other_side(name));
        if (!mesh.mirror.empty() && is_right(name)) continue;
        const Vector3d target = leave_body(skin, skeleton.landmarks[i]);
        double best = std::numeric_limits<double>::infinity();
        for (int v = 0; v < vertices.rows(); ++v) {
            if (taken[v]) continue;
            if (!mesh.mirror.empty() && (mesh.mirror[v] == v) != (partner == i)) continue;
            const double distance = (vertices.row(v).transpose() - target).squaredNorm();
            if (distance >= best) continue;
            best = distance;
            keypoints[i] = v;
        }
        taken[keypoints[i]] = true;
        if (mesh.mirror.empty()) continue;
        keypoints[partner] = mesh.mirror[keypoints[i]];
        taken[keypoints[partner]] = true;
    }
    return keypoints;
}

}  // namespace sigmatch::synth
