#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numbers>
#include <set>

#include "meshes.h"
#include "sigmatch/decimation.h"
#include "sigmatch/errors.h"
#include "sigmatch/geodesics.h"
#include "sigmatch/laplacian.h"
#include "sigmatch/sampling.h"
#include "sigmatch/spectrum.h"
#include "sigmatch/surface.h"
#include "sigmatch/synth.h"

namespace sigmatch {
namespace {

using testing::bumpy_ball;
using testing::grid_shape;
using testing::patch;
using testing::some_keypoints;

/// All edges of length sqrt(8), faces outward.
Shape tetrahedron() {
    Shape shape;
    shape.vertices.resize(4, 3);
    shape.vertices << 1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1;
    shape.faces.resize(4, 3);
    shape.faces << 0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2;
    return shape;
}

/// The unit sphere: an icosahedron with each face cut into 4^levels, faces outward.
Shape sphere(int levels) {
    const double g = std::numbers::phi;
    std::vector<Eigen::RowVector3d> points{{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
                                           {0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
                                           {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}};
    using Triangle = std::array<int, 3>;
    std::vector<Triangle> triangles{{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
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
        std::vector<Triangle> finer;
        for (const auto& [a, b, c] : triangles) {
            const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
        }
        triangles = finer;
    }
    Shape shape;
    shape.vertices.resize(static_cast<Eigen::Index>(points.size()), 3);
    shape.faces.resize(static_cast<Eigen::Index>(triangles.size()), 3);
    for (size_t v = 0; v < points.size(); ++v)
        shape.vertices.row(static_cast<Eigen::Index>(v)) = points[v].normalized();
    for (size_t f = 0; f < triangles.size(); ++f)
        shape.faces.row(static_cast<Eigen::Index>(f)) << triangles[f][0], triangles[f][1], triangles[f][2];
    return shape;
}

/// The sphere with hills and no symmetry, star-shaped about the origin.
Shape potato(int levels) {
    Shape shape = sphere(levels);
    for (auto p : shape.vertices.rowwise())
        p *= 1 + 0.2 * std::sin(3 * p[0] + 1) * std::cos(2 * p[1]) + 0.15 * p[2] * p[0] + 0.1 * p[1];
    return shape;
}

/// The upper half of the sphere: one boundary.
Shape hemisphere(int levels) {
    const Shape whole = sphere(levels);
    std::vector<bool> keep(whole.vertices.rows());
    for (size_t v = 0; v < keep.size(); ++v)
        keep[v] = whole.vertices(static_cast<Eigen::Index>(v), 2) >= -1e-12;
    return sub_shape(whole, keep).shape;
}

/// A long, closed, bent worm of some rings * corners vertices.
Shape worm(int rings, int corners) {
    Shape shape;
    shape.vertices.resize(rings * corners + 2, 3);
    const auto axis = [](double u) {
        return Eigen::RowVector3d(20 * u, 2 * std::sin(4 * u), std::cos(3 * u));
    };
    for (int r = 0; r < rings; ++r) {
        for (int c = 0; c < corners; ++c) {
            const double turn = 2 * std::numbers::pi * (c + 0.2 * std::sin(0.7 * r)) / corners;
            shape.vertices.row(r * corners + c) =
                axis(1.0 * r / rings) + Eigen::RowVector3d(0, std::cos(turn), std::sin(turn));
        }
    }
    const int front = rings * corners, back = front + 1;
    shape.vertices.row(front) = axis(0) - Eigen::RowVector3d(0.5, 0, 0);
    shape.vertices.row(back) = axis(1 - 1.0 / rings) + Eigen::RowVector3d(0.5, 0, 0);
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
    shape.faces.resize(static_cast<Eigen::Index>(faces.size()), 3);
    for (size_t f = 0; f < faces.size(); ++f) shape.faces.row(static_cast<Eigen::Index>(f)) = faces[f];
    return shape;
}

/// Both shapes in one, not connected: the vertices of the second follow those of the first.
Shape together(const Shape& first, const Shape& second) {
    Shape both;
    both.vertices.resize(first.vertices.rows() + second.vertices.rows(), 3);
    both.vertices << first.vertices, second.vertices;
    both.faces.resize(first.faces.rows() + second.faces.rows(), 3);
    both.faces << first.faces, (second.faces.array() + static_cast<int>(first.vertices.rows())).matrix();
    return both;
}

Shape with_faces(const Shape& shape, const std::vector<Eigen::RowVector3i>& more) {
    Shape result = shape;
    result.faces.conservativeResize(shape.faces.rows() + static_cast<Eigen::Index>(more.size()), 3);
    for (size_t f = 0; f < more.size(); ++f)
        result.faces.row(shape.faces.rows() + static_cast<Eigen::Index>(f)) = more[f];
    return result;
}

Creature creature(const std::string& kind, const std::string& pose, int vertices, std::uint64_t remesh = 0) {
    CreatureOptions options;
    options.kind = kind;
    options.pose = pose;
    options.vertices = vertices;
    options.remesh = remesh;
    return make_creature(options);
}

Shape moved(const Shape& shape, double scale) {
    const Eigen::Matrix3d turn =
        Eigen::AngleAxisd(1.1, Eigen::Vector3d(1, 2, -0.5).normalized()).toRotationMatrix();
    Shape result = shape;
    result.vertices =
        (scale * shape.vertices * turn.transpose()).rowwise() + scale * Eigen::RowVector3d(2, -3, 0.5);
    return result;
}

Shape with_random_flips(const Shape& shape, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Shape result = shape;
    for (auto face : result.faces.rowwise())
        if (random() % 2) std::swap(face[1], face[2]);
    return result;
}

/// The same cycles of corners, each from its smallest: equal for equal orientations.
Faces from_smallest_corner(Faces faces) {
    for (auto face : faces.rowwise())
        std::rotate(face.begin(), std::min_element(face.begin(), face.end()), face.end());
    return faces;
}

bool is_connected(const Shape& shape) {
    const std::vector<int> component = connected_components(shape);
    return std::all_of(component.begin(), component.end(), [](int c) { return c == 0; });
}

Eigen::MatrixXd random_matrix(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return normal(random); });
}

/// What the tests below try a connected surface's properties on.
std::vector<std::pair<std::string, Shape>> surfaces() {
    return {{"tetrahedron", tetrahedron()},
            {"sphere", sphere(2)},
            {"potato", potato(3)},
            {"hemisphere", hemisphere(3)},
            {"patch", patch()},
            {"quadruped", creature("quadruped", "walk", 700).shape},
            {"biped", creature("biped", "3", 600, 4).shape}};
}

// ---------------------------------------------------------------------------------------- laplacian.h

TEST(Laplacian, IsSymmetricSemidefiniteAndItsRowsSumToZero) {
    auto shapes = surfaces();
    shapes.emplace_back("two parts", together(potato(2), patch()));
    for (const auto& [name, shape] : shapes) {
        const Eigen::MatrixXd L = cotangent_stiffness(shape);
        ASSERT_EQ(L.rows(), shape.vertices.rows());
        ASSERT_EQ(L.cols(), shape.vertices.rows());
        EXPECT_LT((L - L.transpose()).cwiseAbs().maxCoeff(), 1e-13 * L.norm()) << name;
        EXPECT_LT(L.rowwise().sum().cwiseAbs().maxCoeff(), 1e-12 * L.norm()) << name;
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(L, Eigen::EigenvaluesOnly);
        EXPECT_GT(eigen.eigenvalues()[0], -1e-12 * L.norm()) << name;
        const int parts = name == "two parts" ? 2 : 1;  // the kernel: one constant on each part
        EXPECT_LT(eigen.eigenvalues()[parts - 1], 1e-12 * L.norm()) << name;
        EXPECT_GT(eigen.eigenvalues()[parts], 1e-6 * L.norm()) << name;
    }
}

TEST(Laplacian, HasTheKnownEntriesOfATetrahedron) {
    const Eigen::MatrixXd L = cotangent_stiffness(tetrahedron());
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            EXPECT_NEAR(L(i, j), i == j ? std::sqrt(3.0) : -1 / std::sqrt(3.0), 1e-14);
}

TEST(Laplacian, HasTheKnownEntriesOfOneTriangle) {
    Shape shape;
    shape.vertices.resize(3, 3);
    shape.vertices << 0, 0, 0, 2, 0, 0, 0, 1, 0;  // right angle at vertex 0
    shape.faces.resize(1, 3);
    shape.faces << 0, 1, 2;
    Eigen::Matrix3d expected;  // cotangents 0, 2 and 1/2, halved
    expected << 1.25, -0.25, -1, -0.25, 0.25, 0, -1, 0, 1;
    EXPECT_LT((Eigen::MatrixXd(cotangent_stiffness(shape)) - expected).norm(), 1e-14);
    shape.faces << 0, 2, 1;
    EXPECT_LT((Eigen::MatrixXd(cotangent_stiffness(shape)) - expected).norm(), 1e-14) << "flipped";
}

TEST(Laplacian, AnnihilatesLinearFunctionsInsideAFlatPatch) {
    constexpr int rows = 9, columns = 12;
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> jitter(-0.3, 0.3);
    const Shape flat = moved(grid_shape(rows, columns,
                                        [&](double u, double v) {
                                            return Eigen::RowVector3d(u + jitter(random) / rows,
                                                                      v + jitter(random) / columns, 0);
                                        }),
                             3.0);
    const SparseMatrix L = cotangent_stiffness(flat);
    const Eigen::MatrixXd image = L * (flat.vertices * random_matrix(3, 4, 2));
    double at_boundary = 0;
    for (int r = 0; r <= rows; ++r) {
        for (int c = 0; c <= columns; ++c) {
            const double size = image.row(r * (columns + 1) + c).cwiseAbs().maxCoeff();
            if (r > 0 && r < rows && c > 0 && c < columns)
                EXPECT_LT(size, 1e-11) << r << " " << c;
            else
                at_boundary = std::max(at_boundary, size);
        }
    }
    EXPECT_GT(at_boundary, 0.1);
}

TEST(Laplacian, DoesNotDependOnScaleAndPlace) {
    for (const auto& [name, shape] : surfaces()) {
        const SparseMatrix L = cotangent_stiffness(shape);
        for (double scale : {1e-6, 1e-3, 1.0, 1e3, 1e6})
            EXPECT_LT((cotangent_stiffness(moved(shape, scale)) - L).norm(), 1e-9 * L.norm())
                << name << " " << scale;
    }
}

/// A surface with every kind of triangle that has no area: collinear corners, a corner named twice, two
/// vertices in one place.
Shape degenerate_surface() {
    Shape shape = patch();
    const int next = static_cast<int>(shape.vertices.rows());
    const Eigen::RowVector3i f = shape.faces.row(0), g = shape.faces.row(9);
    shape.vertices.conservativeResize(next + 2, 3);
    shape.vertices.row(next) = (shape.vertices.row(f[0]) + shape.vertices.row(f[1])) / 2;
    shape.vertices.row(next + 1) = shape.vertices.row(g[0]);
    return with_faces(shape, {{f[0], f[1], next}, {f[0], f[0], f[1]}, {g[0], next + 1, g[1]}});
}

TEST(Laplacian, StaysFiniteAndSemidefiniteWithDegenerateTriangles) {
    const Shape shape = degenerate_surface();
    const Eigen::MatrixXd L = cotangent_stiffness(shape);
    ASSERT_TRUE(L.allFinite());
    EXPECT_LT((L - L.transpose()).cwiseAbs().maxCoeff(), 1e-14 * L.norm());
    EXPECT_LT(L.rowwise().sum().cwiseAbs().maxCoeff(), 1e-12 * L.norm());
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(L, Eigen::EigenvaluesOnly);
    EXPECT_GT(eigen.eigenvalues()[0], -1e-12 * L.norm());
}

TEST(Laplacian, IsFiniteWhereATriangleIsOnePoint) {
    Shape shape = tetrahedron();
    shape.vertices.row(1) = shape.vertices.row(2) = shape.vertices.row(0);
    EXPECT_TRUE(Eigen::MatrixXd(cotangent_stiffness(shape)).allFinite());
    EXPECT_TRUE(lumped_mass(shape).allFinite());
}

TEST(Laplacian, LumpedMassSumsToTheArea) {
    auto shapes = surfaces();
    shapes.emplace_back("degenerate", degenerate_surface());
    for (const auto& [name, shape] : shapes) {
        const Eigen::VectorXd mass = lumped_mass(shape);
        EXPECT_NEAR(mass.sum(), surface_area(shape), 1e-12 * surface_area(shape)) << name;
        EXPECT_GE(mass.minCoeff(), 0) << name;
    }
    const Eigen::VectorXd mass = lumped_mass(tetrahedron());
    for (double m : mass) EXPECT_NEAR(m, 2 * std::sqrt(3.0), 1e-14);  // area sqrt(3) * 8, four corners
}

TEST(LaplaceSolver, SolvesAndGivesColumnsOfSumZero) {
    for (const auto& [name, shape] : surfaces()) {
        const SparseMatrix L = cotangent_stiffness(shape);
        const LaplaceSolver solver(L);
        const Eigen::MatrixXd B = random_matrix(L.rows(), 5, 3);
        const Eigen::MatrixXd centred = B.rowwise() - B.colwise().mean();
        const Eigen::MatrixXd X = solver.solve(B);
        EXPECT_LT((L * X - centred).norm(), 1e-9 * B.norm()) << name;
        EXPECT_LT(X.colwise().sum().cwiseAbs().maxCoeff(), 1e-10 * X.norm()) << name;
        EXPECT_LT((solver.solve(centred) - X).norm(), 1e-9 * X.norm()) << name;
        // L^+ is symmetric and undoes L where there are no constants.
        EXPECT_LT((solver.solve(L * centred) - centred).norm(), 1e-9 * B.norm()) << name;
        const Eigen::MatrixXd G = B.transpose() * X;
        EXPECT_LT((G - G.transpose()).norm(), 1e-9 * G.norm()) << name;
    }
}

TEST(LaplaceSolver, CanBeMoved) {
    const SparseMatrix L = cotangent_stiffness(potato(1));
    LaplaceSolver first(L);
    const Eigen::MatrixXd B = random_matrix(L.rows(), 1, 1), X = first.solve(B);
    LaplaceSolver second(std::move(first));
    EXPECT_EQ(second.solve(B), X);
}

// ----------------------------------------------------------------------------------------- spectrum.h

void expect_equal_to_dense(const std::string& name, const Shape& shape, int count) {
    SCOPED_TRACE(name);
    const SparseMatrix L = cotangent_stiffness(shape);
    const Eigen::VectorXd mass = lumped_mass(shape);
    const Spectrum spectrum = laplacian_spectrum(LaplaceSolver(L), mass, count);
    const Eigen::Index k = spectrum.values.size();
    ASSERT_EQ(spectrum.vectors.cols(), k);
    ASSERT_EQ(spectrum.vectors.rows(), L.rows());
    ASSERT_LE(k, count);
    if (count <= L.rows() - 2)
        ASSERT_EQ(k, count);
    else
        ASSERT_GE(k, 1);

    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> dense(Eigen::MatrixXd(L),
                                                                          Eigen::MatrixXd(mass.asDiagonal()));
    const Eigen::VectorXd expected = dense.eigenvalues().segment(1, k);
    for (Eigen::Index e = 0; e < k; ++e)
        EXPECT_NEAR(spectrum.values[e], expected[e], 1e-7 * expected[e]) << "eigenvalue " << e;

    const Eigen::MatrixXd& U = spectrum.vectors;
    const Eigen::MatrixXd MU = mass.asDiagonal() * U;
    EXPECT_LT((U.transpose() * MU - Eigen::MatrixXd::Identity(k, k)).norm(), 1e-8);
    EXPECT_LT(MU.colwise().sum().norm(), 1e-8 * std::sqrt(mass.sum()));  // orthogonal to the constant
    const Eigen::MatrixXd residual = L * U - MU * spectrum.values.asDiagonal();
    EXPECT_LT(residual.norm(), 1e-6 * (L * U).norm());
}

TEST(Spectrum, EqualsTheDenseGeneralisedEigenproblem) {
    for (const auto& [name, shape] : surfaces())
        if (name != "sphere") expect_equal_to_dense(name, shape, 50);
}

TEST(Spectrum, FindsEveryCopyOfAMultipleEigenvalue) {
    // On the sphere the values come in groups of 3, 5, 3 + 4 (the icosahedron splits the 7), ...
    expect_equal_to_dense("icosahedron", sphere(0), 10);
    expect_equal_to_dense("sphere", sphere(2), 50);
    expect_equal_to_dense("finer sphere", sphere(3), 24);
}

TEST(Spectrum, ReturnsWhatAVerySmallShapeHas) {
    for (int count : {1, 2, 3, 50}) expect_equal_to_dense("tetrahedron", tetrahedron(), count);
}

TEST(Spectrum, FallsWithTheSquareOfTheScale) {
    const Shape shape = potato(2);
    const auto values = [](const Shape& s) {
        return laplacian_spectrum(LaplaceSolver(cotangent_stiffness(s)), lumped_mass(s), 20).values;
    };
    const Eigen::VectorXd at_one = values(shape);
    for (double scale : {1e-2, 7.0, 1e3})
        EXPECT_LT((scale * scale * values(moved(shape, scale)) - at_one).norm(), 1e-8 * at_one.norm());
}

TEST(Spectrum, ApproachesThatOfTheSphere) {
    const Shape ball = sphere(4);
    const Eigen::VectorXd values =
        laplacian_spectrum(LaplaceSolver(cotangent_stiffness(ball)), lumped_mass(ball), 8).values;
    for (int e = 0; e < 8; ++e) EXPECT_NEAR(values[e], e < 3 ? 2 : 6, 0.05);
}

TEST(Spectrum, IsFiniteWhereAVertexHasNoArea) {
    const Shape shape = degenerate_surface();  // its last two vertices are on triangles without area only
    const Spectrum spectrum =
        laplacian_spectrum(LaplaceSolver(cotangent_stiffness(shape)), lumped_mass(shape), 10);
    EXPECT_TRUE(spectrum.values.allFinite());
    EXPECT_TRUE(spectrum.vectors.allFinite());
}

// ---------------------------------------------------------------------------------------- geodesics.h

constexpr double infinity = std::numeric_limits<double>::infinity();

/// All distances along the edges, after Floyd and Warshall.
Eigen::MatrixXd all_distances(const Shape& shape) {
    const Eigen::Index n = shape.vertices.rows();
    Eigen::MatrixXd D = Eigen::MatrixXd::Constant(n, n, infinity);
    D.diagonal().setZero();
    for (const auto& face : shape.faces.rowwise()) {
        for (int k = 0; k < 3; ++k) {
            const int i = face[k], j = face[(k + 1) % 3];
            D(i, j) = D(j, i) = (shape.vertices.row(i) - shape.vertices.row(j)).norm();
        }
    }
    for (Eigen::Index via = 0; via < n; ++via)
        for (Eigen::Index j = 0; j < n; ++j)
            if (D(via, j) < infinity) D.col(j) = D.col(j).cwiseMin((D.col(via).array() + D(via, j)).matrix());
    return D;
}

void expect_distances(const std::string& name, const Shape& shape) {
    SCOPED_TRACE(name);
    const Eigen::MatrixXd expected = all_distances(shape);
    const GeodesicGraph graph(shape);
    ASSERT_EQ(graph.size(), shape.vertices.rows());
    for (int s = 0; s < graph.size(); ++s) {
        const Eigen::VectorXd distance = graph.distances_from(s);
        ASSERT_EQ(distance.size(), graph.size());
        EXPECT_EQ(distance[s], 0);
        for (int v = 0; v < graph.size(); ++v) {
            if (expected(s, v) < infinity)
                ASSERT_NEAR(distance[v], expected(s, v), 1e-12 * expected(s, v)) << s << " " << v;
            else
                ASSERT_EQ(distance[v], infinity) << s << " " << v;
        }
    }
}

TEST(Geodesics, EqualFloydAndWarshall) {
    expect_distances("tetrahedron", tetrahedron());
    expect_distances("potato", potato(2));
    expect_distances("hemisphere", hemisphere(2));
    expect_distances("patch", patch());
    expect_distances("degenerate", degenerate_surface());
    expect_distances("two parts", together(tetrahedron(), potato(1)));
    expect_distances("creature", creature("quadruped", "sit", 500).shape);
}

TEST(Geodesics, AreInfiniteToAVertexOnNoFace) {
    Shape shape = tetrahedron();
    shape.vertices.conservativeResize(5, 3);
    shape.vertices.row(4) << 9, 9, 9;
    expect_distances("lonely vertex", shape);
}

TEST(Geodesics, BetweenKeypointsAreTheSameBothWays) {
    const Shape shape = creature("biped", "walk", 600).shape;
    const GeodesicGraph graph(shape);
    const Keypoints keypoints = some_keypoints(shape, 17, 5);
    const Eigen::MatrixXd D = keypoint_distances(graph, keypoints);
    ASSERT_EQ(D.rows(), 17);
    EXPECT_EQ(D, D.transpose());
    for (int i = 0; i < 17; ++i)
        for (int j = 0; j < 17; ++j)
            EXPECT_NEAR(D(i, j), graph.distances_from(keypoints[i])[keypoints[j]], 1e-12 * D.maxCoeff());
}

double largest_distance(const GeodesicGraph& graph) {
    double largest = 0;
    for (int v = 0; v < graph.size(); ++v) largest = std::max(largest, graph.distances_from(v).maxCoeff());
    return largest;
}

TEST(Diameter, EqualsAllPairs) {
    auto shapes = surfaces();
    shapes.emplace_back("worm", worm(40, 9));
    shapes.emplace_back("bumpy ball", bumpy_ball());
    shapes.emplace_back("quadruped", creature("quadruped", "5", 900, 3).shape);
    for (const auto& [name, shape] : shapes) {
        const GeodesicGraph graph(shape);
        const Diameter diameter = graph_diameter(graph, graph.size());
        const double expected = largest_distance(graph);
        EXPECT_TRUE(diameter.exact) << name;
        EXPECT_NEAR(diameter.length, expected, 1e-11 * expected) << name;
        EXPECT_NEAR(graph.distances_from(diameter.from)[diameter.to], expected, 1e-11 * expected) << name;
        EXPECT_LE(diameter.runs, graph.size()) << name;
    }
}

TEST(Diameter, NeedsFewRunsOnElongatedShapes) {
    for (const Shape& shape : {worm(120, 10), creature("quadruped", "walk", 1500).shape}) {
        const Diameter diameter = graph_diameter(GeodesicGraph(shape));
        EXPECT_TRUE(diameter.exact);
        EXPECT_LT(diameter.runs, shape.vertices.rows() / 10);
    }
}

TEST(Diameter, SaysSoWhenTheRunsDidNotSuffice) {
    const GeodesicGraph graph(sphere(3));
    const double expected = largest_distance(graph);
    const Diameter diameter = graph_diameter(graph, 3);
    EXPECT_EQ(diameter.runs, 3);
    EXPECT_FALSE(diameter.exact);
    EXPECT_LE(diameter.length, expected * (1 + 1e-12));
    EXPECT_GE(diameter.length, expected / 2);  // every vertex is at least half as eccentric
    EXPECT_NEAR(graph.distances_from(diameter.from)[diameter.to], diameter.length, 1e-12);
}

// ------------------------------------------------------------------------------------------ surface.h

TEST(Surface, AreaOfKnownShapes) {
    EXPECT_NEAR(surface_area(tetrahedron()), 8 * std::sqrt(3.0), 1e-13);
    EXPECT_NEAR(surface_area(sphere(4)), 4 * std::numbers::pi, 0.05);
    EXPECT_NEAR(surface_area(moved(potato(2), 10)), 100 * surface_area(potato(2)), 1e-9);
    EXPECT_EQ(surface_area({tetrahedron().vertices, Faces(0, 3)}), 0);
}

TEST(OutwardFaces, KeepsWhatIsRight) {
    for (const Shape& shape : {tetrahedron(), sphere(2), potato(3), bumpy_ball(), hemisphere(3), worm(20, 7),
                               creature("quadruped", "jump", 800).shape})
        EXPECT_EQ(from_smallest_corner(outward_faces(shape)), from_smallest_corner(shape.faces));
}

TEST(OutwardFaces, MendsRandomFlipsAndInsideOut) {
    for (const Shape& shape :
         {tetrahedron(), potato(2), hemisphere(3), worm(20, 7), creature("biped", "2", 700, 5).shape}) {
        const Faces expected = from_smallest_corner(shape.faces);
        Shape inside_out = shape;
        inside_out.faces.col(1).swap(inside_out.faces.col(2));
        EXPECT_EQ(from_smallest_corner(outward_faces(inside_out)), expected);
        for (std::uint64_t seed = 1; seed <= 5; ++seed)
            EXPECT_EQ(from_smallest_corner(outward_faces(with_random_flips(shape, seed))), expected);
    }
}

TEST(OutwardFaces, TreatsEachPartByItself) {
    Shape first = potato(2), second = creature("quadruped", "rest", 600).shape;
    const Faces expected = from_smallest_corner(together(first, second).faces);
    second.faces.col(0).swap(second.faces.col(1));
    EXPECT_EQ(from_smallest_corner(outward_faces(together(first, second))), expected);
    first = with_random_flips(first, 3);
    EXPECT_EQ(from_smallest_corner(outward_faces(together(first, second))), expected);
}

TEST(OutwardFaces, DoesNotDependOnThePlace) {
    for (const Shape& shape : {potato(2), hemisphere(2)}) {
        Shape far = moved(with_random_flips(shape, 1), 1e-3);
        far.vertices.rowwise() += Eigen::RowVector3d(-5, 3, 8);
        EXPECT_EQ(from_smallest_corner(outward_faces(far)), from_smallest_corner(shape.faces));
    }
}

TEST(OutwardFaces, TurnsAMirroredShapeOutside) {
    const Shape shape = potato(3);
    Shape mirrored = shape;
    mirrored.vertices.col(0) *= -1;  // its faces now look inwards
    const Points normals = vertex_normals(mirrored.vertices, outward_faces(mirrored));
    Points expected = vertex_normals(shape.vertices, shape.faces);
    expected.col(0) *= -1;
    EXPECT_LT((normals - expected).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_GT(normals.cwiseProduct(mirrored.vertices).rowwise().sum().minCoeff(), 0);  // it is star-shaped
}

TEST(OutwardFaces, SurvivesDegenerateAndNonManifoldFaces) {
    const Shape ball = potato(2);
    const Shape odd = with_faces(ball, {{0, 0, 1}, {5, 5, 5}, {ball.faces(0, 0), ball.faces(0, 1), 30}});
    const Faces faces = outward_faces(odd);
    ASSERT_EQ(faces.rows(), odd.faces.rows());
    for (Eigen::Index f = 0; f < faces.rows(); ++f) {
        Eigen::RowVector3i before = odd.faces.row(f), after = faces.row(f);
        std::sort(before.begin(), before.end());
        std::sort(after.begin(), after.end());
        EXPECT_EQ(before, after);
    }
    EXPECT_EQ(from_smallest_corner(faces.topRows(ball.faces.rows())), from_smallest_corner(ball.faces));
}

TEST(VertexNormals, OfASphereAreItsPoints) {
    EXPECT_LT((vertex_normals(tetrahedron().vertices, tetrahedron().faces) -
               tetrahedron().vertices / std::sqrt(3.0))
                  .norm(),
              1e-14);
    const Shape ball = sphere(3);
    const Points normals = vertex_normals(ball.vertices, ball.faces);
    EXPECT_LT((normals.rowwise().norm().array() - 1).abs().maxCoeff(), 1e-14);
    EXPECT_GT(normals.cwiseProduct(ball.vertices).rowwise().sum().minCoeff(), 0.9995);
    const Shape tiny = moved(ball, 1e-7);
    EXPECT_NEAR(vertex_normals(tiny.vertices, tiny.faces).row(5).norm(), 1, 1e-14);
}

TEST(VertexNormals, AreZeroWhereNoFaceHasArea) {
    Shape shape = tetrahedron();
    shape.vertices.conservativeResize(6, 3);
    shape.vertices.row(4) << 3, 3, 3;  // on no face
    shape.vertices.row(5) = (shape.vertices.row(0) + shape.vertices.row(1)) / 2;
    shape = with_faces(shape, {{0, 1, 5}});
    const Points normals = vertex_normals(shape.vertices, shape.faces);
    EXPECT_EQ(normals.row(4).norm(), 0);
    EXPECT_EQ(normals.row(5).norm(), 0);
    EXPECT_NEAR(normals.row(0).norm(), 1, 1e-14);
}

TEST(ConnectedComponents, NumbersThePartsAndLeavesOutLonelyVertices) {
    EXPECT_TRUE(is_connected(potato(2)));
    Shape shape = together(tetrahedron(), potato(1));
    shape.vertices.conservativeResize(shape.vertices.rows() + 1, 3);
    shape.vertices.bottomRows(1) << 0, 0, 0;
    const std::vector<int> component = connected_components(shape);
    ASSERT_EQ(static_cast<Eigen::Index>(component.size()), shape.vertices.rows());
    for (size_t v = 0; v + 1 < component.size(); ++v) EXPECT_EQ(component[v], v < 4 ? 0 : 1) << v;
    EXPECT_EQ(component.back(), -1);
    EXPECT_EQ(connected_components({Points::Zero(3, 3), Faces(0, 3)}), std::vector<int>({-1, -1, -1}));
}

TEST(SubShapeOf, KeepsTheVerticesAskedForInOrder) {
    const Shape shape = together(tetrahedron(), potato(1));
    const std::vector<int> component = connected_components(shape);
    std::vector<bool> keep(component.size());
    for (size_t v = 0; v < keep.size(); ++v) keep[v] = component[v] == 1;
    const SubShape part = sub_shape(shape, keep);
    EXPECT_EQ(part.shape.vertices, potato(1).vertices);
    EXPECT_EQ(part.shape.faces, potato(1).faces);
    for (size_t v = 0; v < part.vertex_ids.size(); ++v)
        EXPECT_EQ(part.vertex_ids[v], static_cast<int>(v) + 4);

    const SubShape none = sub_shape(shape, std::vector<bool>(keep.size(), false));
    EXPECT_EQ(none.shape.vertices.rows(), 0);
    EXPECT_EQ(none.shape.faces.rows(), 0);
    const SubShape triangle = sub_shape(tetrahedron(), {true, false, true, true});
    EXPECT_EQ(triangle.vertex_ids, std::vector<int>({0, 2, 3}));
    EXPECT_EQ(triangle.shape.faces, Faces(Eigen::RowVector3i(0, 1, 2)));
}

// ----------------------------------------------------------------------------------------- sampling.h

TEST(Sampling, EachNewPointIsTheFarthest) {
    for (const Shape& shape : {potato(3), patch(), hemisphere(3), creature("quadruped", "4", 900, 2).shape}) {
        const GeodesicGraph graph(shape);
        const Keypoints sample = farthest_point_sampling(shape, graph, 30);
        ASSERT_EQ(sample.size(), 30u);
        EXPECT_EQ(std::set<int>(sample.begin(), sample.end()).size(), 30u);
        const Points centred = shape.vertices.rowwise() - shape.vertices.colwise().mean();
        EXPECT_NEAR(centred.row(sample[0]).norm(), centred.rowwise().norm().maxCoeff(), 1e-12);
        Eigen::VectorXd distance = graph.distances_from(sample[0]);
        double last = infinity;
        for (size_t k = 1; k < sample.size(); ++k) {
            EXPECT_GE(distance[sample[k]], distance.maxCoeff() * (1 - 1e-9)) << k;  // ties fall by index
            EXPECT_LE(distance.maxCoeff(), last) << k;
            last = distance.maxCoeff();
            distance = distance.cwiseMin(graph.distances_from(sample[k]));
        }
    }
}

TEST(Sampling, DoesNotDependOnScaleAndPlace) {
    for (const Shape& shape : {potato(3), creature("quadruped", "4", 900, 2).shape}) {
        const Keypoints expected = farthest_point_sampling(shape, GeodesicGraph(shape), 25);
        for (double scale : {1e-3, 1.0, 1e3}) {
            const Shape other = moved(shape, scale);
            EXPECT_EQ(farthest_point_sampling(other, GeodesicGraph(other), 25), expected) << scale;
        }
    }
}

TEST(Sampling, DoesNotDependOnPlaceEvenWhereSymmetryMakesTies) {
    const Shape shape = creature("quadruped", "rest", 700).shape;
    const Keypoints expected = farthest_point_sampling(shape, GeodesicGraph(shape), 12);
    for (double scale : {0.1, 1.0, 3.0}) {
        const Shape other = moved(shape, scale);
        EXPECT_EQ(farthest_point_sampling(other, GeodesicGraph(other), 12), expected) << scale;
    }
}

TEST(Sampling, TakesTheWholeShapeAndNoMore) {
    const Shape shape = tetrahedron();
    const GeodesicGraph graph(shape);
    Keypoints sample = farthest_point_sampling(shape, graph, 4);
    std::sort(sample.begin(), sample.end());
    EXPECT_EQ(sample, Keypoints({0, 1, 2, 3}));
    EXPECT_THROW(farthest_point_sampling(shape, graph, 5), InputError);
}

TEST(Sampling, StaysOnTheLargestPart) {
    const Shape shape = together(moved(tetrahedron(), 50), potato(2));
    const Keypoints sample = farthest_point_sampling(shape, GeodesicGraph(shape), 20);
    EXPECT_GE(*std::min_element(sample.begin(), sample.end()), 4);
    const Shape cloud{potato(2).vertices, Faces(0, 3)};
    EXPECT_THROW(farthest_point_sampling(cloud, GeodesicGraph(cloud), 5), InputError);
}

TEST(Sampling, PicksDistinctVerticesWhereSomeCoincide) {
    Shape shape = degenerate_surface();  // two of its vertices are in one place
    const auto count = static_cast<int>(shape.vertices.rows());
    const Keypoints sample = farthest_point_sampling(shape, GeodesicGraph(shape), count);
    EXPECT_EQ(static_cast<int>(std::set<int>(sample.begin(), sample.end()).size()), count);
}

// --------------------------------------------------------------------------------------- decimation.h

/// What every decimated shape keeps, whatever the number of faces.
void expect_kept(const Shape& fine, const Keypoints& keypoints, const DecimatedShape& coarse) {
    ASSERT_EQ(coarse.keypoints.size(), keypoints.size());
    EXPECT_EQ(std::set<int>(coarse.keypoints.begin(), coarse.keypoints.end()).size(), keypoints.size());
    for (size_t k = 0; k < keypoints.size(); ++k)
        EXPECT_EQ(coarse.shape.vertices.row(coarse.keypoints[k]), fine.vertices.row(keypoints[k])) << k;
    ASSERT_GT(coarse.shape.faces.rows(), 0);
    EXPECT_GE(coarse.shape.faces.minCoeff(), 0);
    EXPECT_LT(coarse.shape.faces.maxCoeff(), coarse.shape.vertices.rows());
    EXPECT_TRUE(is_connected(coarse.shape));
}

TEST(Decimation, ReachesTheNumberOfFacesAndKeepsTheKeypoints) {
    for (const char* kind : {"quadruped", "biped"}) {
        const Creature fine = creature(kind, "walk", 1500, 1);
        for (int faces : {2000, 500, 200}) {
            SCOPED_TRACE(std::string(kind) + " " + std::to_string(faces));
            const DecimatedShape coarse = decimate(fine.shape, fine.keypoints, faces);
            expect_kept(fine.shape, fine.keypoints, coarse);
            EXPECT_LE(coarse.shape.faces.rows(), faces);
            EXPECT_GE(coarse.shape.faces.rows(), faces - 2);
            EXPECT_EQ(coarse.shape.vertices.rows(), coarse.shape.faces.rows() / 2 + 2);  // closed, genus 0
            EXPECT_NEAR(surface_area(coarse.shape), surface_area(fine.shape),
                        0.15 * surface_area(fine.shape));
            EXPECT_EQ(from_smallest_corner(outward_faces(coarse.shape)),
                      from_smallest_corner(coarse.shape.faces));
        }
    }
}

TEST(Decimation, KeepsABoundary) {
    for (const Shape& fine : {patch(25, 30), hemisphere(4)}) {
        const Keypoints keypoints = some_keypoints(fine, 12, 1);
        const DecimatedShape coarse = decimate(fine, keypoints, 300);
        expect_kept(fine, keypoints, coarse);
        EXPECT_LE(coarse.shape.faces.rows(), 300);
        EXPECT_GE(coarse.shape.faces.rows(), 298);
        EXPECT_NEAR(surface_area(coarse.shape), surface_area(fine), 0.1 * surface_area(fine));
    }
}

TEST(Decimation, GoesAsNearAsTheKeypointsAllow) {
    const Shape fine = potato(3);
    const Keypoints keypoints = some_keypoints(fine, 40, 2);
    const DecimatedShape coarse = decimate(fine, keypoints, 1);
    expect_kept(fine, keypoints, coarse);
    EXPECT_LT(coarse.shape.faces.rows(), 200);
}

TEST(Decimation, ReturnsACoarseShapeAsItIs) {
    const Shape shape = potato(1);
    const Keypoints keypoints = {7, 3, 30, 0};
    for (int faces : {80, 81, 100000}) {
        const DecimatedShape same = decimate(shape, keypoints, faces);
        EXPECT_EQ(same.shape.vertices, shape.vertices);
        EXPECT_EQ(same.shape.faces, shape.faces);
        EXPECT_EQ(same.keypoints, keypoints);
    }
}

TEST(Decimation, DoesNotDependOnTheScale) {
    const Creature fine = creature("quadruped", "sit", 900, 2);
    for (double scale : {1e-3, 1e3}) {
        const Shape other = moved(fine.shape, scale);
        const DecimatedShape coarse = decimate(other, fine.keypoints, 500);
        expect_kept(other, fine.keypoints, coarse);
        EXPECT_NEAR(static_cast<double>(coarse.shape.faces.rows()), 500, 2);
        EXPECT_NEAR(surface_area(coarse.shape), surface_area(other), 0.15 * surface_area(other));
    }
}

TEST(Decimation, PrintsNothingOnNonManifoldInput) {
    const Shape ball = potato(3);
    const Shape odd = with_faces(ball, {{ball.faces(0, 0), ball.faces(0, 1), 200},
                                        ball.faces.row(3),
                                        {0, 0, 1},
                                        {ball.faces(9, 0), ball.faces(9, 2), ball.faces(9, 1)}});
    const Keypoints keypoints = some_keypoints(ball, 10, 3);
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    const DecimatedShape coarse = decimate(odd, keypoints, 300);
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
    EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
    expect_kept(odd, keypoints, coarse);
}

TEST(Decimation, DoesNotDependOnTheOrderOfCorners) {
    // Files often hold faces that disagree about the outside; they must not tear the surface.
    const Creature fine = creature("quadruped", "walk", 900, 3);
    const DecimatedShape coarse = decimate(with_random_flips(fine.shape, 1), fine.keypoints, 500);
    expect_kept(fine.shape, fine.keypoints, coarse);
    EXPECT_NEAR(static_cast<double>(coarse.shape.faces.rows()), 500, 2);
    EXPECT_NEAR(surface_area(coarse.shape), surface_area(fine.shape), 0.15 * surface_area(fine.shape));
}

}  // namespace
}  // namespace sigmatch
