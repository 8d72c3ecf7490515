#include <gtest/gtest.h>

#include "sigmatch/geodesics.h"
#include "sigmatch/orientation.h"
#include "sigmatch/plbo.h"
#include "sigmatch/pruning.h"
#include "sigmatch/surface.h"
#include "support/dense.h"
#include "support/meshes.h"
#include "support/random_problem.h"

namespace sigmatch {
namespace {

using namespace testing;

Spectrum spectrum_of(const Shape& shape) {
    return laplacian_spectrum(Plbo(shape).laplacian(), lumped_mass(shape), 50);
}

class OrientationFeature : public ::testing::TestWithParam<Orientation> {
protected:
    static Eigen::VectorXd feature(const Shape& shape) {
        return orientation_feature(shape, spectrum_of(shape), GetParam());
    }

    const Shape shape_ = creature("quadruped", "walk", 1200).shape;
    const Eigen::VectorXd h_ = feature(shape_);
};

TEST_P(OrientationFeature, IsUnchangedByMotionAndScale) {
    EXPECT_LE(h_.cwiseAbs().maxCoeff(), GetParam() == Orientation::paper ? 1 + 1e-12 : 3);
    EXPECT_GT(h_.cwiseAbs().mean(), 0.05);
    EXPECT_LT((feature(moved(shape_, 37)) - h_).cwiseAbs().mean(), 1e-5);
}

TEST_P(OrientationFeature, ChangesItsSignUnderReflection) {
    Shape mirrored = shape_;
    mirrored.vertices.col(0) *= -1;
    EXPECT_LT((feature(mirrored) + h_).cwiseAbs().mean(), 1e-6);
    mirrored.faces.col(1).swap(mirrored.faces.col(2));  // the order of the corners must not matter
    EXPECT_LT((feature(mirrored) + h_).cwiseAbs().mean(), 1e-6);
}

TEST_P(OrientationFeature, TellsLeftFromRight) {
    const Creature rest = creature("quadruped", "rest", 1200);  // its own mirror image
    const Eigen::VectorXd h = feature(rest.shape)(rest.keypoints);
    EXPECT_GT(h.cwiseAbs().mean(), 0.05);
    for (size_t k = 0; k < rest.keypoints.size(); ++k)
        EXPECT_NEAR(h[static_cast<Eigen::Index>(k)], -h[rest.symmetric[k]], 1e-4) << rest.keypoint_names[k];
}

INSTANTIATE_TEST_SUITE_P(Both, OrientationFeature, ::testing::Values(Orientation::smooth, Orientation::paper),
                         [](const auto& info) { return std::string(name(info.param)); });

TEST(SmoothOrientation, IsTheHeatFlowOfTheFaces) {
    // Plainly: the density of every face, spread by exp(-t M^-1 L) in the eigenvectors that are known.
    const Shape shape = bumpy_ball();
    const Spectrum spectrum = spectrum_of(shape);
    const Eigen::VectorXd f = wave_kernel_signature(spectrum, 0), g = wave_kernel_signature(spectrum, 20);
    const double area = surface_area(shape);
    Eigen::VectorXd expected = Eigen::VectorXd::Zero(shape.vertices.rows());
    for (Eigen::Index face = 0; face < shape.faces.rows(); ++face) {
        Eigen::Matrix3d p;
        Eigen::Vector3d df, dg;
        for (int k = 0; k < 3; ++k) {
            p.row(k) = shape.vertices.row(shape.faces(face, k));
            df[k] = f[shape.faces(face, k)], dg[k] = g[shape.faces(face, k)];
        }
        // Gradients by their definition: <gradient, edge> is the difference, and no part is along the normal.
        const Eigen::Vector3d e1 = p.row(1) - p.row(0), e2 = p.row(2) - p.row(0), n = e1.cross(e2);
        Eigen::Matrix3d edges;
        edges << e1.transpose(), e2.transpose(), n.transpose();
        const Eigen::Vector3d Df = edges.inverse() * Eigen::Vector3d(df[1] - df[0], df[2] - df[0], 0);
        const Eigen::Vector3d Dg = edges.inverse() * Eigen::Vector3d(dg[1] - dg[0], dg[2] - dg[0], 0);
        const double h = Df.normalized().cross(Dg.normalized()).dot(n.normalized()), share = n.norm() / 6;
        for (int k = 0; k < 3; ++k) {
            const int v = shape.faces(face, k);
            expected.array() += h * share / area;
            for (Eigen::Index e = 0; e < spectrum.values.size(); ++e)
                expected += h * share * std::exp(-0.0025 * area * spectrum.values[e]) *
                            spectrum.vectors(v, e) * spectrum.vectors.col(e);
        }
    }
    const double mean_square = expected.cwiseAbs2().dot(lumped_mass(shape)) / area;
    ASSERT_GT(mean_square, 0.0025);
    expected *= 0.5 / std::sqrt(mean_square);
    EXPECT_LT((orientation_feature(shape, spectrum) - expected).cwiseAbs().maxCoeff(), 1e-9);
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

Eigen::MatrixXd distances(const Eigen::MatrixXd& points) {
    const Eigen::Index n = points.rows();
    Eigen::MatrixXd D(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index k = 0; k < n; ++k) D(i, k) = (points.row(i) - points.row(k)).norm();
    return D;
}

Eigen::MatrixXd random_distances(int n, std::mt19937_64& random) {
    return distances(random_matrix(n, 3, random));
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

TEST(Pruning, TiesOfSymmetricShapesAreNotDecidedByRounding) {
    std::mt19937_64 random(43);
    const auto mirrored_points = [&] {
        Eigen::MatrixXd points = random_matrix(6, 3, random).replicate(2, 1);
        points.col(0).tail(6) *= -1;
        return points;
    };
    const Eigen::MatrixXd X = distances(mirrored_points()), Y = distances(mirrored_points());
    const auto rounded_otherwise = [&](const Eigen::MatrixXd& D) -> Eigen::MatrixXd {
        return D.cwiseProduct(Eigen::MatrixXd::Ones(12, 12) + 1e-13 * random_matrix(12, 12, random));
    };
    const Mask allowed = prune_candidates(X, Y, 3);
    for (int trial = 0; trial < 20; ++trial)
        EXPECT_TRUE((prune_candidates(rounded_otherwise(X), rounded_otherwise(Y), 3) == allowed).all());
}

}  // namespace
}  // namespace sigmatch
