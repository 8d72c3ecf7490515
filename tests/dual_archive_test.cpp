#include "solver/lifted/dual_archive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "support/dense.h"

namespace sigmatch {
namespace {

using Eigen::MatrixXf;
using Eigen::VectorXd;
using Space = std::shared_ptr<const LiftedSpace>;

constexpr std::size_t ample_memory = std::size_t{1} << 40;

Space space_of(const Mask& allowed) {
    return std::make_shared<LiftedSpace>(allowed);
}

Space full_space(int n = 3) {
    return space_of(Mask::Constant(n, n, true));
}

LiftedSdp::Iterates random_iterates(const Space& space, std::mt19937_64& random) {
    const int size = space->size();
    return {space, testing::random_matrix(size, size, random).cast<float>(),
            testing::random_matrix(size, size, random).cast<float>()};
}

std::size_t bytes_of(const LiftedSdp::Iterates& iterates) {
    return (iterates.Y.size() + iterates.Z.size()) * sizeof(float);
}

/// What a relaxation over `space` starts from; nothing if the archive has nothing.
std::optional<LiftedSdp::Iterates> started(const DualArchive& archive, const Space& space,
                                           const VectorXd& coefficients, const VectorXd& importance) {
    LiftedSdp sdp(space);
    if (!archive.start(sdp, coefficients, importance)) return std::nullopt;
    return sdp.iterates();
}

/// The duals add up as the costs do, the primal points are averaged.
void expect_combination(const LiftedSdp::Iterates& start, const std::vector<LiftedSdp::Iterates>& solved,
                        const VectorXd& lambda, double tolerance = 1e-4) {
    MatrixXf Y = MatrixXf::Zero(start.Y.rows(), start.Y.cols()), Z = Y;
    for (size_t k = 0; k < solved.size(); ++k) {
        const double weight = lambda[static_cast<Eigen::Index>(k)];
        Y += static_cast<float>(weight / lambda.sum()) * solved[k].Y;
        Z += static_cast<float>(weight) * solved[k].Z;
    }
    EXPECT_LT((start.Y - Y).norm(), tolerance * Y.norm());
    EXPECT_LT((start.Z - Z).norm(), tolerance * Z.norm());
}

/// Of nonnegative coefficients for the columns those that come nearest to `wanted`, by trying every choice of
/// columns that may have one above zero.
VectorXd nonnegative_fit(const Eigen::MatrixXd& columns, const VectorXd& wanted) {
    const auto count = static_cast<int>(columns.cols());
    VectorXd best = VectorXd::Zero(count);
    double least = wanted.norm();
    for (int choice = 1; choice < 1 << count; ++choice) {
        std::vector<int> some;
        for (int k = 0; k < count; ++k)
            if (choice >> k & 1) some.push_back(k);
        const Eigen::MatrixXd A = columns(Eigen::all, some);
        const VectorXd fit = testing::times(testing::pseudo_inverse(testing::transposed_times(A, A), 1e-12),
                                            testing::transposed_times(A, wanted));
        const double residual = (wanted - testing::times(A, fit)).norm();
        if (fit.minCoeff() < 0 || residual >= least) continue;
        least = residual;
        best.setZero();
        best(some) = fit;
    }
    return best;
}

TEST(DualArchive, HasNothingToStartFromAtFirst) {
    const DualArchive archive(ample_memory);
    LiftedSdp sdp(full_space());
    EXPECT_FALSE(archive.start(sdp, VectorXd::Ones(7), VectorXd::Ones(7)));
    EXPECT_EQ(sdp.iterates().Y.norm(), 0);
    EXPECT_EQ(sdp.iterates().Z.norm(), 0);
}

TEST(DualArchive, TheSameCostStartsWhereItEnded) {
    std::mt19937_64 random(1);
    const Space space = full_space();
    const LiftedSdp::Iterates solved = random_iterates(space, random);
    const VectorXd coefficients = testing::random_matrix(7, 1, random).cwiseAbs(),
                   importance = testing::random_matrix(7, 1, random).cwiseAbs();
    DualArchive archive(ample_memory);
    archive.add(coefficients, solved);
    for (const double scale : {1.0, 0.25, 8.0}) {
        const auto start = started(archive, space, scale * coefficients, importance);
        ASSERT_TRUE(start);
        expect_combination(*start, {solved}, VectorXd::Constant(1, scale), 1e-6);
    }
}

TEST(DualArchive, ReproducesAConicCombinationOfEarlierCosts) {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> uniform(0.2, 2);
    for (int trial = 0; trial < 40; ++trial) {
        const int count = 2 + trial % 4, terms = 11;
        const Space space = full_space();
        DualArchive archive(ample_memory);
        std::vector<LiftedSdp::Iterates> solved;
        VectorXd lambda(count), sum = VectorXd::Zero(terms);
        for (int k = 0; k < count; ++k) {
            const VectorXd coefficients = testing::random_matrix(terms, 1, random);
            solved.push_back(random_iterates(space, random));
            archive.add(coefficients, solved.back());
            lambda[k] = k > 0 && random() % 3 == 0 ? 0 : uniform(random);  // some have no part in it
            sum += lambda[k] * coefficients;
        }
        const VectorXd importance = (testing::random_matrix(terms, 1, random).array().abs() + 0.3).matrix();
        const auto start = started(archive, space, sum, importance);
        ASSERT_TRUE(start);
        expect_combination(*start, solved, lambda);
    }
}

TEST(DualArchive, ElseTakesTheBestFitByImportance) {
    std::mt19937_64 random(3);
    int cut_off = 0, told_apart = 0;
    for (int trial = 0; trial < 60; ++trial) {
        const int count = 2 + trial % 3, terms = 7;
        const Space space = full_space();
        DualArchive archive(ample_memory);
        std::vector<LiftedSdp::Iterates> solved;
        Eigen::MatrixXd coefficients(terms, count);
        for (int k = 0; k < count; ++k) {
            coefficients.col(k) = testing::random_matrix(terms, 1, random).cwiseAbs();
            solved.push_back(random_iterates(space, random));
            archive.add(coefficients.col(k), solved.back());
        }
        const VectorXd wanted = testing::random_matrix(terms, 1, random).cwiseAbs(),
                       importance = testing::random_matrix(terms, 1, random).array().exp();
        const VectorXd lambda = nonnegative_fit(importance.asDiagonal() * coefficients,
                                                importance.cwiseProduct(wanted)),
                       unweighted = nonnegative_fit(coefficients, wanted);
        const double total = lambda.sum();
        if (((lambda.array() > 0) && (lambda.array() < 0.01 * total)).any()) continue;  // might be left out
        cut_off += (lambda.array() == 0).any();
        told_apart += (lambda - unweighted).norm() > 0.1 * lambda.norm();
        const auto start = started(archive, space, wanted, importance);
        ASSERT_TRUE(start);
        expect_combination(*start, solved, lambda, 1e-3);
    }
    EXPECT_GT(cut_off, 5);      // a plain least squares fit would have had coefficients below zero
    EXPECT_GT(told_apart, 20);  // the importance mattered
}

/// Earlier costs that have nothing in common, so that the start says which of them are kept: Z of number k is
/// 2^k at one place.
class Numbered {
public:
    Numbered(int count, std::size_t memory) : count_(count), space_(full_space(2)), archive_(memory) {
        for (int k = 0; k < count; ++k) archive_.add(VectorXd::Unit(count, k), iterates(k));
    }

