#include "synth/relax.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <utility>

namespace sigmatch::synth {

using Eigen::Vector3d;

namespace {

/// One side of an edge: the face, and the slot of the corner opposite to the edge.
struct HalfEdge {
    std::uint64_t edge;
    int face, slot;

    bool operator<(const HalfEdge& other) const {
        return std::pair(edge, face) < std::pair(other.edge, other.face);
    }
};

bool by_edge(const HalfEdge& a, const HalfEdge& b) {
    return a.edge < b.edge;
}

std::uint64_t edge_key(int a, int b) {
    return static_cast<std::uint64_t>(std::min(a, b)) << 32 | static_cast<std::uint64_t>(std::max(a, b));
}

std::vector<HalfEdge> sorted_half_edges(const Faces& faces) {
    std::vector<HalfEdge> result;
    result.reserve(3 * static_cast<std::size_t>(faces.rows()));
    for (int f = 0; f < faces.rows(); ++f)
        for (int slot = 0; slot < 3; ++slot)
            result.push_back({edge_key(faces(f, (slot + 1) % 3), faces(f, (slot + 2) % 3)), f, slot});
    std::sort(result.begin(), result.end());
    return result;
}

class Flipper {
public:
    Flipper(Shape& shape, const std::vector<bool>& seam) : shape_(shape), seam_(seam) {
        valence_.resize(shape.vertices.rows(), 0);
        for (int v : shape.faces.reshaped()) ++valence_[v];
    }

    int run() {
        const std::vector<HalfEdge> sides = sorted_half_edges(shape_.faces);
        std::unordered_set<std::uint64_t> new_edges;
        std::vector<bool> touched(shape_.faces.rows(), false);
        int flips = 0;
        for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
            const HalfEdge &s = sides[i], &t = sides[i + 1];
            if (s.edge != t.edge || touched[s.face] || touched[t.face]) continue;
            const int apex_s = shape_.faces(s.face, s.slot), apex_t = shape_.faces(t.face, t.slot);
            const int from = shape_.faces(s.face, (s.slot + 1) % 3),
                      to = shape_.faces(s.face, (s.slot + 2) % 3);
            if (!improves(apex_s, from, apex_t, to)) continue;
            const std::uint64_t flipped = edge_key(apex_s, apex_t);
            if (std::binary_search(sides.begin(), sides.end(), HalfEdge{flipped, 0, 0}, by_edge)) continue;
            if (!new_edges.insert(flipped).second) continue;
            shape_.faces.row(s.face) << apex_s, from, apex_t;
            shape_.faces.row(t.face) << apex_t, to, apex_s;
            touched[s.face] = touched[t.face] = true;
            --valence_[from], --valence_[to], ++valence_[apex_s], ++valence_[apex_t];
            ++flips;
        }
        return flips;
    }

private:
    bool is_seam(int v) const { return !seam_.empty() && seam_[v]; }

    // Faces (s, from, to) and (t, to, from) would become (s, from, t) and (t, to, s).
    bool improves(int s, int from, int t, int to) const {
        if (is_seam(s) && is_seam(t)) return false;
        if (valence_[from] <= (is_seam(from) ? 2 : 3) || valence_[to] <= (is_seam(to) ? 2 : 3)) return false;
        const Vector3d ps = point(s), pf = point(from), pt = point(t), po = point(to);
        if (cot(ps, pf, po) + cot(pt, po, pf) > -1e-3) return false;
        const Vector3d old_normal =
            (pf - ps).cross(po - ps).normalized() + (po - pt).cross(pf - pt).normalized();
        const Vector3d first = (pf - ps).cross(pt - ps), second = (po - pt).cross(ps - pt);
        return first.dot(old_normal) > first.norm() && second.dot(old_normal) > second.norm();
    }

    static double cot(const Vector3d& apex, const Vector3d& a, const Vector3d& b) {
        return (a - apex).dot(b - apex) / std::max((a - apex).cross(b - apex).norm(), 1e-30);
    }

    Vector3d point(int v) const { return shape_.vertices.row(v).transpose(); }

    Shape& shape_;
    const std::vector<bool>& seam_;
    std::vector<int> valence_;
};

void smooth(Shape& shape, const std::vector<bool>& seam, const Skin& skin) {
    Points sum = Points::Zero(shape.vertices.rows(), 3);
    Eigen::VectorXd count = Eigen::VectorXd::Zero(shape.vertices.rows());
    for (int f = 0; f < shape.faces.rows(); ++f)
        for (int slot = 0; slot < 3; ++slot) {
            const int v = shape.faces(f, slot);
            for (int step = 1; step < 3; ++step)
                sum.row(v) += shape.vertices.row(shape.faces(f, (slot + step) % 3));
            count[v] += 2.0;
        }
    for (int v = 0; v < shape.vertices.rows(); ++v) {
        const Vector3d position = shape.vertices.row(v).transpose();
        Vector3d move = sum.row(v).transpose() / count[v] - position;
        // The mirror image of the neighbours pulls a seam vertex back to the plane.
        if (!seam.empty() && seam[v]) move.x() = 0.0;
        const Vector3d normal = skin.sample(position).gradient.normalized();
        move -= normal.dot(move) * normal;
        if (!seam.empty() && seam[v]) move.x() = 0.0;
        shape.vertices.row(v) = skin.project(position + 0.5 * move, 0.5 * move.norm() + 1e-9).transpose();
    }
}

}  // namespace

void relax(Shape& shape, const std::vector<bool>& seam, const Skin& skin, int rounds) {
    for (int round = 0; round < rounds; ++round) {
        Flipper flipper(shape, seam);
        if (flipper.run() > 0) flipper.run();
        smooth(shape, seam, skin);
    }
    Flipper(shape, seam).run();
}

}  // namespace sigmatch::synth
