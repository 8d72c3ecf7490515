#include "sigmatch/inspection.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <boost/pending/disjoint_sets.hpp>
#include <cmath>
#include <numbers>
#include <numeric>

#include "geometry/mending.h"
#include "geometry/sides.h"
#include "geometry/triangles.h"
#include "sigmatch/errors.h"
#include "sigmatch/finite_points.h"
#include "sigmatch/laplacian.h"
#include "sigmatch/surface.h"

namespace sigmatch {

namespace {

/// Groups of numbers (union-find).
class Groups {
public:
    explicit Groups(int size) : rank_(size, 0), parent_(size), sets_(rank_.data(), parent_.data()) {
        for (int k = 0; k < size; ++k) sets_.make_set(k);
    }
    void join(int a, int b) { sets_.union_set(a, b); }
    int group(int a) { return sets_.find_set(a); }

private:
    std::vector<int> rank_, parent_;
    boost::disjoint_sets<int*, int*> sets_;
};

int count_distinct(std::vector<int> values) {
    std::sort(values.begin(), values.end());
    return static_cast<int>(std::unique(values.begin(), values.end()) - values.begin());
}

void check_faces(const Shape& shape) {
    for (Eigen::Index f = 0; f < shape.faces.rows(); ++f)
        for (int v : shape.faces.row(f))
            if (v < 0 || v >= shape.vertices.rows())
                throw InputError(fmt::format("face {} names vertex {}, but there are {} vertices", f, v,
                                             shape.vertices.rows()));
}

/// Computes angles from the sides, because the area of a thin face may be rounding noise.
double smallest_angle_of(const std::array<Eigen::Vector3d, 3>& p) {
    double smallest = std::numbers::pi;
    for (int k = 0; k < 3; ++k) {
        const Eigen::Vector3d a = p[(k + 1) % 3] - p[k], b = p[(k + 2) % 3] - p[k];
        smallest = std::min(smallest, std::atan2(a.cross(b).norm(), a.dot(b)));
    }
    return smallest * 180 / std::numbers::pi;
}

void inspect_faces(const Shape& shape, Inspection& found) {
    constexpr double rounding = 1e-12;
    found.smallest_angle = shape.faces.rows() > 0 ? 60 : 0;
    for (Eigen::Index f = 0; f < shape.faces.rows(); ++f) {
        const auto p = corners(shape, f);
        const double longest = std::max({(p[1] - p[0]).norm(), (p[2] - p[1]).norm(), (p[0] - p[2]).norm()});
        found.flat_faces += face_normal(shape, f).norm() <= rounding * longest * longest;
        found.smallest_angle = std::min(found.smallest_angle, smallest_angle_of(p));
    }
}

void inspect_edges(const Shape& shape, Inspection& found) {
    const auto vertices = static_cast<int>(shape.vertices.rows());
    Groups corners(3 * static_cast<int>(shape.faces.rows())), border(vertices);
    std::vector<int> on_border;
    for_each_edge(sorted_sides(shape.faces), [&](const Side* first, const Side* last) {
        ++found.edges;
        found.nonmanifold_edges += last - first > 2;
        found.inconsistent_edges += last - first == 2 && first[0].ascending == first[1].ascending;
        if (last - first == 1) {
            ++found.border_edges;
            border.join(first->low, first->high);
            on_border.push_back(first->low);
        }
        // At each end of the edge, the corners of its faces are connected.
        const auto corner_at = [&](const Side& side, int v) {
            const bool starts = shape.faces(side.face, side.corner) == v;
            return 3 * side.face + (starts ? side.corner : (side.corner + 1) % 3);
        };
        for (const Side* side = first + 1; side < last; ++side)
            for (int v : {first->low, first->high}) corners.join(corner_at(*first, v), corner_at(*side, v));
    });
    for (int& v : on_border) v = border.group(v);
    found.border_loops = count_distinct(std::move(on_border));

    std::vector<int> fan(vertices, -1);
    std::vector<bool> several(vertices, false);
    for (int f = 0; f < shape.faces.rows(); ++f) {
        for (int k = 0; k < 3; ++k) {
            const int v = shape.faces(f, k), group = corners.group(3 * f + k);
            if (fan[v] >= 0 && fan[v] != group) several[v] = true;
            fan[v] = group;
        }
    }
    found.nonmanifold_vertices = static_cast<int>(std::count(several.begin(), several.end(), true));
}

void inspect_parts(const Shape& shape, Inspection& found) {
    for (int part : connected_components(shape)) {
        if (part < 0) {
            ++found.isolated_vertices;
            continue;
        }
        found.part_vertices.resize(std::max<size_t>(found.part_vertices.size(), part + 1));
        ++found.part_vertices[part];
    }
    std::sort(found.part_vertices.rbegin(), found.part_vertices.rend());
}

int count_negative_weights(const Shape& shape) {
    int count = 0;
    const SparseMatrix L = cotangent_stiffness(shape);
    for (Eigen::Index column = 0; column < L.outerSize(); ++column)
        for (SparseMatrix::InnerIterator entry(L, column); entry; ++entry)
            count += entry.row() < entry.col() && entry.value() > 1e-9;
    return count;
}

}  // namespace

Inspection inspect(const Shape& shape) {
    check_faces(shape);
    Inspection found;
    found.vertices = static_cast<int>(shape.vertices.rows());
    found.faces = static_cast<int>(shape.faces.rows());
    found.undefined_vertices = found.vertices - static_cast<int>(finite_rows(shape.vertices).size());
    const BoundingBox box = bounding_box(shape.vertices);
    found.lowest = box.lowest;
    found.highest = box.highest;
    found.joinable_vertices = mend(shape).joined_vertices;
    ProperFaces faces = proper_faces(shape.faces);
    found.duplicate_faces = faces.duplicate;
    found.collapsed_faces = faces.collapsed;
    const Shape proper{shape.vertices, std::move(faces.faces)};
    found.area = surface_area(proper);
    inspect_faces(proper, found);
    inspect_edges(proper, found);
    inspect_parts(proper, found);
    found.isolated_vertices -= found.undefined_vertices;
    found.negative_edges = count_negative_weights(proper);
    const auto parts = static_cast<int>(found.part_vertices.size());
    found.euler_characteristic = found.vertices - found.undefined_vertices - found.isolated_vertices -
                                 found.edges + static_cast<int>(proper.faces.rows());
    const bool closed_manifold =
        parts > 0 && found.border_edges + found.nonmanifold_edges + found.nonmanifold_vertices == 0;
    if (closed_manifold && count_disagreements(outward_faces(proper)) == 0)
        found.genus = parts - found.euler_characteristic / 2;
    return found;
}

std::vector<std::string> findings(const Inspection& found) {
    std::vector<std::string> lines;
    const auto find = [&](int count, const std::string& what, const std::string& remedy) {
        if (count > 0) lines.push_back(fmt::format("{}: {}; {}", what, count, remedy));
    };
    find(found.undefined_vertices, "vertices whose coordinates are not finite", "left out with their faces");
    if (found.faces == 0) {
        lines.push_back("no faces: a cloud of points; triangles are made between neighbours");
        return lines;
    }
    const auto parts = static_cast<int>(found.part_vertices.size());
    find(parts > 1 ? parts : 0, "connected parts",
         "those without keypoints are left out, the others joined by edges across the gaps");
    find(found.isolated_vertices, "vertices in no face", "ignored; they cannot be keypoints");
    find(found.duplicate_faces, "faces that repeat another", "left out, or their area would count twice");
    find(found.collapsed_faces, "faces that name a vertex twice", "left out");
    find(found.flat_faces, "faces without area",
         "all edges are lengthened by next to nothing to give them one");
    find(found.joinable_vertices, "border vertices exactly where others are",
         "treated as one with them, which closes tears and seams");
    find(found.border_edges, fmt::format("border edges ({} loops)", found.border_loops),
         "the surface is open there; nothing need be done");
    find(found.nonmanifold_edges, "edges of more than two faces",
         "the operator works on both sides of every face, where each edge has two");
    find(found.nonmanifold_vertices, "vertices where several fans of faces meet", "nothing need be done");
    find(found.inconsistent_edges, "edges whose faces disagree about the outside",
         "faces are turned to agree, for the orientation feature alone");
    find(found.negative_edges, "edges that are not Delaunay",
         "the operator flips them within the surface, so that no weight is negative");
    return lines;
}

}  // namespace sigmatch
