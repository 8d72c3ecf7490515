#include "synth/isosurface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sigmatch::synth {

using Eigen::Vector3d;
using Eigen::Vector3i;

namespace {

constexpr int repair_rounds = 30;

std::uint64_t key(const Vector3i& index) {
    std::uint64_t packed = 0;
    for (int axis = 0; axis < 3; ++axis)
        packed = packed << 21 | static_cast<std::uint64_t>(index[axis] + (1 << 20));
    return packed;
}

Vector3i corner_offset(int corner) {
    return {corner & 1, corner >> 1 & 1, corner >> 2 & 1};
}

/// A bit for every corner of a face.
int face_corners(int axis, int side) {
    const int at_zero = axis == 0 ? 0x55 : axis == 1 ? 0x33 : 0x0f;
    return side == 0 ? at_zero : 0xff & ~at_zero;
}

class SurfaceNets {
public:
    SurfaceNets(const Skin& skin, const Grid& grid, bool half) : skin_(skin), grid_(grid), half_(half) {}

    Shape run() {
        walk_along_surface();
        for (int round = 1; round <= repair_rounds && resolve_ambiguities(round); ++round)
            walk_along_surface();
        for (const Vector3i& cell : queue_) positions_.push_back(cell_vertex(cell));
        Shape shape;
        shape.vertices.resize(static_cast<Eigen::Index>(positions_.size()), 3);
        for (std::size_t i = 0; i < positions_.size(); ++i)
            shape.vertices.row(static_cast<Eigen::Index>(i)) = positions_[i].transpose();
        std::vector<Vector3i> triangles;
        for (const Vector3i& cell : queue_) add_faces(cell, triangles);
        shape.faces.resize(static_cast<Eigen::Index>(triangles.size()), 3);
        for (std::size_t i = 0; i < triangles.size(); ++i)
            shape.faces.row(static_cast<Eigen::Index>(i)) = triangles[i].transpose();
        return shape;
    }

private:
    Vector3d world(const Vector3d& corner) const {
        return grid_.origin + grid_.step * (grid_.rotation * (corner - Vector3d(0.5, 0, 0)));
    }

    double& value(Vector3i corner) {
        if (half_ && corner.x() < 1) corner.x() = 1 - corner.x();
        auto [place, is_new] = values_.try_emplace(key(corner), 0.0);
        if (is_new) place->second = skin_.sample(world(corner.cast<double>())).value;
        return place->second;
    }

    bool inside(const Vector3i& corner) { return value(corner) > 0.0; }

    /// A bit for every corner of the cell that is inside.
    int corners_inside(const Vector3i& cell) {
        int corners = 0;
        for (int c = 0; c < 8; ++c) corners |= inside(cell + corner_offset(c)) << c;
        return corners;
    }

    // From the inner point along the first axis of the grid until the surface is met.
    Vector3i first_cell() {
        const Vector3d local =
            grid_.rotation.transpose() * (skin_.inner_point() - grid_.origin) / grid_.step +
            Vector3d(0.5, 0, 0);
        Vector3i cell = local.array().floor().cast<int>();
        for (int corners = corners_inside(cell); corners == 0 || corners == 0xff;
             corners = corners_inside(cell))
            ++cell.x();
        return cell;
    }

    void visit(const Vector3i& cell) {
        if (half_ && cell.x() < 0) return;
        auto [place, is_new] = vertex_of_cell_.try_emplace(key(cell), static_cast<int>(queue_.size()));
        if (!is_new) return;
        queue_.push_back(cell);
    }

    void walk_along_surface() {
        queue_.clear();
        vertex_of_cell_.clear();
        visit(first_cell());
        for (std::size_t next = 0; next < queue_.size(); ++next) {
            const Vector3i cell = queue_[next];
            const int corners = corners_inside(cell);
            for (int axis = 0; axis < 3; ++axis)
                for (int side = 0; side < 2; ++side) {
                    const int of_face = corners & face_corners(axis, side);
                    if (of_face != 0 && of_face != face_corners(axis, side))
                        visit(cell + (2 * side - 1) * Vector3i::Unit(axis));
                }
        }
    }

