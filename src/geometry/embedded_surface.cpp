#include "geometry/embedded_surface.h"

#include <algorithm>
#include <limits>
#include <nanoflann.hpp>
#include <utility>

#include "geometry/nearest_on_triangle.h"

namespace sigmatch {

namespace {

/// Some rows of a matrix, in the form that nanoflann needs.
struct RowView {
    const Embedding& rows;
    std::vector<int> ids;
    size_t kdtree_get_point_count() const { return ids.size(); }
    double kdtree_get_pt(size_t k, size_t axis) const {
        return rows(ids[k], static_cast<Eigen::Index>(axis));
    }
    template <class Box>
    bool kdtree_get_bbox(Box&) const {
        return false;
    }
};

}  // namespace

struct EmbeddedSurface::Tree {
    Tree(const Embedding& vertices, std::vector<int> ids)
        : view{vertices, std::move(ids)}, index(static_cast<int>(vertices.cols()), view) {
        index.buildIndex();
    }
    RowView view;
    nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Adaptor<double, RowView>, RowView, -1, size_t> index;
};

EmbeddedSurface::EmbeddedSurface(Embedding vertices, Faces faces, const std::vector<int>& starts)
    : vertices_(std::move(vertices)),
      faces_(std::move(faces)),
      first_face_(vertices_.rows() + 1, 0),
      faces_around_(faces_.size()) {
    for (const int v : faces_.reshaped()) ++first_face_[v + 1];
    for (size_t v = 1; v < first_face_.size(); ++v) first_face_[v] += first_face_[v - 1];
    std::vector<int> next(first_face_.begin(), first_face_.end() - 1);
    for (Eigen::Index f = 0; f < faces_.rows(); ++f)
        for (const int v : faces_.row(f)) faces_around_[next[v]++] = static_cast<int>(f);
    squared_sides_.resize(faces_.rows(), 3);
    for (Eigen::Index f = 0; f < faces_.rows(); ++f)
        for (int c = 0; c < 3; ++c)
            squared_sides_(f, c) =
                (vertices_.row(faces_(f, (c + 1) % 3)) - vertices_.row(faces_(f, c))).squaredNorm();
    const bool is_cloud = faces_.rows() == 0;
    std::vector<int> ids = is_cloud ? std::vector<int>() : starts;
    if (ids.empty())
        for (int v = 0; v < vertices_.rows(); ++v)
            if (is_cloud || first_face_[v] < first_face_[v + 1]) ids.push_back(v);
    tree_ = std::make_unique<Tree>(vertices_, std::move(ids));
}

EmbeddedSurface::~EmbeddedSurface() = default;

int EmbeddedSurface::nearest_start(const Eigen::VectorXd& point) const {
    size_t found = 0;
    double distance = 0;
    tree_->index.knnSearch(point.data(), 1, &found, &distance);
    return tree_->view.ids[found];
}

SurfacePoint EmbeddedSurface::nearest(const Eigen::VectorXd& point) const {
    const int start = nearest_start(point);
    SurfacePoint best{start, {1, 0, 0}};
    double best_distance = std::numeric_limits<double>::infinity();
    const auto squared_distance = [&](int vertex) {
        return (vertices_.row(vertex) - point.transpose()).squaredNorm();
    };
    const auto look_around = [&](int vertex) {
        const double pp = squared_distance(vertex);
        for (int k = first_face_[vertex]; k < first_face_[vertex + 1]; ++k) {
            const int face = faces_around_[k];
            const auto corners = faces_.row(face);
            const auto sides = squared_sides_.row(face);
            const int p = corners[0] == vertex   ? 0
                          : corners[1] == vertex ? 1
                                                 : 2,
                      q = (p + 1) % 3, r = (p + 2) % 3;
            const double uu = sides[p], vv = sides[r], uv = (uu + vv - sides[q]) / 2,
                         uw = (uu + pp - squared_distance(corners[q])) / 2,
                         vw = (vv + pp - squared_distance(corners[r])) / 2;
            const NearestOnTriangle found = nearest_on_triangle(uu, uv, vv, uw, vw);
            if (!(pp - found.gain < best_distance)) continue;
            best_distance = pp - found.gain;
            best.face = face;
            best.weights[p] = found.weights[0];
            best.weights[q] = found.weights[1];
            best.weights[r] = found.weights[2];
        }
    };
    if (faces_.rows() == 0) return best;
    std::vector<int> seen;  // these are few, so a linear search is fastest
    for (int vertex = start; vertex >= 0;) {
        look_around(vertex);
        seen.push_back(vertex);
        vertex = -1;
        for (const int corner : faces_.row(best.face))
            if (std::find(seen.begin(), seen.end(), corner) == seen.end()) vertex = corner;
    }
    return best;
}

}  // namespace sigmatch
