#include "sigmatch/surface.h"

#include <algorithm>
#include <array>
#include <boost/pending/disjoint_sets.hpp>
#include <numeric>
#include <utility>

#include "geometry/sides.h"
#include "geometry/triangles.h"

namespace sigmatch {

double surface_area(const Shape& shape) {
    double area = 0;
    for (Eigen::Index f = 0; f < shape.faces.rows(); ++f) area += 0.5 * face_normal(shape, f).norm();
    return area;
}

double mean_edge_length(const Shape& shape) {
    double sum = 0, count = 0;
    for_each_edge(sorted_sides(shape.faces), [&](const Side* first, const Side*) {
        sum += (shape.vertices.row(first->low) - shape.vertices.row(first->high)).norm();
        count += 1;
    });
    return count > 0 ? sum / count : 0;
}

namespace {

/// For each face, the neighbours across edges of two faces, and whether both run the edge in the same
/// direction: then they disagree about the outside.
std::vector<std::vector<std::pair<int, bool>>> face_neighbours(const Faces& faces) {
    std::vector<std::vector<std::pair<int, bool>>> neighbours(faces.rows());
    for_each_edge(sorted_sides(faces), [&](const Side* first, const Side* last) {
        if (last - first != 2) return;
        const Side &p = first[0], &q = first[1];
        const bool disagree = p.ascending == q.ascending;
        neighbours[p.face].emplace_back(q.face, disagree);
        neighbours[q.face].emplace_back(p.face, disagree);
    });
    return neighbours;
}

void flip(Faces& faces, int f) {
    std::swap(faces(f, 1), faces(f, 2));
}

/// Six times the volume between the faces of one patch and the patch's centroid.
double signed_volume(const Points& vertices, const Faces& faces, const std::vector<int>& patch) {
    Eigen::Vector3d centroid = Eigen::Vector3d::Zero();
    for (int f : patch)
        for (int k = 0; k < 3; ++k) centroid += vertices.row(faces(f, k)).transpose();
    centroid /= 3.0 * static_cast<double>(patch.size());
    double volume = 0;
    for (int f : patch) {
        const Eigen::Vector3d p = vertices.row(faces(f, 0)).transpose() - centroid;
        const Eigen::Vector3d q = vertices.row(faces(f, 1)).transpose() - centroid;
        const Eigen::Vector3d r = vertices.row(faces(f, 2)).transpose() - centroid;
        volume += p.cross(q).dot(r);
    }
    return volume;
}

}  // namespace

Faces outward_faces(const Shape& shape) {
    Faces faces = shape.faces;
    const auto neighbours = face_neighbours(faces);
    std::vector<bool> visited(faces.rows(), false);
    std::vector<int> patch;
    for (int seed = 0; seed < faces.rows(); ++seed) {
        if (visited[seed]) continue;
        patch.assign(1, seed);
        visited[seed] = true;
        for (size_t next = 0; next < patch.size(); ++next) {
            const int f = patch[next];
            const bool f_flipped = faces(f, 1) != shape.faces(f, 1);
            for (const auto& [g, disagree] : neighbours[f]) {
                if (visited[g]) continue;
                visited[g] = true;
                if (disagree != f_flipped) flip(faces, g);
                patch.push_back(g);
            }
        }
        if (signed_volume(shape.vertices, faces, patch) < 0)
            for (int f : patch) flip(faces, f);
    }
    return faces;
}

Points vertex_normals(const Points& vertices, const Faces& faces) {
    Points normals = Points::Zero(vertices.rows(), 3);
    for (Eigen::Index f = 0; f < faces.rows(); ++f) {
        const Eigen::Vector3d p = vertices.row(faces(f, 0)), q = vertices.row(faces(f, 1)),
                              r = vertices.row(faces(f, 2));
        const Eigen::Vector3d normal = (q - p).cross(r - p);
        for (int k = 0; k < 3; ++k) normals.row(faces(f, k)) += normal.transpose();
    }
    for (Eigen::Index v = 0; v < normals.rows(); ++v) normals.row(v).stableNormalize();
    return normals;
}

std::vector<int> connected_components(const Shape& shape) {
    const auto n = static_cast<size_t>(shape.vertices.rows());
    std::vector<int> rank(n, 0), parent(n);
    boost::disjoint_sets<int*, int*> sets(rank.data(), parent.data());
    for (size_t v = 0; v < n; ++v) sets.make_set(static_cast<int>(v));
    std::vector<bool> in_face(n, false);
    for (Eigen::Index f = 0; f < shape.faces.rows(); ++f) {
        for (int k = 0; k < 3; ++k) {
            in_face[shape.faces(f, k)] = true;
            sets.union_set(shape.faces(f, 0), shape.faces(f, k));
        }
    }
    std::vector<int> number_of_root(n, -1), component(n, -1);
    int count = 0;
    for (size_t v = 0; v < n; ++v) {
        if (!in_face[v]) continue;
        int& number = number_of_root[sets.find_set(static_cast<int>(v))];
        if (number < 0) number = count++;
        component[v] = number;
    }
    return component;
}

SubShape sub_shape(const Shape& shape, const std::vector<bool>& keep) {
    SubShape part;
    std::vector<int> new_id(keep.size(), -1);
    for (size_t v = 0; v < keep.size(); ++v) {
        if (!keep[v]) continue;
        new_id[v] = static_cast<int>(part.vertex_ids.size());
        part.vertex_ids.push_back(static_cast<int>(v));
    }
    part.shape.vertices = shape.vertices(part.vertex_ids, Eigen::all);
    std::vector<int> kept_faces;
    for (int f = 0; f < shape.faces.rows(); ++f)
        if (keep[shape.faces(f, 0)] && keep[shape.faces(f, 1)] && keep[shape.faces(f, 2)])
            kept_faces.push_back(f);
    part.shape.faces = shape.faces(kept_faces, Eigen::all);
    for (int& v : part.shape.faces.reshaped()) v = new_id[v];
    return part;
}

}  // namespace sigmatch
