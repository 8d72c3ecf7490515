#include "numerics/rigid_alignment.h"

#include <gtest/gtest.h>

#include <numeric>

#include "numerics/assignment.h"
#include "support/dense.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

using namespace testing;

/// Some points, and the same moved and in another order.
struct Copies {
    explicit Copies(std::uint64_t seed) : random(seed), x(random_matrix(12, 3, random)), match(12) {
        std::iota(match.begin(), match.end(), 0);
        std::shuffle(match.begin(), match.end(), random);
        Shape shape;
        shape.vertices = x;
        const Points there = moved(shape, 2.5, random()).vertices;
        y.resize(12, 3);
        y(match, Eigen::all) = there;
    }

    Match nearest(const Points& moved_x) const {
        CostMatrix cost(12, 12);
        for (int i = 0; i < 12; ++i)
            for (int j = 0; j < 12; ++j) cost(i, j) = (moved_x.row(i) - y.row(j)).squaredNorm();
        Assignment assignment;
        return assignment.solve(cost) ? assignment.match() : Match{};
    }

    std::mt19937_64 random;
    Points x, y;
    Match match;
};

TEST(RigidAlignment, MovesKeypointsWithoutAPartnerAlong) {
    const Copies copies(1);
    Match some = copies.match;
    for (int i = 0; i < 7; ++i) some[i] = unmatched;
    const Points there = moved_to_partners(copies.x, copies.y, some);
    EXPECT_LT((there - copies.y(copies.match, Eigen::all)).norm(), 1e-12);
}

TEST(RigidAlignment, TurnsAtRandomWithTheCentreAndSpreadOfTheOther) {
    Copies copies(2);
    const Points y = copies.y.topRows(5), turned = turned_at_random(copies.x, y, copies.random);
    const Eigen::RowVector3d centre = y.colwise().mean();
    EXPECT_LT((turned.colwise().mean() - centre).norm(), 1e-12);
    EXPECT_NEAR((turned.rowwise() - centre).squaredNorm() / 12, (y.rowwise() - centre).squaredNorm() / 5,
                1e-12);
    EXPECT_GT((turned_at_random(copies.x, y, copies.random) - turned).norm(), 0.1) << "another time";
}

TEST(RigidAlignment, FindsAMovedCopy) {
    Copies copies(3);
    const auto nearest = [&](const Points& moved_x) { return copies.nearest(moved_x); };
    int found = 0;
    for (int trial = 0; trial < 100; ++trial)
        found += align_rigidly(copies.x, copies.y, turned_at_random(copies.x, copies.y, copies.random),
                               nearest) == copies.match;
    EXPECT_GT(found, 0);
}

TEST(RigidAlignment, PointsInOnePlaceGetSomeMatch) {
    Copies copies(4);
    copies.x.setOnes();
    const Match match = align_rigidly(copies.x, copies.y, turned_at_random(copies.x, copies.y, copies.random),
                                      [&](const Points& moved_x) { return copies.nearest(moved_x); });
    EXPECT_EQ(match.size(), 12u);
}

}  // namespace
}  // namespace sigmatch
