#include "synth/damage.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <unordered_map>

namespace sigmatch::synth {

using Eigen::Vector3d;

namespace {

constexpr double hole_radius_over_body_radius = 0.8;

/// Shortest paths along the edges. Coarse, but enough to say what is far away and what is near.
class EdgeDistances {
public:
    explicit EdgeDistances(const Shape& shape) : shape_(shape), neighbours_(shape.vertices.rows()) {
        for (int f = 0; f < shape.faces.rows(); ++f)
            for (int i = 0; i < 3; ++i) neighbours_[shape.faces(f, i)].push_back(shape.faces(f, (i + 1) % 3));
    }

    std::vector<double> from(int source, double limit = std::numeric_limits<double>::infinity()) const {
        std::vector<double> distance(neighbours_.size(), std::numeric_limits<double>::infinity());
        std::priority_queue<std::pair<double, int>, std::vector<std::pair<double, int>>, std::greater<>>
            queue;
        distance[source] = 0.0;
        queue.emplace(0.0, source);
        while (!queue.empty()) {
            const auto [d, v] = queue.top();
            queue.pop();
            if (d > distance[v]) continue;
            for (int n : neighbours_[v]) {
                const double through = d + (shape_.vertices.row(v) - shape_.vertices.row(n)).norm();
                if (through >= distance[n] || through > limit) continue;
                distance[n] = through;
                queue.emplace(through, n);
            }
        }
        return distance;
    }

private:
    const Shape& shape_;
    std::vector<std::vector<int>> neighbours_;
};

double farthest_corner(const Shape& shape, int face, const std::vector<double>& distance) {
    double farthest = 0.0;
    for (int v : shape.faces.row(face)) farthest = std::max(farthest, distance[v]);
    return farthest;
}

int root_of(std::vector<int>& parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

/// Number of faces in the group of each face; groups are joined by `parent`.
std::vector<int> group_sizes(std::vector<int>& parent) {
    std::vector<int> size(parent.size(), 0);
    for (std::size_t f = 0; f < parent.size(); ++f) ++size[root_of(parent, static_cast<int>(f))];
    return size;
}

void keep_largest_component(const Shape& shape, FaceFlags& kept) {
    std::vector<int> parent(kept.size());
    std::iota(parent.begin(), parent.end(), 0);
    std::unordered_map<std::uint64_t, int> face_of;
    for (int f = 0; f < shape.faces.rows(); ++f) {
        if (!kept[f]) continue;
        for (int i = 0; i < 3; ++i) {
            const auto [a, b] = std::minmax({shape.faces(f, i), shape.faces(f, (i + 1) % 3)});
            const auto [place, is_new] =
                face_of.try_emplace(static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint64_t>(b), f);
            if (!is_new) parent[root_of(parent, f)] = root_of(parent, place->second);
        }
    }
    const std::vector<int> size = group_sizes(parent);
    const int largest = static_cast<int>(std::max_element(size.begin(), size.end()) - size.begin());
    for (std::size_t f = 0; f < kept.size(); ++f)
        if (root_of(parent, static_cast<int>(f)) != largest) kept[f] = false;
}

/// Where the kept faces around a vertex form several fans, all but the largest fan go. Returns whether any
/// did.
bool drop_extra_fans(const Shape& shape, FaceFlags& kept) {
    std::vector<std::vector<int>> around(shape.vertices.rows());
    for (int f = 0; f < shape.faces.rows(); ++f)
        if (kept[f])
            for (int v : shape.faces.row(f)) around[v].push_back(f);
    bool changed = false;
    for (std::size_t v = 0; v < around.size(); ++v) {
        const std::vector<int>& faces = around[v];
        std::vector<int> parent(faces.size());
        std::iota(parent.begin(), parent.end(), 0);
        auto share_edge = [&](int f, int g) {
            int shared = 0;
            for (int a : shape.faces.row(f))
                for (int b : shape.faces.row(g)) shared += a == b;
            return shared == 2;
        };
        for (std::size_t i = 0; i < faces.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (share_edge(faces[i], faces[j]))
                    parent[root_of(parent, static_cast<int>(i))] = root_of(parent, static_cast<int>(j));
        const std::vector<int> size = group_sizes(parent);
        const int largest = static_cast<int>(std::max_element(size.begin(), size.end()) - size.begin());
        for (std::size_t i = 0; i < faces.size(); ++i) {
            if (root_of(parent, static_cast<int>(i)) == largest) continue;
            kept[faces[i]] = false;
            changed = true;
        }
    }
    return changed;
}

}  // namespace

void cut_far_part(const Shape& rest, double keep, Random& random, FaceFlags& kept) {
    const std::vector<double> distance =
        EdgeDistances(rest).from(random.below(static_cast<int>(rest.vertices.rows())));
    std::vector<std::pair<double, double>> reach_and_area;
    double total = 0.0;
    for (int f = 0; f < rest.faces.rows(); ++f) {
        const Vector3d a = rest.vertices.row(rest.faces(f, 0)), b = rest.vertices.row(rest.faces(f, 1)),
                       c = rest.vertices.row(rest.faces(f, 2));
        const double area = 0.5 * (b - a).cross(c - a).norm();
        reach_and_area.emplace_back(farthest_corner(rest, f, distance), area);
        total += area;
    }
    std::sort(reach_and_area.begin(), reach_and_area.end());
    double sum = 0.0, limit = 0.0;
    for (const auto& [reach, area] : reach_and_area) {
        limit = reach;
        sum += area;
        if (sum >= keep * total) break;
    }
    for (int f = 0; f < rest.faces.rows(); ++f)
        if (farthest_corner(rest, f, distance) > limit) kept[f] = false;
}

void punch_holes(const Shape& rest, const Skin& skin, int holes, Random& random, FaceFlags& kept) {
    const EdgeDistances distances(rest);
    for (int hole = 0; hole < holes; ++hole) {
        const int centre = random.below(static_cast<int>(rest.vertices.rows()));
        const double radius =
            hole_radius_over_body_radius * skin.local_radius(rest.vertices.row(centre).transpose());
        const std::vector<double> distance = distances.from(centre, radius);
        for (int f = 0; f < rest.faces.rows(); ++f)
            if ((rest.faces.row(f).array() == centre).any() || farthest_corner(rest, f, distance) <= radius)
                kept[f] = false;
    }
}

void tidy(const Shape& rest, FaceFlags& kept) {
    do keep_largest_component(rest, kept);
    while (drop_extra_fans(rest, kept));
}

std::vector<int> remove_faces(Shape& shape, const FaceFlags& kept) {
    std::vector<int> new_id(shape.vertices.rows(), -1);
    int faces = 0;
    for (int f = 0; f < shape.faces.rows(); ++f) {
        if (!kept[f]) continue;
        for (int v : shape.faces.row(f)) new_id[v] = 0;
        shape.faces.row(faces++) = shape.faces.row(f).eval();
    }
    int vertices = 0;
    for (std::size_t v = 0; v < new_id.size(); ++v) {
        if (new_id[v] < 0) continue;
        shape.vertices.row(vertices) = shape.vertices.row(static_cast<Eigen::Index>(v)).eval();
        new_id[v] = vertices++;
    }
    shape.vertices.conservativeResize(vertices, 3);
    shape.faces.conservativeResize(faces, 3);
    for (int& v : shape.faces.reshaped()) v = new_id[v];
    return new_id;
}

}  // namespace sigmatch::synth
