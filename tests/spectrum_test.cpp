#include "sigmatch/spectrum.h"

#include <gtest/gtest.h>

#include "sigmatch/laplacian.h"
#include "support/dense.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

using namespace testing;

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

    const Eigen::VectorXd expected = generalised_eigenvalues(L, mass).segment(1, k);
    for (Eigen::Index e = 0; e < k; ++e)
        EXPECT_NEAR(spectrum.values[e], expected[e], 1e-7 * expected[e]) << "eigenvalue " << e;

    const Eigen::MatrixXd& U = spectrum.vectors;
    const Eigen::MatrixXd MU = mass.asDiagonal() * U;
    EXPECT_LT((transposed_times(U, MU) - Eigen::MatrixXd::Identity(k, k)).norm(), 1e-8);
    EXPECT_LT(MU.colwise().sum().norm(), 1e-8 * std::sqrt(mass.sum()));  // orthogonal to the constant
    const Eigen::MatrixXd LU = times(L, U), expected_LU = MU * spectrum.values.asDiagonal();
    EXPECT_LT((LU - expected_LU).norm(), 1e-6 * LU.norm());
}

TEST(Spectrum, EqualsTheDenseGeneralisedEigenproblem) {
    for (const auto& [name, shape] : surfaces())
        if (name != "sphere") expect_equal_to_dense(name, shape, 50);
}

TEST(Spectrum, ContinuesAKnownOne) {
    const Shape shape = creature("quadruped", "walk", 1500).shape;
    const SparseMatrix L = cotangent_stiffness(shape);
    const Eigen::VectorXd mass = lumped_mass(shape);
    const LaplaceSolver solver(L);
    const Spectrum known = laplacian_spectrum(solver, mass, 20), whole = laplacian_spectrum(solver, mass, 60),
                   continued = laplacian_spectrum(solver, mass, 60, known);
    ASSERT_EQ(continued.values.size(), 60);
    for (int k = 0; k < 60; ++k)
        EXPECT_NEAR(continued.values[k], whole.values[k], 1e-9 * whole.values[k]) << k;
    const Eigen::MatrixXd MU = mass.asDiagonal() * continued.vectors;
    EXPECT_LT((transposed_times(continued.vectors, MU) - Eigen::MatrixXd::Identity(60, 60)).norm(), 1e-8);
    const Eigen::MatrixXd LU = times(L, continued.vectors);
    EXPECT_LT((LU - MU * continued.values.asDiagonal()).norm(), 1e-6 * LU.norm());
}

TEST(Spectrum, FindsEveryCopyOfAMultipleEigenvalue) {
    // On the sphere the values come in groups of 3, 5, 3 + 4 (the icosahedron splits the 7), ...
    expect_equal_to_dense("icosahedron", sphere(0), 10);
    expect_equal_to_dense("sphere", sphere(2), 50);
    expect_equal_to_dense("finer sphere", sphere(3), 24);
}

TEST(Spectrum, FindsMoreCopiesThanABlockHasVectors) {
    // Twelve equal bodies that share a vertex: what vanishes there can be told apart in eleven ways.
    const Shape body = potato(1);
    const int rest = static_cast<int>(body.vertices.rows()) - 1, faces = static_cast<int>(body.faces.rows());
    Shape bunch;
    bunch.vertices = body.vertices.row(0).replicate(1 + 12 * rest, 1);
    bunch.faces.resize(12 * faces, 3);
    for (int copy = 0; copy < 12; ++copy) {
        bunch.vertices.middleRows(1 + copy * rest, rest) = body.vertices.bottomRows(rest);
        for (int f = 0; f < faces; ++f)
            for (int k = 0; k < 3; ++k) {
                const int v = body.faces(f, k);
                bunch.faces(copy * faces + f, k) = v == 0 ? 0 : v + copy * rest;
            }
    }
    expect_equal_to_dense("bunch", bunch, 30);
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

TEST(Spectrum, StaysFiniteWhereHardlyAnyVertexHasArea) {
    // A tetrahedron and a line of 500 vertices: fewer values than asked for are not infinite.
    Shape shape = tetrahedron();
    const int extra = 500;
    shape.vertices.conservativeResize(4 + extra, 3);
    shape.faces.conservativeResize(shape.faces.rows() + extra, 3);
    for (int k = 0; k < extra; ++k) {
        shape.vertices.row(4 + k) = shape.vertices.row(0) * (1 + 0.01 * (k + 1));
        shape.faces.row(shape.faces.rows() - extra + k) << (k == 0 ? 0 : 3 + k), 4 + k, 0;
    }
    const Eigen::VectorXd mass = lumped_mass(shape);
    const Spectrum spectrum = laplacian_spectrum(LaplaceSolver(cotangent_stiffness(shape)), mass, 3);
    const Spectrum whole =
        laplacian_spectrum(LaplaceSolver(cotangent_stiffness(tetrahedron())), lumped_mass(tetrahedron()), 2);
    for (int e = 0; e < 2; ++e) EXPECT_NEAR(spectrum.values[e], whole.values[e], 1e-3 * whole.values[e]);
    EXPECT_TRUE(spectrum.vectors.allFinite());
}

}  // namespace
}  // namespace sigmatch
