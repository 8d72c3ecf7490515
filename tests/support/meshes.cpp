#include "support/meshes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <random>

#include "sigmatch/surface.h"
#include "support/dense.h"

namespace sigmatch::testing {
namespace {

Shape shape_of(const std::vector<Eigen::RowVector3d>& points, const std::vector<Eigen::RowVector3i>& faces) {
    Shape shape;
    shape.vertices.resize(static_cast<Eigen::Index>(points.size()), 3);
    shape.faces.resize(static_cast<Eigen::Index>(faces.size()), 3);
    for (size_t v = 0; v < points.size(); ++v) shape.vertices.row(static_cast<Eigen::Index>(v)) = points[v];
    for (size_t f = 0; f < faces.size(); ++f) shape.faces.row(static_cast<Eigen::Index>(f)) = faces[f];
    return shape;
}

}  // namespace

Shape grid_shape(int rows, int columns, const std::function<Eigen::RowVector3d(double, double)>& p) {
    Shape shape;
    shape.vertices.resize((rows + 1) * (columns + 1), 3);
    shape.faces.resize(2 * rows * columns, 3);
    const auto id = [&](int r, int c) { return r * (columns + 1) + c; };
    for (int r = 0; r <= rows; ++r)
        for (int c = 0; c <= columns; ++c)
            shape.vertices.row(id(r, c)) = p(1.0 * r / rows, 1.0 * c / columns);
    int f = 0;
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) {
            shape.faces.row(f++) << id(r, c), id(r + 1, c), id(r + 1, c + 1);
            shape.faces.row(f++) << id(r, c), id(r + 1, c + 1), id(r, c + 1);
        }
    }
    return shape;
}

Shape patch(int rows, int columns) {
    return grid_shape(rows, columns, [](double u, double v) {
        return Eigen::RowVector3d(2 * u, 3 * v, std::sin(3 * u) * std::cos(4 * v) + 0.3 * u * v);
    });
}

Shape degenerate_surface() {
    Shape shape = patch();
    const int next = static_cast<int>(shape.vertices.rows());
    const Eigen::RowVector3i f = shape.faces.row(0), g = shape.faces.row(9);
    shape.vertices.conservativeResize(next + 2, 3);
    shape.vertices.row(next) = (shape.vertices.row(f[0]) + shape.vertices.row(f[1])) / 2;
    shape.vertices.row(next + 1) = shape.vertices.row(g[0]);
    return with_faces(shape, {{f[0], f[1], next}, {f[0], f[0], f[1]}, {g[0], next + 1, g[1]}});
}

Shape bumpy_ball(int cells) {
    std::vector<Eigen::RowVector3d> points;
    std::vector<Eigen::RowVector3i> faces;
    const auto vertex = [&](const Eigen::RowVector3d& p) {
        for (size_t v = 0; v < points.size(); ++v)
            if ((points[v] - p).squaredNorm() < 1e-16) return static_cast<int>(v);
        points.push_back(p);
        return static_cast<int>(points.size()) - 1;
    };
    for (int axis = 0; axis < 3; ++axis) {
        for (double side : {-1.0, 1.0}) {
            const auto corner = [&](int r, int c) {
                Eigen::RowVector3d p;
                p[axis] = side;
                p[(axis + 1) % 3] = 2.0 * r / cells - 1;
                p[(axis + 2) % 3] = 2.0 * c / cells - 1;
                return vertex(p);
            };
            for (int r = 0; r < cells; ++r) {
                for (int c = 0; c < cells; ++c) {
                    int a = corner(r, c), b = corner(r + 1, c), d = corner(r + 1, c + 1),
                        e = corner(r, c + 1);
                    if (side < 0) std::swap(b, e);
                    faces.push_back({a, b, d});
                    faces.push_back({a, d, e});
                }
            }
        }
    }
    for (Eigen::RowVector3d& point : points) {
        const Eigen::RowVector3d p = point.normalized();
        const double bump = 1 + 0.3 * std::sin(3 * p[0]) * std::cos(2 * p[1]) + 0.2 * p[2] * p[0];
        point = bump * p.cwiseProduct(Eigen::RowVector3d(1, 1.4, 0.8));
    }
    return shape_of(points, faces);
}

Shape tetrahedron() {
    Shape shape;
    shape.vertices.resize(4, 3);
    shape.vertices << 1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1;
    shape.faces.resize(4, 3);
    shape.faces << 0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2;
    return shape;
}

