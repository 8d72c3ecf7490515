#include "solver/lifted/node_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include "support/random_problem.h"

namespace sigmatch {
namespace {

constexpr std::size_t plenty_of_bytes = std::size_t{1} << 40;

/// Makes parts of one problem. They must not outlive it.
class PartMaker {
public:
    explicit PartMaker(std::uint64_t seed)
        : random_(seed), norms_(testing::random_problem(keypoints, true, 0, random_)) {}

    /// So many of the pairs are open, and the bound is raised to `lower` by a cut that proves it: of three
    /// squared norms m, 3 (m1 + m2 + m3) >= 3 lower^2 leaves vertices of sum sqrt(m_k) = lower.
    LiftedNode operator()(int open_pairs, double lower) {
        Mask open = Mask::Constant(keypoints, keypoints, true);
        while (open.count() > open_pairs) {
            const auto i = static_cast<int>(random_() % keypoints),
                       j = static_cast<int>(random_() % keypoints);
            if (i != j) open(i, j) = false;
        }
        LiftedNode node(norms_, open);
        LiftedTask task;
        task.w = Eigen::VectorXd::Constant(norms_.norms(), 1.0 / norms_.norms());
        const double bound = norms_.norms() * lower * lower;
        node.add(task, LiftedSpace(open), {bound, Eigen::MatrixXd::Constant(keypoints, keypoints, bound)},
                 std::numeric_limits<double>::infinity());
        return node;
    }

    /// With any number of open pairs and any bound.
    LiftedNode any() {
        return (*this)(keypoints + static_cast<int>(random_() % (keypoints * (keypoints - 1) + 1)),
                       std::uniform_real_distribution<double>(0, 2)(random_));
    }

private:
    static constexpr int keypoints = 5;
    std::mt19937_64 random_;
    const NormSum norms_;
};

/// What tells parts from each other here.
struct PartKey {
    double lower;
    Eigen::Index open;

