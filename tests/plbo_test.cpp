#include "sigmatch/plbo.h"

#include <gtest/gtest.h>

#include "meshes.h"
#include "sigmatch/errors.h"
#include "sigmatch/reduction.h"

namespace sigmatch {
namespace {

using testing::bumpy_ball;
using testing::dense_plbo;
using testing::patch;
using testing::some_keypoints;

std::vector<Shape> shapes() {
    Shape far = bumpy_ball(6);  // far from the origin and tiny: conditioning must not suffer much
    far.vertices = (0.01 * far.vertices).rowwise() + Eigen::RowVector3d(0.3, -0.1, 0.2);
    return {patch(), bumpy_ball(), far, patch(7, 31)};
}

Eigen::MatrixXd random_columns(Eigen::Index rows, int columns) {
    std::mt19937_64 random(rows);
    std::normal_distribution<double> normal;
    return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return normal(random); });
}

TEST(Plbo, KernelIsTheAffineMaps) {
    for (const Shape& shape : shapes()) {
        const Plbo D(shape);
        EXPECT_LT(D.apply(shape.vertices).norm(), 1e-10 * shape.vertices.norm());
        EXPECT_LT(D.apply(Eigen::MatrixXd::Ones(D.size(), 1)).norm(), 1e-10);
        const Points affine = (shape.vertices * random_columns(3, 3)).rowwise() + Eigen::RowVector3d(1, 2, 3);
        EXPECT_LT(D.apply(affine).norm(), 1e-10 * affine.norm());
        EXPECT_GT(D.apply(random_columns(D.size(), 1)).norm(), 1e-3);
    }
}

TEST(Plbo, ApplyAndPseudoInverseEqualTheDenseOperator) {
    for (const Shape& shape : shapes()) {
        const Plbo D(shape);
        const Eigen::MatrixXd dense = dense_plbo(shape);
        const Eigen::MatrixXd X = random_columns(D.size(), 3);
        EXPECT_LT((D.apply(X) - dense * X).norm(), 1e-9 * X.norm());
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(dense);
        Eigen::VectorXd inverse = eigen.eigenvalues();
        for (double& value : inverse) value = std::abs(value) > 1e-9 ? 1 / value : 0;
        EXPECT_EQ((inverse.array() == 0).count(), 4);
        const Eigen::MatrixXd expected =
            eigen.eigenvectors() * inverse.asDiagonal() * (eigen.eigenvectors().transpose() * X);
        EXPECT_LT((D.pseudo_inverse(X) - expected).norm(), 1e-8 * expected.norm());
    }
}

TEST(Plbo, PlainLaplacianFreesTranslationsOnly) {
    const Shape shape = bumpy_ball();
    const Plbo L(shape, Prior::lbo);
    EXPECT_LT(L.apply(Eigen::MatrixXd::Ones(L.size(), 1)).norm(), 1e-10);
    EXPECT_GT(L.apply(shape.vertices).norm(), 0.1);
    const Eigen::MatrixXd X = random_columns(L.size(), 2);
    EXPECT_LT((L.apply(L.pseudo_inverse(X)) - (X.rowwise() - X.colwise().mean())).norm(), 1e-9 * X.norm());
}

TEST(Plbo, RejectsAFlatShape) {
    const Shape flat =
        testing::grid_shape(5, 5, [](double u, double v) { return Eigen::RowVector3d(u, v, 0); });
    EXPECT_THROW(Plbo{flat}, InputError);
}

/// The Schur complement of G = D^2 on the keypoints, by eliminating all other vertices.
Eigen::MatrixXd dense_schur_complement(const Shape& shape, const Keypoints& keypoints) {
    const Eigen::MatrixXd D = dense_plbo(shape), G = D * D;
    std::vector<bool> is_keypoint(shape.vertices.rows(), false);
    for (int v : keypoints) is_keypoint[v] = true;
    std::vector<int> others;
    for (int v = 0; v < shape.vertices.rows(); ++v)
        if (!is_keypoint[v]) others.push_back(v);
    const Eigen::MatrixXd GII = G(keypoints, keypoints), GIO = G(keypoints, others), GOO = G(others, others);
    return GII - GIO * GOO.ldlt().solve(GIO.transpose());
}

TEST(Reduction, EqualsTheDenseSchurComplement) {
    for (const Shape& shape : shapes()) {
        for (int n : {5, 9, 21}) {
            const Keypoints keypoints = some_keypoints(shape, n, n);
            const Eigen::MatrixXd expected = dense_schur_complement(shape, keypoints);
            const Reduction reduction = reduce(Plbo(shape), keypoints);
            EXPECT_LT((reduction.S - expected).norm(), 1e-9 * expected.norm()) << n << " keypoints";
        }
    }
}

TEST(Reduction, KernelIsTheAffineMapsOfTheKeypoints) {
    const Shape shape = bumpy_ball();
    const Keypoints keypoints = some_keypoints(shape, 12, 1);
    const Eigen::MatrixXd S = reduce(Plbo(shape), keypoints).S;
    const Points X = shape.vertices(keypoints, Eigen::all);
    EXPECT_LT((S * X).norm(), 1e-10 * S.norm());
    EXPECT_LT((S * Eigen::VectorXd::Ones(12)).norm(), 1e-10 * S.norm());
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(S);
    EXPECT_GT(eigen.eigenvalues()[0], -1e-12 * S.norm());
    EXPECT_GT(eigen.eigenvalues()[4], 1e-8 * S.norm());
}

TEST(Reduction, ReconstructionTakesTheKeypointsAndHasTheLeastEnergy) {
    for (const Prior prior : {Prior::plbo, Prior::lbo}) {
        for (const Shape& shape : shapes()) {
            const Keypoints keypoints = some_keypoints(shape, 10, 3);
            const Plbo D(shape, prior);
            const Reduction reduction = reduce(D, keypoints);
            const Points V = random_columns(10, 3);
            const Points bent = reconstruct(D, keypoints, reduction, V);
            EXPECT_LT((bent(keypoints, Eigen::all) - V).norm(), 1e-8 * V.norm());
            const double energy = D.apply(bent).squaredNorm();
            EXPECT_NEAR(energy, (V.transpose() * reduction.S * V).trace(), 1e-8 * energy);
            // Any other shape with the same keypoints bends more.
            Points direction = random_columns(D.size(), 3);
            for (int v : keypoints) direction.row(v).setZero();
            for (double step : {-1e-3, 1e-3})
                EXPECT_GE(D.apply(bent + step * direction).squaredNorm(), energy);
        }
    }
}

TEST(Reduction, RejectsKeypointsInAPlane) {
    const Shape ball = bumpy_ball();
    Shape flattened = ball;
    const Keypoints keypoints = some_keypoints(ball, 6, 5);
    for (int v : keypoints) flattened.vertices(v, 2) = 0.1;
    EXPECT_THROW(reduce(Plbo(flattened), keypoints), InputError);
}

}  // namespace
}  // namespace sigmatch