    // Two sheets of the surface in one cell would share its vertex. They are there if the corners of one kind
    // fall apart, in a face or in the cell; then the corner that is nearest to the surface changes sides.
    // Each round makes it harder to change back.
    bool resolve_ambiguities(int round) {
        bool changed = false;
        for (const Vector3i& cell : queue_) {
            if (!is_ambiguous(corners_inside(cell))) continue;
            double* nearest = &value(cell);
            for (int c = 1; c < 8; ++c) {
                double& candidate = value(cell + corner_offset(c));
                if (std::abs(candidate) < std::abs(*nearest)) nearest = &candidate;
            }
            *nearest = std::copysign(std::max(std::abs(*nearest), 0.05 * round), -*nearest);
            changed = true;
        }
        return changed;
    }

    static bool is_ambiguous(int corners) {
        for (int axis = 0; axis < 3; ++axis)
            for (int side = 0; side < 2; ++side) {
                int face = 0, position = 0;
                for (int c = 0; c < 8; ++c)
                    if ((c >> axis & 1) == side) face |= (corners >> c & 1) << position++;
                if (face == 0b0110 || face == 0b1001) return true;
            }
        return !is_connected(corners) || !is_connected(~corners & 0xff);
    }

    static bool is_connected(int corners) {
        int reached = corners & -corners;
        for (int round = 0; round < 7; ++round)
            for (int c = 0; c < 8; ++c)
                if (reached >> c & 1) reached |= corners & (1 << (c ^ 1) | 1 << (c ^ 2) | 1 << (c ^ 4));
        return reached == corners;
    }

    Vector3d cell_vertex(const Vector3i& cell) {
        std::array<double, 8> values{};
        for (int c = 0; c < 8; ++c) values[c] = value(cell + corner_offset(c));
        Vector3d sum = Vector3d::Zero();
        int count = 0;
        for (int c = 0; c < 8; ++c)
            for (int axis = 0; axis < 3; ++axis) {
                if (c >> axis & 1) continue;
                const double a = values[c], b = values[c | 1 << axis];
                if ((a > 0.0) == (b > 0.0)) continue;
                const Vector3i from = cell + corner_offset(c);
                sum += from.cast<double>() + a / (a - b) * Vector3d::Unit(axis);
                ++count;
            }
        Vector3d vertex = world(sum / count);
        if (half_ && cell.x() == 0) vertex.x() = 0.0;
        return skin_.project(vertex, 0.5 * grid_.step);
    }

    int vertex(const Vector3i& cell) const {
        auto place = vertex_of_cell_.find(key(cell));
        return place == vertex_of_cell_.end() ? -1 : place->second;
    }

    // The quadrilaterals across the three grid edges that start in the lowest corner of the cell.
    void add_faces(const Vector3i& cell, std::vector<Vector3i>& triangles) {
        for (int axis = 0; axis < 3; ++axis) {
            const bool starts_inside = inside(cell);
            if (starts_inside == inside(cell + Vector3i::Unit(axis))) continue;
            const Vector3i u = Vector3i::Unit((axis + 1) % 3), v = Vector3i::Unit((axis + 2) % 3);
            std::array<int, 4> quad = {vertex(cell - u - v), vertex(cell - v), vertex(cell),
                                       vertex(cell - u)};
            if (quad[0] < 0 || quad[1] < 0 || quad[3] < 0) continue;
            if (!starts_inside) std::swap(quad[1], quad[3]);
            const bool first = (positions_[quad[0]] - positions_[quad[2]]).squaredNorm() <
                               (positions_[quad[1]] - positions_[quad[3]]).squaredNorm();
            const int s = first ? 0 : 1;
            triangles.emplace_back(quad[s], quad[s + 1], quad[s + 2]);
            triangles.emplace_back(quad[s], quad[s + 2], quad[(s + 3) % 4]);
        }
    }

    const Skin& skin_;
    const Grid& grid_;
    const bool half_;
    std::unordered_map<std::uint64_t, double> values_;
    std::unordered_map<std::uint64_t, int> vertex_of_cell_;
    std::vector<Vector3i> queue_;
    std::vector<Vector3d> positions_;
};

}  // namespace

Shape isosurface(const Skin& skin, const Grid& grid, bool half) {
    return SurfaceNets(skin, grid, half).run();
}

}  // namespace sigmatch::synth
