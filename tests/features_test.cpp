#include <gtest/gtest.h>

#include "sigmatch/geodesics.h"
#include "sigmatch/orientation.h"
#include "sigmatch/plbo.h"
#include "sigmatch/pruning.h"
#include "support/dense.h"
#include "support/meshes.h"
#include "support/random_problem.h"

namespace sigmatch {
namespace {

using namespace testing;

Eigen::VectorXd feature(const Shape& shape) {
    const Plbo D(shape);
    return orientation_feature(shape, laplacian_spectrum(D.laplacian(), lumped_mass(shape), 50));
}

Shape walking_quadruped() {
    return creature("quadruped", "walk", 1200).shape;
}

TEST(OrientationFeature, IsUnchangedByMotionAndScale) {
    const Shape shape = walking_quadruped();
    const Eigen::VectorXd h = feature(shape);
    EXPECT_LE(h.cwiseAbs().maxCoeff(), 1 + 1e-12);
    EXPECT_GT(h.cwiseAbs().mean(), 0.05);
    EXPECT_LT((feature(moved(shape, 37)) - h).cwiseAbs().mean(), 1e-5);
}

TEST(OrientationFeature, ChangesItsSignUnderReflection) {
    const Shape shape = walking_quadruped();
    const Eigen::VectorXd h = feature(shape);
    Shape mirrored = shape;
    mirrored.vertices.col(0) *= -1;
    EXPECT_LT((feature(mirrored) + h).cwiseAbs().mean(), 1e-6);
    mirrored.faces.col(1).swap(mirrored.faces.col(2));  // the order of the corners must not matter
    EXPECT_LT((feature(mirrored) + h).cwiseAbs().mean(), 1e-6);
}

TEST(OrientationFeature, TellsLeftFromRight) {
    const Creature rest = creature("quadruped", "rest", 1200);  // its own mirror image
    const Eigen::VectorXd h = feature(rest.shape)(rest.keypoints);
    for (size_t k = 0; k < rest.keypoints.size(); ++k)
        EXPECT_NEAR(h[static_cast<Eigen::Index>(k)], -h[rest.symmetric[k]], 1e-4) << rest.keypoint_names[k];
}

TEST(WaveKernelSignature, IsAMeanOfSquaredEigenvectors) {
    const Shape shape = bumpy_ball();
    const Plbo D(shape);
    const Eigen::VectorXd mass = lumped_mass(shape);
    const Spectrum spectrum = laplacian_spectrum(D.laplacian(), mass, 30);
    for (int energy = 0; energy < 100; ++energy) {
        const Eigen::VectorXd signature = wave_kernel_signature(spectrum, energy);
        EXPECT_GE(signature.minCoeff(), 0);
        // Every eigenvector has unit mass, and so has every weighted mean of their squares.
        EXPECT_NEAR(signature.dot(mass), 1, 1e-8);
    }
}

Eigen::MatrixXd random_distances(int n, std::mt19937_64& random) {
    const Eigen::MatrixXd points = random_matrix(n, 3, random);
    Eigen::MatrixXd D(n, n);
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) D(i, k) = (points.row(i) - points.row(k)).norm();
    return D;
}

TEST(Pruning, RoundsAreDisjointPermutations) {
    std::mt19937_64 random(41);
    const Eigen::MatrixXd X = random_distances(13, random), Y = random_distances(13, random);
    for (int rounds : {1, 2, 5, 12}) {
        const Mask allowed = prune_candidates(X, Y, rounds);
        for (int i = 0; i < 13; ++i) {
            EXPECT_EQ(allowed.row(i).count(), rounds);
            EXPECT_EQ(allowed.col(i).count(), rounds);
        }
        const Mask fewer = prune_candidates(X, Y, std::max(1, rounds - 1));
        EXPECT_TRUE((fewer <= allowed).all());
    }
    EXPECT_TRUE(prune_candidates(X, Y, 0).all());
    EXPECT_TRUE(prune_candidates(X, Y, 13).all());
}

TEST(Pruning, FirstRoundFindsARelabelledAndScaledCopy) {
    std::mt19937_64 random(42);
    const Eigen::MatrixXd X = random_distances(13, random);
    const Match order = random_permutation(13, random);
    const Eigen::MatrixXd Y = 17 * X(order, order);
    const Mask allowed = prune_candidates(X, Y, 1);
    for (int j = 0; j < 13; ++j) EXPECT_TRUE(allowed(order[j], j));
}

}  // namespace
}  // namespace sigmatch