Shape sphere(int levels) {
    const double g = std::numbers::phi;
    std::vector<Eigen::RowVector3d> points{{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
                                           {0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
                                           {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}};
    std::vector<Eigen::RowVector3i> triangles{{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                              {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                              {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                              {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
    for (int level = 0; level < levels; ++level) {
        std::map<std::pair<int, int>, int> middles;
        const auto middle = [&](int a, int b) {
            const auto [place, is_new] = middles.emplace(std::minmax(a, b), static_cast<int>(points.size()));
            if (is_new) points.push_back((points[a].normalized() + points[b].normalized()) / 2);
            return place->second;
        };
        std::vector<Eigen::RowVector3i> finer;
        for (const Eigen::RowVector3i& triangle : triangles) {
            const int a = triangle[0], b = triangle[1], c = triangle[2];
            const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
        }
        triangles = finer;
    }
    for (Eigen::RowVector3d& point : points) point.normalize();
    return shape_of(points, triangles);
}

Shape potato(int levels) {
    Shape shape = sphere(levels);
    for (auto p : shape.vertices.rowwise())
        p *= 1 + 0.2 * std::sin(3 * p[0] + 1) * std::cos(2 * p[1]) + 0.15 * p[2] * p[0] + 0.1 * p[1];
    return shape;
}

Shape hemisphere(int levels) {
    const Shape whole = sphere(levels);
    std::vector<bool> keep(whole.vertices.rows());
    for (size_t v = 0; v < keep.size(); ++v)
        keep[v] = whole.vertices(static_cast<Eigen::Index>(v), 2) >= -1e-12;
    return sub_shape(whole, keep).shape;
}

Shape worm(int rings, int corners) {
    std::vector<Eigen::RowVector3d> points;
    const auto axis = [](double u) {
        return Eigen::RowVector3d(20 * u, 2 * std::sin(4 * u), std::cos(3 * u));
    };
    for (int r = 0; r < rings; ++r) {
        for (int c = 0; c < corners; ++c) {
            const double turn = 2 * std::numbers::pi * (c + 0.2 * std::sin(0.7 * r)) / corners;
            points.push_back(axis(1.0 * r / rings) + Eigen::RowVector3d(0, std::cos(turn), std::sin(turn)));
        }
    }
    const int front = rings * corners, back = front + 1;
    points.push_back(axis(0) - Eigen::RowVector3d(0.5, 0, 0));
    points.push_back(axis(1 - 1.0 / rings) + Eigen::RowVector3d(0.5, 0, 0));
    std::vector<Eigen::RowVector3i> faces;
    for (int c = 0; c < corners; ++c) {
        const int d = (c + 1) % corners, last = (rings - 1) * corners;
        faces.emplace_back(front, d, c);
        faces.emplace_back(back, last + c, last + d);
        for (int r = 0; r + 1 < rings; ++r) {
            faces.emplace_back(r * corners + c, r * corners + d, (r + 1) * corners + d);
            faces.emplace_back(r * corners + c, (r + 1) * corners + d, (r + 1) * corners + c);
        }
    }
    return shape_of(points, faces);
}

Creature creature(const std::string& kind, const std::string& pose, int vertices, std::uint64_t remesh) {
    CreatureOptions options;
    options.kind = kind;
    options.pose = pose;
    options.vertices = vertices;
    options.remesh = remesh;
    return make_creature(options);
}

CreaturePair with_keypoints(const CreaturePair& pair, const std::vector<int>& positions) {
    CreaturePair some = pair;
    some.kx.clear();
    some.ky.clear();
    some.truth.clear();
    some.symmetric.clear();
    std::vector<int> partners;
    for (int i : positions) partners.push_back(pair.truth[i]);
    std::sort(partners.begin(), partners.end());
    for (int j : partners) some.ky.push_back(pair.ky[j]);
    for (int i : positions) {
        some.kx.push_back(pair.kx[i]);
        const auto partner = std::lower_bound(partners.begin(), partners.end(), pair.truth[i]);
        some.truth.push_back(static_cast<int>(partner - partners.begin()));
    }
    return some;
}

std::vector<std::pair<std::string, Shape>> surfaces() {
    return {{"tetrahedron", tetrahedron()},
            {"sphere", sphere(2)},
            {"potato", potato(3)},
            {"hemisphere", hemisphere(3)},
            {"patch", patch()},
            {"quadruped", creature("quadruped", "walk", 700).shape},
            {"biped", creature("biped", "3", 600, 4).shape}};
}

Shape moved(const Shape& shape, double scale, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const Eigen::Matrix3d rotation = random_rotation(random);
    const Eigen::RowVector3d shift = 3 * random_matrix(1, 3, random);
    Shape result = shape;
    for (auto point : result.vertices.rowwise()) point = scale * (point * rotation + shift).eval();
    return result;
}

Shape together(const Shape& first, const Shape& second) {
    Shape both;
    both.vertices.resize(first.vertices.rows() + second.vertices.rows(), 3);
    both.vertices << first.vertices, second.vertices;
    both.faces.resize(first.faces.rows() + second.faces.rows(), 3);
    both.faces << first.faces, (second.faces.array() + static_cast<int>(first.vertices.rows())).matrix();
    return both;
}

Shape with_dense_half(const Shape& shape, int axis) {
    std::vector<double> heights(shape.vertices.col(axis).begin(), shape.vertices.col(axis).end());
    std::nth_element(heights.begin(), heights.begin() + std::ssize(heights) / 2, heights.end());
    const double middle = heights[heights.size() / 2];
    const auto is_high = [&](int v) { return shape.vertices(v, axis) > middle; };
    std::vector<Eigen::RowVector3d> points;
    for (const auto& row : shape.vertices.rowwise()) points.emplace_back(row);
    std::map<std::pair<int, int>, int> midpoints;
    for (const auto& face : shape.faces.rowwise())
        if (is_high(face[0]) && is_high(face[1]) && is_high(face[2]))
            for (int c = 0; c < 3; ++c) {
                const std::pair<int, int> edge = std::minmax<int>({face[c], face[(c + 1) % 3]});
                if (!midpoints.emplace(edge, static_cast<int>(points.size())).second) continue;
                points.emplace_back(0.5 * (shape.vertices.row(edge.first) + shape.vertices.row(edge.second)));
            }
    std::vector<Eigen::RowVector3i> faces;
    for (const auto& face : shape.faces.rowwise()) {
        // A polygon of three corners and the midpoints that there are, cut off at the corners between them.
        std::array<int, 3> middles{};
        int count = 0, plain = 0;
        for (int c = 0; c < 3; ++c) {
            const auto found = midpoints.find(std::minmax<int>({face[c], face[(c + 1) % 3]}));
            middles[c] = found == midpoints.end() ? -1 : found->second;
            middles[c] < 0 ? plain = c : ++count;
        }
        const auto corner = [&](int c) { return face[(plain + c) % 3]; };  // the edge 0-1 is whole, if one is
        const auto middle_of = [&](int c) { return middles[(plain + c) % 3]; };
        if (count == 0) {
            faces.emplace_back(face);
        } else if (count == 3) {
            for (int c = 0; c < 3; ++c) faces.emplace_back(face[c], middles[c], middles[(c + 2) % 3]);
            faces.emplace_back(middles[0], middles[1], middles[2]);
        } else if (count == 2) {
            faces.emplace_back(corner(2), middle_of(2), middle_of(1));
            faces.emplace_back(corner(0), corner(1), middle_of(1));
            faces.emplace_back(corner(0), middle_of(1), middle_of(2));
        } else {
            const int c = middles[0] >= 0 ? 0 : middles[1] >= 0 ? 1 : 2;
            faces.emplace_back(face[c], middles[c], face[(c + 2) % 3]);
            faces.emplace_back(middles[c], face[(c + 1) % 3], face[(c + 2) % 3]);
        }
    }
    return shape_of(points, faces);
}

Shape with_faces(const Shape& shape, const std::vector<Eigen::RowVector3i>& more) {
    Shape result = shape;
    result.faces.conservativeResize(shape.faces.rows() + static_cast<Eigen::Index>(more.size()), 3);
    for (size_t f = 0; f < more.size(); ++f)
        result.faces.row(shape.faces.rows() + static_cast<Eigen::Index>(f)) = more[f];
    return result;
}

Shape with_random_flips(const Shape& shape, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Shape result = shape;
    for (auto face : result.faces.rowwise())
        if (random() % 2) std::swap(face[1], face[2]);
    return result;
}

Faces from_smallest_corner(Faces faces) {
    for (auto face : faces.rowwise())
        std::rotate(face.begin(), std::min_element(face.begin(), face.end()), face.end());
    return faces;
}

bool is_connected(const Shape& shape) {
    const std::vector<int> component = connected_components(shape);
    return std::all_of(component.begin(), component.end(), [](int c) { return c == 0; });
}

Keypoints some_keypoints(const Shape& shape, int count, std::uint64_t seed) {
    Keypoints all(shape.vertices.rows());
    std::iota(all.begin(), all.end(), 0);
    std::mt19937_64 random(seed);
    std::shuffle(all.begin(), all.end(), random);
    all.resize(count);
    return all;
}

}  // namespace sigmatch::testing
