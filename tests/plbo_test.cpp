#include "sigmatch/plbo.h"

#include <gtest/gtest.h>

#include "sigmatch/errors.h"
#include "sigmatch/reduction.h"
#include "support/dense.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

using namespace testing;

std::vector<Shape> shapes() {
    Shape far = bumpy_ball(6);  // far from the origin and tiny: conditioning must not suffer much
    far.vertices = (0.01 * far.vertices).rowwise() + Eigen::RowVector3d(0.3, -0.1, 0.2);
    return {patch(), bumpy_ball(), far, patch(7, 31)};
}

TEST(Plbo, KernelIsTheAffineMaps) {
    std::mt19937_64 random(3);
    for (const Shape& shape : shapes()) {
        const Plbo D(shape);
        EXPECT_LT(D.apply(shape.vertices).norm(), 1e-10 * shape.vertices.norm());
        EXPECT_LT(D.apply(Eigen::MatrixXd::Ones(D.size(), 1)).norm(), 1e-10);
        const Points affine = random_affine_image(shape.vertices, random);
        EXPECT_LT(D.apply(affine).norm(), 1e-10 * affine.norm());
        EXPECT_GT(D.apply(random_matrix(D.size(), 1, random)).norm(), 1e-3);
    }
}

TEST(Plbo, ApplyAndPseudoInverseEqualTheDenseOperator) {
    for (const Shape& shape : shapes()) {
        const Plbo D(shape);
        const Eigen::MatrixXd dense = dense_plbo(shape);
        const Eigen::MatrixXd X = random_matrix(D.size(), 3, 1);
        EXPECT_LT((D.apply(X) - times(dense, X)).norm(), 1e-9 * X.norm());
        EXPECT_EQ((eigenvalues(dense).array().abs() <= 1e-9).count(), 4);
        const Eigen::MatrixXd expected = times(pseudo_inverse(dense, 1e-9), X);
        EXPECT_LT((D.solve(X) - expected).norm(), 1e-8 * expected.norm());
    }
}

TEST(Plbo, WeightedByAreaEqualsTheDenseOperator) {
    for (const Shape& shape : shapes()) {
        const Plbo D(shape, Prior::plbo, {}, Laplacian::robust, true);
        const Eigen::MatrixXd dense = dense_weighted_operator(shape, true), X = random_matrix(D.size(), 3, 1);
        const double size = times(dense, X).norm();
        EXPECT_LT((D.apply(X) - times(dense, X)).norm(), 1e-9 * size);
        EXPECT_LT((D.apply_transposed(X) - transposed_times(dense, X)).norm(), 1e-9 * size);
        EXPECT_LT(D.apply(shape.vertices).norm(), 1e-10 * size);
        EXPECT_LT(D.apply(D.kernel()).norm(), 1e-10 * size);
        EXPECT_LT((D.apply(D.solve(D.apply(X))) - D.apply(X)).norm(), 1e-8 * size);
        const Eigen::MatrixXd B = D.apply_transposed(X);
        EXPECT_LT((D.apply_transposed(D.solve_transposed(B)) - B).norm(), 1e-8 * B.norm());
    }
}

TEST(Reduction, WeightedByAreaEqualsTheDenseSchurComplement) {
    for (const Shape& shape : shapes()) {
        const Plbo D(shape, Prior::plbo, {}, Laplacian::robust, true);
        const Eigen::MatrixXd dense = dense_weighted_operator(shape, true);
        const Keypoints keypoints = some_keypoints(shape, 9, 9);
        const Eigen::MatrixXd expected = schur_complement(transposed_times(dense, dense), keypoints);
        const Reduction reduction = reduce(D, keypoints);
        EXPECT_LT((reduction.S - expected).norm(), 1e-8 * expected.norm());
        const Points V = random_matrix(9, 3, 4), bent = reconstruct(D, keypoints, reduction, V);
        EXPECT_LT((bent(keypoints, Eigen::all) - V).norm(), 1e-8 * V.norm());
        EXPECT_NEAR(D.apply(bent).squaredNorm(), quadratic_form(reduction.S, V),
                    1e-7 * quadratic_form(reduction.S, V));
    }
}

/// At keypoints of one surface, meshed at two resolutions.
TEST(Reduction, WeightedByAreaHardlyDependsOnTheMesh) {
    const Shape coarse = sphere(3),
                fine = sphere(5);  // the first vertices of a finer sphere are the coarser's
    Keypoints keypoints;
    for (int v = 0; v < 12; ++v) keypoints.push_back(v);
    const auto energy = [&](const Shape& shape, bool area_weighted) {
        const Eigen::MatrixXd S =
            reduce(Plbo(shape, Prior::plbo, {}, Laplacian::robust, area_weighted), keypoints).S;
        return quadratic_form(S, random_matrix(12, 3, 4));
    };
    EXPECT_NEAR(energy(fine, true) / energy(coarse, true), 1, 0.1);
    EXPECT_LT(energy(fine, false) / energy(coarse, false), 0.2);
}

TEST(Plbo, PlainLaplacianFreesTranslationsOnly) {
    const Shape shape = bumpy_ball();
    const Plbo L(shape, Prior::lbo);
    EXPECT_LT(L.apply(Eigen::MatrixXd::Ones(L.size(), 1)).norm(), 1e-10);
    EXPECT_GT(L.apply(shape.vertices).norm(), 0.1);
    const Eigen::MatrixXd X = random_matrix(L.size(), 2, 2);
    EXPECT_LT((L.apply(L.solve(X)) - (X.rowwise() - X.colwise().mean())).norm(), 1e-9 * X.norm());
}

TEST(Plbo, RejectsAFlatShape) {
    const Shape flat = grid_shape(5, 5, [](double u, double v) { return Eigen::RowVector3d(u, v, 0); });
    EXPECT_THROW(Plbo{flat}, InputError);
}

TEST(Reduction, EqualsTheDenseSchurComplement) {
    for (const Shape& shape : shapes()) {
        const Eigen::MatrixXd D = dense_plbo(shape), G = times(D, D);
        for (int n : {5, 9, 21}) {
            const Keypoints keypoints = some_keypoints(shape, n, n);
            const Eigen::MatrixXd expected = schur_complement(G, keypoints);
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
    EXPECT_LT(times(S, X).norm(), 1e-10 * S.norm());
    EXPECT_LT(S.rowwise().sum().norm(), 1e-10 * S.norm());
    const Eigen::VectorXd values = eigenvalues(S);
    EXPECT_GT(values[0], -1e-12 * S.norm());
    EXPECT_GT(values[4], 1e-8 * S.norm());
}

TEST(Reduction, ReconstructionTakesTheKeypointsAndHasTheLeastEnergy) {
    for (const Prior prior : {Prior::plbo, Prior::lbo}) {
        for (const Shape& shape : shapes()) {
            const Keypoints keypoints = some_keypoints(shape, 10, 3);
            const Plbo D(shape, prior);
            const Reduction reduction = reduce(D, keypoints);
            const Points V = random_matrix(10, 3, 4);
            const Points bent = reconstruct(D, keypoints, reduction, V);
            EXPECT_LT((bent(keypoints, Eigen::all) - V).norm(), 1e-8 * V.norm());
            const double energy = D.apply(bent).squaredNorm();
            EXPECT_NEAR(energy, quadratic_form(reduction.S, V), 1e-8 * energy);
            // Any other shape with the same keypoints bends more.
            Points direction = random_matrix(D.size(), 3, 5);
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
