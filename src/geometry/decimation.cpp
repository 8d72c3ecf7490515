#include "sigmatch/decimation.h"

#include <OpenMesh/Core/Mesh/TriMesh_ArrayKernelT.hh>
#include <OpenMesh/Tools/Decimater/DecimaterT.hh>
#include <OpenMesh/Tools/Decimater/ModQuadricT.hh>
#include <numeric>

#include "sigmatch/surface.h"

namespace sigmatch {

namespace {

/// Silences OpenMesh, which prints a line to standard error for every non-manifold face. A library must not.
const bool openmesh_is_silent = [] {
    omerr().disable();
    return true;
}();

struct Traits : OpenMesh::DefaultTraits {
    using Point = OpenMesh::Vec3d;
    using Normal = OpenMesh::Vec3d;
};

struct Mesh : OpenMesh::TriMesh_ArrayKernelT<Traits> {
    /// The same as in OpenMesh, compiled here: distributions ship the library with its assertions on, and
    /// then this test takes half of the time of a decimation.
    bool is_collapse_ok(HalfedgeHandle edge) {
        const HalfedgeHandle back = opposite_halfedge_handle(edge);
        const VertexHandle from = to_vertex_handle(back), to = to_vertex_handle(edge);
        if (status(edge_handle(edge)).deleted() || status(from).deleted() || status(to).deleted())
            return false;
        if (has_two_borders(edge) || has_two_borders(back)) return false;
        const VertexHandle left = third_corner(edge), right = third_corner(back);
        if (left == right) return false;
        // The ends may have no common neighbours but the corners of the faces that vanish.
        for (auto v : vv_range(from)) status(v).set_tagged(false);
        for (auto v : vv_range(to)) status(v).set_tagged(true);
        for (auto v : vv_range(from))
            if (status(v).tagged() && v != left && v != right) return false;
        return !is_boundary(from) || !is_boundary(to) || is_boundary(edge) || is_boundary(back);
    }

private:
    /// Of the face beside the half-edge; invalid if there is no face.
    VertexHandle third_corner(HalfedgeHandle edge) const {
        return is_boundary(edge) ? VertexHandle() : to_vertex_handle(next_halfedge_handle(edge));
    }
    /// Both other edges of the face beside the half-edge are on the border.
    bool has_two_borders(HalfedgeHandle edge) const {
        if (is_boundary(edge)) return false;
        const HalfedgeHandle next = next_halfedge_handle(edge), last = next_halfedge_handle(next);
        return is_boundary(opposite_halfedge_handle(next)) && is_boundary(opposite_halfedge_handle(last));
    }
};

}  // namespace

DecimatedShape decimate(const Shape& shape, const Keypoints& keypoints, int faces) {
    if (shape.faces.rows() <= faces) {
        std::vector<int> same(static_cast<size_t>(shape.vertices.rows()));
        std::iota(same.begin(), same.end(), 0);
        return {shape, keypoints, std::move(same)};
    }
    Mesh mesh;
    mesh.request_vertex_status();
    mesh.request_edge_status();
    mesh.request_halfedge_status();
    mesh.request_face_status();
    mesh.request_face_normals();
    for (Eigen::Index v = 0; v < shape.vertices.rows(); ++v)
        mesh.add_vertex({shape.vertices(v, 0), shape.vertices(v, 1), shape.vertices(v, 2)});
    // The half-edge structure refuses faces whose neighbours disagree about the outside.
    const Faces faces_in = outward_faces(shape);
    for (Eigen::Index f = 0; f < faces_in.rows(); ++f)
        mesh.add_face(mesh.vertex_handle(faces_in(f, 0)), mesh.vertex_handle(faces_in(f, 1)),
                      mesh.vertex_handle(faces_in(f, 2)));
    mesh.update_face_normals();

    OpenMesh::VPropHandleT<int> keypoint, vertex_id;
    mesh.add_property(keypoint);
    mesh.add_property(vertex_id);
    for (auto v : mesh.vertices()) {
        mesh.property(keypoint, v) = -1;
        mesh.property(vertex_id, v) = v.idx();
    }
    for (size_t k = 0; k < keypoints.size(); ++k) {
        const auto v = mesh.vertex_handle(keypoints[k]);
        mesh.property(keypoint, v) = static_cast<int>(k);
        mesh.status(v).set_locked(true);
    }

    OpenMesh::Decimater::DecimaterT<Mesh> decimater(mesh);
    OpenMesh::Decimater::ModQuadricT<Mesh>::Handle quadric;
    decimater.add(quadric);
    decimater.module(quadric).unset_max_err();
    decimater.initialize();
    decimater.decimate_to_faces(0, static_cast<size_t>(faces));
    for (auto v : mesh.vertices())
        if (mesh.is_isolated(v) && mesh.property(keypoint, v) < 0) mesh.delete_vertex(v);
    mesh.garbage_collection();

    DecimatedShape result;
    result.keypoints.resize(keypoints.size());
    result.shape.vertices.resize(static_cast<Eigen::Index>(mesh.n_vertices()), 3);
    result.shape.faces.resize(static_cast<Eigen::Index>(mesh.n_faces()), 3);
    for (auto v : mesh.vertices()) {
        for (int c = 0; c < 3; ++c) result.shape.vertices(v.idx(), c) = mesh.point(v)[c];
        result.vertex_ids.push_back(mesh.property(vertex_id, v));  // a collapse moves no vertex
        if (mesh.property(keypoint, v) >= 0) result.keypoints[mesh.property(keypoint, v)] = v.idx();
    }
    for (auto f : mesh.faces()) {
        int c = 0;
        for (auto v : mesh.fv_range(f)) result.shape.faces(f.idx(), c++) = v.idx();
    }
    return result;
}

}  // namespace sigmatch
