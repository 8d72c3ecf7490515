#include "geometry/tufted_cover.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "geometry/sides.h"

namespace sigmatch {

namespace {

int next(int h) {
    return h % 3 == 2 ? h - 2 : h + 1;
}

/// The half-edges of the two copies of a face at one of its sides. The leading copy is the one that faces the
/// direction of a rotation about the edge (axis from its low to its high end).
struct Copies {
    int leading, trailing;
};

/// Triangle 2f has the corners of face f, triangle 2f + 1 the same corners in reverse order.
Copies copies(const Side& side) {
    const int front = 6 * side.face + side.corner, back = 6 * side.face + 3 + (2 - side.corner);
    return side.ascending ? Copies{front, back} : Copies{back, front};
}

/// The faces of one edge in the order of a rotation about it.
void sort_by_angle(const Shape& shape, std::vector<Side>& around) {
    const Eigen::RowVector3d origin = shape.vertices.row(around[0].low);
    const Eigen::RowVector3d axis = (shape.vertices.row(around[0].high) - origin).normalized();
    const Eigen::RowVector3d right = axis.unitOrthogonal(), up = axis.cross(right);
    std::vector<std::pair<double, Side>> by_angle;
    for (const Side& side : around) {
        const int apex = shape.faces(side.face, (side.corner + 2) % 3);
        const Eigen::RowVector3d arm = shape.vertices.row(apex) - origin;
        by_angle.emplace_back(std::atan2(arm.dot(up), arm.dot(right)), side);
    }
    std::stable_sort(by_angle.begin(), by_angle.end(),
                     [](const auto& p, const auto& q) { return p.first < q.first; });
    for (size_t k = 0; k < around.size(); ++k) around[k] = by_angle[k].second;
}

/// Heron's formula in Kahan's order of operations, which is accurate for thin triangles. Rounding cannot make
/// it zero.
double area_of(double a, double b, double c) {
    if (a < b) std::swap(a, b);
    if (a < c) std::swap(a, c);
    if (b < c) std::swap(b, c);
    const double square = (a + (b + c)) * (c - (a - b)) * (c + (a - b)) * (a + (b - c));
    return std::max(0.25 * std::sqrt(std::max(0.0, square)), 1e-14 * a * a);
}

}  // namespace

TuftedCover::TuftedCover(const Shape& shape)
    : tail_(6 * static_cast<size_t>(shape.faces.rows())),
      twin_(tail_.size()),
      length_(tail_.size()),
      vertices_(static_cast<int>(shape.vertices.rows())) {
    for (int f = 0; f < shape.faces.rows(); ++f) {
        for (int k = 0; k < 3; ++k) {
            tail_[6 * f + k] = shape.faces(f, k);
            tail_[6 * f + 3 + k] = shape.faces(f, (3 - k) % 3);
        }
    }
    std::vector<Side> around;
    for_each_edge(sorted_sides(shape.faces), [&](const Side* first, const Side* last) {
        around.assign(first, last);
        if (around.size() > 2) sort_by_angle(shape, around);
        const double length = (shape.vertices.row(first->low) - shape.vertices.row(first->high)).norm();
        for (size_t k = 0; k < around.size(); ++k) {
            const int h = copies(around[k]).leading, t = copies(around[(k + 1) % around.size()]).trailing;
            twin_[h] = t;
            twin_[t] = h;
            length_[h] = length_[t] = length;
        }
    });
}

void TuftedCover::mollify() {
    constexpr double slack_over_mean_length = 1e-5;
    double mean = 0;
    for (double length : length_) mean += length / static_cast<double>(length_.size());
    if (mean == 0) mean = 1;  // all vertices in one place
    double missing = 0;
    for (int h = 0; h < static_cast<int>(length_.size()); ++h) {
        const double slack = length_[next(h)] + length_[next(next(h))] - length_[h];
        missing = std::max(missing, slack_over_mean_length * mean - slack);
    }
    for (double& length : length_) length += missing;
}

double TuftedCover::triangle_area(int triangle) const {
    const double* side = length_.data() + 3 * static_cast<size_t>(triangle);
    return area_of(side[0], side[1], side[2]);
}

double TuftedCover::cotangent(int h) const {
    const double a = length_[h], b = length_[next(h)], c = length_[next(next(h))];
    // b^2 + c^2 - a^2, written with differences for accuracy
    return ((b - a) * (b + a) + c * c) / (4 * area_of(a, b, c));
}

double TuftedCover::weight(int h) const {
    return 0.5 * (cotangent(h) + cotangent(twin_[h]));
}

bool TuftedCover::is_delaunay(int h) const {
    constexpr double rounding = 1e-10;
    const double p = cotangent(h), q = cotangent(twin_[h]);
    // Up to a positive factor this is the sine of the sum of both opposite angles. It must not be negative.
    return p + q >= -rounding * (1 + std::abs(p)) * (1 + std::abs(q));
}

// Half-edge h runs from i to j; k is the apex on its side, l on the other side. After the flip the edge runs
// from l to k, and the triangles are i l k and j k l. The outer half-edges i l and j k change sides.
void TuftedCover::flip(int h) {
    const int h1 = next(h), h2 = next(h1), t = twin_[h], t1 = next(t), t2 = next(t1);
    const int k = tail_[h2], l = tail_[t2];
    const double ij = length_[h], jk = length_[h1], ki = length_[h2], il = length_[t1], lj = length_[t2];
    const double x_k = (ij * ij + (ki - jk) * (ki + jk)) / (2 * ij),
                 x_l = (ij * ij + (il - lj) * (il + lj)) / (2 * ij),
                 height = 2 * (triangle_area(h / 3) + triangle_area(t / 3)) / ij;
    const int beyond_il = twin_[t1] == h1 ? t : twin_[t1], beyond_jk = twin_[h1] == t1 ? h : twin_[h1];
    twin_[h] = beyond_il;
    twin_[beyond_il] = h;
    length_[h] = il;
    twin_[t] = beyond_jk;
    twin_[beyond_jk] = t;
    length_[t] = jk;
    twin_[h1] = t1;
    twin_[t1] = h1;
    length_[h1] = length_[t1] = std::hypot(x_k - x_l, height);
    tail_[h1] = l;
    tail_[t1] = k;
}

void TuftedCover::make_delaunay() {
    std::vector<int> to_check;
    std::vector<bool> waits(tail_.size(), false);
    const auto check = [&](int h) {
        if (waits[h] || waits[twin_[h]]) return;
        waits[h] = true;
        to_check.push_back(h);
    };
    for (int h = 0; h < static_cast<int>(tail_.size()); ++h) check(h);
    // With exact lengths the flips end. The limit prevents an endless loop with rounded lengths.
    size_t flips_left = 100 * tail_.size();
    while (!to_check.empty() && flips_left > 0) {
        const int h = to_check.back(), t = twin_[h];
        to_check.pop_back();
        waits[h] = false;
        // An edge with the same triangle on both sides cannot be flipped. It need not be: its two copies are
        // equal sides of the triangle, so the angles opposite to them are acute.
        if (h / 3 == t / 3 || is_delaunay(h)) continue;
        flip(h);
        --flips_left;
        for (int outer : {h, next(next(h)), t, next(next(t))}) check(outer);
    }
}

double TuftedCover::area() const {
    double area = 0;
    for (int triangle = 0; triangle < triangles(); ++triangle) area += 0.5 * triangle_area(triangle);
    return area;
}

LaplaceOperator TuftedCover::laplacian() const {
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(tail_.size() + vertices_);
    Eigen::VectorXd row_sum = Eigen::VectorXd::Zero(vertices_), mass = row_sum;
    for (int h = 0; h < static_cast<int>(tail_.size()); ++h) {
        const int i = tail_[h], j = tail_[next(h)];
        mass[i] += triangle_area(h / 3) / 6;  // a third for each corner, half for each side
        if (h > twin_[h] || i == j) continue;
        const double w = 0.5 * std::max(0.0, weight(h));
        entries.emplace_back(i, j, -w);
        entries.emplace_back(j, i, -w);
        row_sum[i] += w;
        row_sum[j] += w;
    }
    for (int v = 0; v < vertices_; ++v) entries.emplace_back(v, v, row_sum[v]);
    LaplaceOperator result{SparseMatrix(vertices_, vertices_), std::move(mass)};
    result.stiffness.setFromTriplets(entries.begin(), entries.end());
    return result;
}

}  // namespace sigmatch
