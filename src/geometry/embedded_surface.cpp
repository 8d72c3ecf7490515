#include "geometry/embedded_surface.h"

#include <limits>
#include <nanoflann.hpp>
#include <utility>

#include "geometry/nearest_on_triangle.h"

namespace sigmatch {

namespace {

/// Rows as nanoflann wants to see them.
struct RowView {
    const Embedding& rows;
    size_t kdtree_get_point_count() const { return static_cast<size_t>(rows.rows()); }
    double kdtree_get_pt(size_t row, size_t axis) const {
        return rows(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(axis));
    }
    template <class Box>
    bool kdtree_get_bbox(Box&) const {
        return false;
    }
};

}  // namespace

struct EmbeddedSurface::Tree {
    explicit Tree(const Embedding& vertices)
        : view{vertices}, index(static_cast<int>(vertices.cols()), view) {
        index.buildIndex();
    }
    RowView view;
    nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Adaptor<double, RowView>, RowView, -1, size_t> index;
};

EmbeddedSurface::EmbeddedSurface(Embedding vertices, Faces faces)
    : vertices_(std::move(vertices)),
      faces_(std::move(faces)),
      first_face_(vertices_.rows() + 1, 0),
      faces_around_(faces_.size()),
      tree_(std::make_unique<Tree>(vertices_)) {
    for (const int v : faces_.reshaped()) ++first_face_[v + 1];
    for (size_t v = 1; v < first_face_.size(); ++v) first_face_[v] += first_face_[v - 1];
    std::vector<int> next(first_face_.begin(), first_face_.end() - 1);
    for (Eigen::Index f = 0; f < faces_.rows(); ++f)
        for (const int v : faces_.row(f)) faces_around_[next[v]++] = static_cast<int>(f);
}

EmbeddedSurface::~EmbeddedSurface() = default;

int EmbeddedSurface::nearest_vertex(const Eigen::VectorXd& point) const {
    size_t vertex = 0;
    double distance = 0;
    tree_->index.knnSearch(point.data(), 1, &vertex, &distance);
    return static_cast<int>(vertex);
}

SurfacePoint EmbeddedSurface::nearest(const Eigen::VectorXd& point) const {
    const int start = nearest_vertex(point);
    SurfacePoint best{start, {1, 0, 0}};
    double best_distance = std::numeric_limits<double>::infinity();
    const auto look_around = [&](int vertex) {
        const Eigen::VectorXd p = vertices_.row(vertex), w = point - p;
        for (int k = first_face_[vertex]; k < first_face_[vertex + 1]; ++k) {
            const auto corners = faces_.row(faces_around_[k]);
            const int turn = corners[0] == vertex ? 0 : corners[1] == vertex ? 1 : 2;
            const Eigen::VectorXd u = vertices_.row(corners[(turn + 1) % 3]).transpose() - p,
                                  v = vertices_.row(corners[(turn + 2) % 3]).transpose() - p;
            const NearestOnTriangle found =
                nearest_on_triangle(u.squaredNorm(), u.dot(v), v.squaredNorm(), u.dot(w), v.dot(w));
            const double distance = w.squaredNorm() - found.gain;
            if (!(distance < best_distance)) continue;
            best_distance = distance;
            best.face = faces_around_[k];
            for (int c = 0; c < 3; ++c) best.weights[(turn + c) % 3] = found.weights[c];
        }
    };
    look_around(start);
    if (first_face_[start] == first_face_[start + 1]) return best;
    for (int face = -1; face != best.face;) {
        face = best.face;
        const Eigen::RowVector3i corners = faces_.row(face);
        for (const int vertex : corners)
            if (vertex != start) look_around(vertex);
    }
    return best;
}

}  // namespace sigmatch
