#include "sigmatch/laplacian.h"

#include <gtest/gtest.h>

#include <random>

#include "sigmatch/surface.h"
#include "support/dense.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

using namespace testing;

TEST(Laplacian, IsSymmetricSemidefiniteAndItsRowsSumToZero) {
    auto shapes = surfaces();
    shapes.emplace_back("two parts", together(potato(2), patch()));
    for (const auto& [name, shape] : shapes) {
        const Eigen::MatrixXd L = cotangent_stiffness(shape);
        ASSERT_EQ(L.rows(), shape.vertices.rows());
        ASSERT_EQ(L.cols(), shape.vertices.rows());
        EXPECT_LT((L - L.transpose()).cwiseAbs().maxCoeff(), 1e-13 * L.norm()) << name;
        EXPECT_LT(L.rowwise().sum().cwiseAbs().maxCoeff(), 1e-12 * L.norm()) << name;
        const Eigen::VectorXd values = eigenvalues(L);
        EXPECT_GT(values[0], -1e-12 * L.norm()) << name;
        const int parts = name == "two parts" ? 2 : 1;  // the kernel: one constant on each part
        EXPECT_LT(values[parts - 1], 1e-12 * L.norm()) << name;
        EXPECT_GT(values[parts], 1e-6 * L.norm()) << name;
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
    const Eigen::MatrixXd linear = times(flat.vertices, random_matrix(3, 4, 2));
    const Eigen::MatrixXd image = times(cotangent_stiffness(flat), linear);
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
        const Eigen::MatrixXd L = cotangent_stiffness(shape);
        for (double scale : {1e-6, 1e-3, 1.0, 1e3, 1e6})
            EXPECT_LT((Eigen::MatrixXd(cotangent_stiffness(moved(shape, scale))) - L).norm(), 1e-9 * L.norm())
                << name << " " << scale;
    }
}

TEST(Laplacian, StaysFiniteAndSemidefiniteWithDegenerateTriangles) {
    const Shape shape = degenerate_surface();
    const Eigen::MatrixXd L = cotangent_stiffness(shape);
    ASSERT_TRUE(L.allFinite());
    EXPECT_LT((L - L.transpose()).cwiseAbs().maxCoeff(), 1e-14 * L.norm());
    EXPECT_LT(L.rowwise().sum().cwiseAbs().maxCoeff(), 1e-12 * L.norm());
    EXPECT_GT(eigenvalues(L)[0], -1e-12 * L.norm());
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
        const SparseMatrix sparse = cotangent_stiffness(shape);
        const LaplaceSolver solver(sparse);
        const Eigen::MatrixXd L = sparse;
        const Eigen::MatrixXd B = random_matrix(L.rows(), 5, 3);
        const Eigen::MatrixXd centred = B.rowwise() - B.colwise().mean();
        const Eigen::MatrixXd X = solver.solve(B);
        EXPECT_LT((times(L, X) - centred).norm(), 1e-9 * B.norm()) << name;
        EXPECT_LT(X.colwise().sum().cwiseAbs().maxCoeff(), 1e-10 * X.norm()) << name;
        EXPECT_LT((solver.solve(centred) - X).norm(), 1e-9 * X.norm()) << name;
        // L^+ is symmetric and undoes L where there are no constants.
        EXPECT_LT((solver.solve(times(L, centred)) - centred).norm(), 1e-9 * B.norm()) << name;
        const Eigen::MatrixXd G = transposed_times(B, X);
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

}  // namespace
}  // namespace sigmatch