    auto operator<=>(const PartKey&) const = default;
};

PartKey key_of(const LiftedNode& part) {
    return {part.lower(), part.open().count()};
}

std::vector<PartKey> parts_in(NodeStore& store) {
    std::vector<PartKey> keys;
    store.for_each([&](LiftedNode& part) { keys.push_back(key_of(part)); });
    return keys;
}

std::size_t bytes_in(NodeStore& store) {
    std::size_t sum = 0;
    store.for_each([&](LiftedNode& part) { sum += part.bytes(); });
    return sum;
}

bool worst_first(const std::vector<PartKey>& parts) {
    return std::is_sorted(parts.begin(), parts.end(),
                          [](const PartKey& p, const PartKey& q) { return p.lower < q.lower; });
}

bool smallest_first(const std::vector<PartKey>& parts) {
    return std::is_sorted(parts.begin(), parts.end(),
                          [](const PartKey& p, const PartKey& q) { return p.open < q.open; });
}

/// The smaller a part is, the higher is its bound: the two orders differ.
std::vector<LiftedNode> parts_of_two_orders(PartMaker& part) {
    std::vector<LiftedNode> parts;
    for (const int k : {3, 0, 4, 1, 5, 2}) parts.push_back(part(24 - 3 * k, 0.2 + 0.1 * k));
    return parts;
}

TEST(NodeStore, TheWorstPartComesFirst) {
    PartMaker maker(1);
    NodeStore store(plenty_of_bytes);
    for (const LiftedNode& part : parts_of_two_orders(maker)) store.add(part);
    store.sort();
    const std::vector<PartKey> sorted = parts_in(store);
    ASSERT_EQ(sorted.size(), 6u);
    for (int k = 0; k < 6; ++k) {
        EXPECT_NEAR(sorted[k].lower, 0.2 + 0.1 * k, 1e-12);
        EXPECT_EQ(sorted[k].open, 24 - 3 * k);
    }
    EXPECT_EQ(key_of(store.front()), sorted[0]);
}

TEST(NodeStore, InACrowdedStoreTheSmallestPartComesFirst) {
    PartMaker maker(1);
    NodeStore store(1);
    for (const LiftedNode& part : parts_of_two_orders(maker)) store.add(part);
    store.sort();
    const std::vector<PartKey> sorted = parts_in(store);
    ASSERT_EQ(sorted.size(), 6u);
    for (int k = 0; k < 6; ++k) {
        EXPECT_EQ(sorted[k].open, 24 - 3 * (5 - k));
        EXPECT_NEAR(sorted[k].lower, 0.2 + 0.1 * (5 - k), 1e-12);
    }
    EXPECT_EQ(key_of(store.front()), sorted[0]);
}

TEST(NodeStore, IsCrowdedFromTheFirstByteBeyondTheLimitOn) {
    PartMaker maker(1);
    NodeStore roomy(plenty_of_bytes);
    for (const LiftedNode& part : parts_of_two_orders(maker)) roomy.add(part);
    const std::size_t needed = bytes_in(roomy);
    for (const bool is_crowded : {false, true}) {
        NodeStore store(is_crowded ? needed - 1 : needed);
        roomy.for_each([&](LiftedNode& part) { store.add(part); });
        ASSERT_EQ(bytes_in(store), needed);
        store.sort();
        EXPECT_EQ(smallest_first(parts_in(store)), is_crowded);
        EXPECT_EQ(worst_first(parts_in(store)), !is_crowded);
    }
}

TEST(NodeStore, IsNoLongerCrowdedWhenEnoughPartsAreGone) {
    PartMaker maker(1);
    NodeStore measured(plenty_of_bytes);
    for (const LiftedNode& part : parts_of_two_orders(maker)) measured.add(part);
    NodeStore store(bytes_in(measured) - 1);
    measured.for_each([&](LiftedNode& part) { store.add(part); });
    store.sort();
    EXPECT_TRUE(smallest_first(parts_in(store)));
    store.remove(&store.front());
    store.sort();
    EXPECT_EQ(parts_in(store).size(), 5u);
    EXPECT_TRUE(worst_first(parts_in(store)));
}

TEST(NodeStore, FindsTheFirstInOrderAndLooksNoFurther) {
    PartMaker maker(1);
    NodeStore store(plenty_of_bytes);
    EXPECT_EQ(store.find([](LiftedNode&) { return true; }), nullptr);
    for (const LiftedNode& part : parts_of_two_orders(maker)) store.add(part);
    store.sort();
    const std::vector<PartKey> sorted = parts_in(store);
    for (size_t wanted = 0; wanted < sorted.size(); ++wanted) {
        std::vector<PartKey> asked;
        const LiftedNode* found = store.find([&](LiftedNode& part) {
            asked.push_back(key_of(part));
            return part.lower() >= sorted[wanted].lower;  // true of all the later ones as well
        });
        ASSERT_NE(found, nullptr);
        EXPECT_EQ(key_of(*found), sorted[wanted]);
        EXPECT_EQ(asked, std::vector<PartKey>(sorted.begin(), sorted.begin() + wanted + 1));
    }
    EXPECT_EQ(store.find([](LiftedNode&) { return false; }), nullptr);
}

TEST(NodeStore, WhatFindReturnsIsThePartItself) {
    NodeStore store(plenty_of_bytes);
    PartMaker part(2);
    store.add(part(20, 0.5));
    LiftedNode* found = store.find([](LiftedNode&) { return true; });
    ASSERT_EQ(found, &store.front());
    found->conclude(0.4);  // every entry lies above that
    EXPECT_EQ(store.front().open().count(), 0);
}

TEST(NodeStore, PartsKeepTheirAddressUntilTheyAreRemoved) {
    PartMaker part(3);
    NodeStore store(plenty_of_bytes);
    for (int k = 0; k < 10; ++k) store.add(part.any());
    std::vector<std::pair<const LiftedNode*, PartKey>> before;
    store.for_each([&](LiftedNode& some) { before.emplace_back(&some, key_of(some)); });
    store.sort();
    store.remove(before[4].first);
    store.remove(before[7].first);
    for (int k = 0; k < 10; ++k) store.add(part.any());
    store.sort();
    for (size_t k = 0; k < before.size(); ++k) {
        const LiftedNode* found =
            store.find([&](LiftedNode& some) { return key_of(some) == before[k].second; });
        EXPECT_EQ(found, k == 4 || k == 7 ? nullptr : before[k].first) << k;
    }
}

TEST(NodeStore, TheBoundIsThatOfTheWorstPart) {
    PartMaker part(4);
    NodeStore store(plenty_of_bytes);
    EXPECT_EQ(store.lower(), std::numeric_limits<double>::infinity());
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < 20; ++k) {
        LiftedNode next = part.any();
        least = std::min(least, next.lower());
        store.add(std::move(next));
        EXPECT_EQ(store.lower(), least);
    }
    store.remove_if([&](LiftedNode& some) { return some.lower() == least; });
    EXPECT_GT(store.lower(), least);
    store.remove_if([](LiftedNode&) { return true; });
    EXPECT_TRUE(store.empty());
    EXPECT_EQ(store.lower(), std::numeric_limits<double>::infinity());
}

TEST(NodeStore, DoesWhatAPlainListDoes) {
    for (const bool is_crowded : {false, true}) {
        PartMaker part(5);
        std::mt19937_64 random(6);
        NodeStore store(is_crowded ? 1 : plenty_of_bytes);
        std::vector<PartKey> plain;
        for (int step = 0; step < 400; ++step) {
            switch (random() % 5) {
                case 0:
                case 1: {
                    const LiftedNode next = part.any();
                    plain.push_back(key_of(next));
                    store.add(next);
                    break;
                }
                case 2: {
                    if (plain.empty()) break;
                    const auto gone = plain.begin() + static_cast<std::ptrdiff_t>(random() % plain.size());
                    store.remove(store.find([&](LiftedNode& some) { return key_of(some) == *gone; }));
                    plain.erase(gone);
                    break;
                }
                case 3: {
                    const double done = std::uniform_real_distribution<double>(1.5, 3)(random);
                    store.remove_if([&](LiftedNode& some) { return some.lower() > done; });
                    std::erase_if(plain, [&](const PartKey& key) { return key.lower > done; });
                    break;
                }
                default: {
                    store.sort();
                    const std::vector<PartKey> sorted = parts_in(store);
                    EXPECT_TRUE(is_crowded ? smallest_first(sorted) : worst_first(sorted));
                    EXPECT_EQ(std::multiset(sorted.begin(), sorted.end()),
                              std::multiset(plain.begin(), plain.end()));
                    plain = sorted;
                }
            }
            EXPECT_EQ(parts_in(store), plain) << "step " << step;
            EXPECT_EQ(store.empty(), plain.empty());
            double least = std::numeric_limits<double>::infinity();
            for (const PartKey& key : plain) least = std::min(least, key.lower);
            EXPECT_EQ(store.lower(), least);
        }
    }
}

}  // namespace
}  // namespace sigmatch
