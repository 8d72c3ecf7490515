#include <gtest/gtest.h>

#include <cmath>

#include "sigmatch/errors.h"
#include "sigmatch/model.h"
#include "sigmatch/solve.h"
#include "support/dense.h"
#include "support/meshes.h"
#include "support/plain_features.h"
#include "support/random_problem.h"

namespace sigmatch {
namespace {

using namespace testing;

TEST(Features, AreThePlainFormula) {
    std::mt19937_64 random(1);
    for (int trial = 0; trial < 40; ++trial) {
        const Problem problem = random_problem(7, true, 0, random);
        const Match match = random_permutation(7, random);
        const Terms terms = evaluate(problem, match);
        const double plain = plain_features(problem, match);
        EXPECT_NEAR(terms.features(), plain, 1e-12 * plain);
        EXPECT_EQ(terms.pairs > 0, !problem.pair_terms.empty());
        EXPECT_EQ(terms.costs > 0, problem.costs.size() > 0);
    }
}

TEST(Features, WrongOnesAreRefused) {
    std::mt19937_64 random(2);
    Problem good = random_problem(6, false, 0, random);
    good.pair_terms = {{random_matrix(6, 6, random), random_matrix(6, 6, random), 0.1, 1}};
    good.costs = Eigen::MatrixXd::Ones(6, 6);
    EXPECT_NO_THROW(evaluate(good, identity_match(6)));
    const auto expect_refused = [&](const std::function<void(Problem&)>& spoil) {
        Problem bad = good;
        spoil(bad);
        EXPECT_THROW(evaluate(bad, identity_match(6)), InputError);
    };
    expect_refused([](Problem& p) { p.costs(2, 3) = -1; });
    expect_refused([](Problem& p) { p.costs(2, 3) = std::nan(""); });
    expect_refused([](Problem& p) { p.costs.resize(5, 6); });
    expect_refused([](Problem& p) { p.pair_terms[0].x.resize(5, 5); });
    expect_refused([](Problem& p) { p.pair_terms[0].y(1, 1) = std::nan(""); });
    expect_refused([](Problem& p) { p.pair_terms[0].weight = -1; });
    expect_refused([](Problem& p) { p.pair_terms[0].limit = 0; });
}

MarkedShape marked(const std::string& pose, std::uint64_t remesh = 0) {
    const Creature made = creature("quadruped", pose, 2500, remesh);
    return {made.shape, made.keypoints};
}

MarkedShape mirrored(MarkedShape shape) {
    shape.shape.vertices.col(0) *= -1;
    shape.shape.faces.col(1).swap(shape.shape.faces.col(2));
    return shape;
}

double correlation(const Eigen::MatrixXd& p, const Eigen::MatrixXd& q) {
    return p.cwiseProduct(q).sum() / (p.norm() * q.norm());
}

TEST(PairOrientation, ChangesItsSignUnderReflectionAlone) {
    const MarkedShape rest = marked("rest");
    const Eigen::MatrixXd o = PreparedShape(rest).pair_orientations(),
                          turned = PreparedShape(MarkedShape{moved(rest.shape, 7), rest.keypoints})
                                       .pair_orientations(),
                          flipped = PreparedShape(mirrored(rest)).pair_orientations();
    EXPECT_NEAR(o.norm() / static_cast<double>(o.rows()), 1, 1e-12);
    EXPECT_LT((turned - o).norm(), 1e-4 * o.norm());
    EXPECT_LT((flipped + o).norm(), 1e-4 * o.norm());
}

TEST(PairOrientation, IsAboutTheSameInOtherPosesAndMeshes) {
    const Eigen::MatrixXd rest = PreparedShape(marked("rest")).pair_orientations();
    for (const char* pose : {"walk", "sit"}) {
        const Eigen::MatrixXd other = PreparedShape(marked(pose, 3)).pair_orientations();
        EXPECT_GT(correlation(rest, other), 0.8) << pose;
    }
}

}  // namespace
}  // namespace sigmatch
