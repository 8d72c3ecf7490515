#include "geometry/embedded_surface.h"

#include <algorithm>
#include <limits>
#include <nanoflann.hpp>
#include <utility>

#include "geometry/nearest_on_triangle.h"
#include "numerics/multiply.h"

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

/// In many dimensions a tree compares a point with most starts anyway. A matrix product does this faster, if
/// the starts are few. Its rounding in single precision may prefer another start that is as near.
constexpr Eigen::Index most_compared = 4096, least_compared = 16;

}  // namespace

struct EmbeddedSurface::Tree {
    Tree(const Embedding& vertices, std::vector<int> ids)
        : view{vertices, std::move(ids)}, index(static_cast<int>(vertices.cols()), view) {
        index.buildIndex();
    }
    RowView view;
    nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Adaptor<double, RowView>, RowView, -1, size_t> index;
};

EmbeddedSurface::EmbeddedSurface(std::shared_ptr<const Embedding> vertices, Faces faces,
                                 const std::vector<int>& starts)
    : shared_(std::move(vertices)),
      vertices_(*shared_),
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
            if (is_cloud ? vertices_.row(v).allFinite() : first_face_[v] < first_face_[v + 1])
                ids.push_back(v);
    starts_ = std::move(ids);
    if (is_cloud || std::ssize(starts_) > most_compared || vertices_.cols() < least_compared) {
        tree_ = std::make_unique<Tree>(vertices_, starts_);
        return;
    }
    start_points_ = vertices_(starts_, Eigen::all).transpose().cast<float>();
    start_squares_ = start_points_.colwise().squaredNorm();
}

EmbeddedSurface::~EmbeddedSurface() = default;

std::vector<int> EmbeddedSurface::nearest_starts(const Embedding& points) const {
    std::vector<int> found(static_cast<size_t>(points.rows()));
    if (tree_) {
        for (Eigen::Index k = 0; k < points.rows(); ++k) {
            size_t nearest = 0;
            double distance = 0;
            const Eigen::VectorXd point = points.row(k);
            tree_->index.knnSearch(point.data(), 1, &nearest, &distance);
            found[k] = starts_[nearest];
        }
        return found;
    }
    const Eigen::MatrixXf columns = points.transpose().cast<float>();
    Eigen::MatrixXf products;
    multiply(true, false, -2, start_points_, columns, 0, products);
    for (Eigen::Index k = 0; k < points.rows(); ++k) {
        Eigen::Index nearest = 0;
        (products.col(k) + start_squares_).minCoeff(&nearest);
        found[k] = starts_[nearest];
    }
    return found;
}

std::vector<SurfacePoint> EmbeddedSurface::nearest(const Embedding& points) const {
    const std::vector<int> starts = nearest_starts(points);
    std::vector<SurfacePoint> found;
    for (Eigen::Index k = 0; k < points.rows(); ++k) found.push_back(nearest_from(starts[k], points.row(k)));
    return found;
}

SurfacePoint EmbeddedSurface::nearest_from(int start, const Eigen::VectorXd& point) const {
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
