#include "synth/coarsen.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>

namespace sigmatch::synth {

using Eigen::Vector3d;
using Eigen::Vector3i;

namespace {

/// An edge as it was when it was queued; older versions of its ends make it stale.
struct Edge {
    double cost;
    int a, b;
    int version_a, version_b;

    bool operator>(const Edge& other) const {
        return std::tie(cost, a, b) > std::tie(other.cost, other.a, other.b);
    }
};

class Coarsener {
public:
    Coarsener(const Shape& shape, const std::vector<bool>& seam, const Skin& skin)
        : skin_(skin), seam_(seam) {
        const int vertices = static_cast<int>(shape.vertices.rows());
        seam_.resize(vertices, false);
        around_.resize(vertices);
        version_.resize(vertices, 0);
        for (int v = 0; v < vertices; ++v) {
            positions_.push_back(shape.vertices.row(v).transpose());
            sizes_.push_back(std::sqrt(skin.local_radius(positions_[v])));
            count_ += seam_[v] ? 1 : 2;
        }
        if (seam.empty()) count_ /= 2;
        mirrored_ = !seam.empty();
        for (int f = 0; f < shape.faces.rows(); ++f) {
            faces_.push_back(shape.faces.row(f).transpose());
            for (int v : faces_[f]) around_[v].push_back(f);
        }
    }

    void run(int target) {
        for (int v = 0; v < static_cast<int>(positions_.size()); ++v)
            for (int n : neighbours(v))
                if (v < n) push(v, n);
        while (count_ > target && !queue_.empty()) {
            const Edge edge = queue_.top();
            queue_.pop();
            if (version_[edge.a] != edge.version_a || version_[edge.b] != edge.version_b) continue;
            collapse(edge.a, edge.b);
        }
    }

    void store(Shape& shape, std::vector<bool>& seam) const {
        std::vector<int> new_id(positions_.size(), -1);
        std::vector<int> kept;
        for (int v = 0; v < static_cast<int>(positions_.size()); ++v) {
            if (around_[v].empty()) continue;
            new_id[v] = static_cast<int>(kept.size());
            kept.push_back(v);
        }
        shape.vertices.resize(static_cast<Eigen::Index>(kept.size()), 3);
        for (std::size_t i = 0; i < kept.size(); ++i)
            shape.vertices.row(static_cast<Eigen::Index>(i)) = positions_[kept[i]].transpose();
        std::vector<Vector3i> alive;
        for (const Vector3i& face : faces_)
            if (face[0] >= 0) alive.emplace_back(new_id[face[0]], new_id[face[1]], new_id[face[2]]);
        shape.faces.resize(static_cast<Eigen::Index>(alive.size()), 3);
        for (std::size_t i = 0; i < alive.size(); ++i)
            shape.faces.row(static_cast<Eigen::Index>(i)) = alive[i].transpose();
        if (!mirrored_) return;
        seam.clear();
        for (int v : kept) seam.push_back(seam_[v]);
    }

private:
    std::vector<int> neighbours(int v) const {
        std::vector<int> result;
        result.reserve(2 * around_[v].size());
        for (int f : around_[v])
            for (int n : faces_[f])
                if (n != v) result.push_back(n);
        std::sort(result.begin(), result.end());
        result.erase(std::unique(result.begin(), result.end()), result.end());
        return result;
    }

    void push(int a, int b) {
        const double cost = (positions_[a] - positions_[b]).norm() / (sizes_[a] + sizes_[b]);
        queue_.push({cost, a, b, version_[a], version_[b]});
    }

    int shared_faces(int a, int b) const {
        return static_cast<int>(std::count_if(around_[a].begin(), around_[a].end(),
                                              [&](int f) { return (faces_[f].array() == b).any(); }));
    }

    bool keeps_topology(int a, int b) const {
        const std::vector<int> of_a = neighbours(a), of_b = neighbours(b);
        std::vector<int> common;
        std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), std::back_inserter(common));
        const int shared = shared_faces(a, b);
        if (static_cast<int>(common.size()) != shared) return false;
        for (int v : common)
            if (around_[v].size() <= (seam_[v] ? 2u : 3u)) return false;
        if (seam_[a] && seam_[b]) return shared == 1;
        // A chord between two seam vertices would coincide with its mirror image.
        for (const auto& [inner, end] : {std::pair(a, b), std::pair(b, a)}) {
            if (!seam_[end]) continue;
            for (int n : neighbours(inner))
                if (n != end && seam_[n] && shared_faces(n, end) == 0) return false;
        }
        return true;
    }

    // A face around v, seen from its old and its new place, must not turn over or become a sliver.
    bool keeps_faces(int v, int other, const Vector3d& target) const {
        for (int f : around_[v]) {
            const Vector3i& face = faces_[f];
            if ((face.array() == other).any()) continue;
            const int slot = static_cast<int>(std::find(face.begin(), face.end(), v) - face.begin());
            const Vector3d &p = positions_[face[(slot + 1) % 3]], &q = positions_[face[(slot + 2) % 3]];
            const Vector3d before = (p - positions_[v]).cross(q - positions_[v]);
            const Vector3d after = (p - target).cross(q - target);
            const double longest = std::max({(p - q).norm(), (p - target).norm(), (q - target).norm()});
            if (after.dot(before) < 0.3 * after.norm() * before.norm()) return false;
            if (after.norm() < 0.1 * longest * longest) return false;
        }
        return true;
    }

    void collapse(int a, int b) {
        if (seam_[b] && !seam_[a]) std::swap(a, b);
        if (!keeps_topology(a, b)) return;
        Vector3d target = positions_[a];
        if (seam_[a] == seam_[b]) {
            target = 0.5 * (positions_[a] + positions_[b]);
            target = skin_.project(target, 0.5 * (positions_[a] - positions_[b]).norm());
        }
        if (!keeps_faces(a, b, target) || !keeps_faces(b, a, target)) return;

        for (int f : around_[b]) {
            Vector3i& face = faces_[f];
            if ((face.array() == a).any()) {
                for (int v : face)
                    if (v != b) std::erase(around_[v], f);
                face.setConstant(-1);
            } else {
                *std::find(face.begin(), face.end(), b) = a;
                around_[a].push_back(f);
            }
        }
        around_[b].clear();
        positions_[a] = target;
        sizes_[a] = 0.5 * (sizes_[a] + sizes_[b]);
        ++version_[a];
        ++version_[b];
        count_ -= mirrored_ && !seam_[b] ? 2 : 1;
        for (int n : neighbours(a)) push(a, n);
    }

    const Skin& skin_;
    std::vector<bool> seam_;
    std::vector<Vector3d> positions_;
    std::vector<double> sizes_;
    std::vector<Vector3i> faces_;
    std::vector<std::vector<int>> around_;
    std::vector<int> version_;
    std::priority_queue<Edge, std::vector<Edge>, std::greater<>> queue_;
    int count_ = 0;
    bool mirrored_ = false;
};

}  // namespace

void coarsen(Shape& shape, std::vector<bool>& seam, const Skin& skin, int vertices) {
    Coarsener coarsener(shape, seam, skin);
    coarsener.run(vertices);
    coarsener.store(shape, seam);
}

}  // namespace sigmatch::synth
