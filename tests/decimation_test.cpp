#include "sigmatch/decimation.h"

#include <gtest/gtest.h>

#include <set>

#include "sigmatch/surface.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

using namespace testing;

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
        const Creature fine = creature(kind, "walk", 1100, 1);
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