    std::size_t bytes() const { return bytes_of(iterates(0)); }
    static std::size_t bytes_each() { return Numbered(1, 0).bytes(); }

    /// The numbers of those that are kept.
    std::vector<int> kept() const {
        std::vector<int> numbers;
        for (int k = 0; k < count_; ++k) {
            const auto start =
                started(archive_, space_, VectorXd::Ones(count_), VectorXd::Ones(count_)).value();
            if (start.Z(k % start.Z.rows(), k / start.Z.rows()) > 0) numbers.push_back(k);
        }
        return numbers;
    }

private:
    LiftedSdp::Iterates iterates(int k) const {
        const int size = space_->size();  // 5: places for 25 numbers
        MatrixXf Z = MatrixXf::Zero(size, size);
        Z(k % size, k / size) = 1;
        return {space_, Z, Z};
    }

    int count_;
    Space space_;
    DualArchive archive_;
};

std::vector<int> numbers(int first, int end) {
    std::vector<int> all;
    for (int k = first; k < end; ++k) all.push_back(k);
    return all;
}

TEST(DualArchive, TheOldestGoFirstWhenMemoryIsShort) {
    const std::size_t each = Numbered::bytes_each();
    for (const int room : {2, 3, 5}) {
        EXPECT_EQ(Numbered(6, room * each).kept(), numbers(6 - room, 6));
        EXPECT_EQ(Numbered(6, room * each + each - 1).kept(), numbers(6 - room, 6));
        EXPECT_EQ(Numbered(6, room * each - 1).kept(), numbers(6 - room + 1, 6));
    }
    EXPECT_EQ(Numbered(6, 6 * each).kept(), numbers(0, 6));
}

TEST(DualArchive, TheLastStaysHoweverLittleMemoryThereIs) {
    for (const std::size_t memory : {0, 1, 100}) EXPECT_EQ(Numbered(4, memory).kept(), numbers(3, 4));
}

TEST(DualArchive, HoldsTwentyFourAtMost) {
    EXPECT_EQ(Numbered(23, ample_memory).kept(), numbers(0, 23));
    EXPECT_EQ(Numbered(24, ample_memory).kept(), numbers(0, 24));
    EXPECT_EQ(Numbered(25, ample_memory).kept(), numbers(1, 25));
}

TEST(DualArchive, LargeIteratesDriveOutSeveralSmallOnes) {
    std::mt19937_64 random(4);
    const Space small = full_space(2), large = full_space(4);
    const LiftedSdp::Iterates big = random_iterates(large, random);
    DualArchive archive(bytes_of(big) + bytes_of(random_iterates(small, random)));
    std::vector<LiftedSdp::Iterates> solved;
    for (int k = 0; k < 4; ++k) {
        solved.push_back(random_iterates(small, random));
        archive.add(VectorXd::Unit(5, k), solved.back());
    }
    archive.add(VectorXd::Unit(5, 4), big);
    const auto start = started(archive, small, VectorXd::Ones(5) - VectorXd::Unit(5, 4), VectorXd::Ones(5));
    ASSERT_TRUE(start);
    expect_combination(*start, {solved[3]}, VectorXd::Ones(1));
}

/// Entry by entry: what belongs to two pairs in the larger space belongs to the same two in the smaller one.
TEST(DualArchive, IteratesOfALargerSpaceServeASmallerOne) {
    std::mt19937_64 random(5);
    for (int trial = 0; trial < 20; ++trial) {
        const int n = 3 + trial % 2;
        const Mask some = Mask::NullaryExpr(n, n, [&] { return random() % 4 > 0; });
        Mask fewer = some && Mask::NullaryExpr(n, n, [&] { return random() % 3 > 0; });
        fewer.matrix().diagonal().setConstant(true);
        const Space large = space_of(some || fewer), small = space_of(fewer);
        const LiftedSdp::Iterates first = random_iterates(large, random),
                                  second = random_iterates(small, random);
        DualArchive archive(ample_memory);
        archive.add(VectorXd::Unit(2, 0), first);
        archive.add(VectorXd::Unit(2, 1), second);
        const auto start = started(archive, small, Eigen::Vector2d(3, 1), VectorXd::Ones(2));
        ASSERT_TRUE(start);
        EXPECT_EQ(start->space, small);
        const auto place = [&](const LiftedSpace& space, int s) {
            return s == 0 ? 0 : space.index(small->entries()[s - 1].i, small->entries()[s - 1].j);
        };
        for (int s = 0; s < small->size(); ++s)
            for (int t = 0; t < small->size(); ++t) {
                const int u = place(*large, s), v = place(*large, t);
                EXPECT_NEAR(start->Y(s, t), 0.75f * first.Y(u, v) + 0.25f * second.Y(s, t), 1e-5);
                EXPECT_NEAR(start->Z(s, t), 3 * first.Z(u, v) + second.Z(s, t), 1e-4);
            }
    }
}

/// A start from nothing would be worse than one from the best match, which the caller takes otherwise.
TEST(DualArchive, WhereNothingEarlierFitsThereIsNothingToStartFrom) {
    std::mt19937_64 random(6);
    const Space space = full_space();
    DualArchive archive(ample_memory);
    archive.add(VectorXd::Unit(3, 0), random_iterates(space, random));
    EXPECT_TRUE(started(archive, space, VectorXd::Unit(3, 0), VectorXd::Ones(3)));
    EXPECT_FALSE(started(archive, space, VectorXd::Unit(3, 1), VectorXd::Ones(3)));
    EXPECT_FALSE(started(archive, space, VectorXd::Unit(3, 0), VectorXd::Unit(3, 1)));
}

}  // namespace
}  // namespace sigmatch
