#include "sigmatch/knowledge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "sigmatch/certificate_file.h"
#include "sigmatch/errors.h"
#include "sigmatch/match.h"
#include "sigmatch/pruning.h"
#include "sigmatch/verify.h"
#include "support/dense.h"
#include "support/meshes.h"
#include "support/random_problem.h"

namespace sigmatch {
namespace {

using namespace testing;
using Eigen::MatrixXd;

CreaturePair kin(const std::string& kind, const std::string& pose, int seed, int keypoints) {
    CreatureOptions x, y;
    x.kind = y.kind = kind;
    x.vertices = y.vertices = 900;
    y.pose = pose;
    y.kin = static_cast<std::uint64_t>(seed);
    y.scale = 3;
    y.rotate = static_cast<std::uint64_t>(seed + 1);
    y.remesh = static_cast<std::uint64_t>(seed + 2);
    const CreaturePair pair = make_creature_pair("pair", x, y, static_cast<std::uint64_t>(seed));
    std::vector<int> positions;
    for (int k = 0; k < keypoints; ++k) positions.push_back(k * static_cast<int>(pair.kx.size()) / keypoints);
    return with_keypoints(pair, positions);
}

PreparedPair prepared(const CreaturePair& pair, const PreparationOptions& options = {}) {
    return prepare_pair({pair.x.shape, pair.kx}, {pair.y.shape, pair.ky}, options);
}

/// Row i of X is one-hot in i, and so is the row of its partner.
Knowledge one_hot(const Match& truth) {
    const auto n = std::ssize(truth);
    Knowledge knowledge;
    knowledge.features_x = MatrixXd::Identity(n, n);
    knowledge.features_y = MatrixXd::Zero(n, n);
    for (Eigen::Index i = 0; i < n; ++i) knowledge.features_y(truth[static_cast<size_t>(i)], i) = 1;
    return knowledge;
}

void expect_refused(const Knowledge& knowledge, const PreparedPair& pair, const std::string& part,
                    const ModelOptions& options = {}) {
    try {
        build_problem(pair.x, pair.y, options, knowledge);
        ADD_FAILURE() << "not refused: " << part;
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    }
}

/// Every term at once, masks, known and forbidden pairs.
TEST(Knowledge, ProvenOptimaAreThoseOfBruteForce) {
    std::mt19937_64 random(11);
    int narrowed = 0, solved = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const int n = 5 + trial % 3;
        Problem problem = random_problem(n, true, trial % 2 * 0.3, random);
        Knowledge knowledge;
        knowledge.known.assign(static_cast<size_t>(n), unmatched);
        const Match some = random_permutation(n, random);
        for (int k = 0; k < trial % 4; ++k)
            knowledge.known[static_cast<size_t>(k)] = some[static_cast<size_t>(k)];
        for (int k = 0; k < trial % 5; ++k) {
            const std::pair<int, int> pair{static_cast<int>(random() % n), static_cast<int>(random() % n)};
            if (knowledge.known[static_cast<size_t>(pair.first)] != pair.second)
                knowledge.forbidden.push_back(pair);
        }
        ASSERT_NO_THROW(check(knowledge, n, n));
        problem.possible = possible_pairs(knowledge, n, n);
        problem.allowed = problem.allowed && problem.possible;
        for (int i = 0; i < n; ++i)
            if (knowledge.known[static_cast<size_t>(i)] != unmatched)
                problem.allowed(i, knowledge.known[static_cast<size_t>(i)]) = true;
        const Best best = brute_force(problem);
        SolveOptions options;
        options.relative_gap = 0;
        options.certify = trial % 3 == 0;
        if (best.match.empty()) {
            EXPECT_THROW(solve(problem, options), InputError);
            continue;
        }
        const Solution solution = solve(problem, options);
        EXPECT_EQ(solution.status, Status::optimal);
        EXPECT_NEAR(solution.objective, best.value, 1e-9 * best.value);
        for (int i = 0; i < n; ++i) EXPECT_TRUE(problem.possible(i, solution.match[static_cast<size_t>(i)]));
        const bool is_all = (problem.allowed == problem.possible).all();
        EXPECT_EQ(solution.proof_scope, is_all ? ProofScope::all : ProofScope::candidates);
        if (options.certify) {
            EXPECT_NEAR(check_proof(*solution.certificate).objective, best.value, 1e-9 * best.value);
        }
        narrowed += !problem.possible.all();
        ++solved;
    }
    EXPECT_GT(narrowed, 100);
    EXPECT_GT(solved, 150);
}

TEST(Knowledge, PruningKeepsWhatIsKnownAndAPermutation) {
    std::mt19937_64 random(5);
    for (int trial = 0; trial < 50; ++trial) {
        const int n = 12, rounds = 4;
        const auto distances = [&] {
            MatrixXd d = random_matrix(n, n, random).cwiseAbs();
            d = (d + d.transpose()).eval();
            d.diagonal().setZero();
            return d;
        };
        const MatrixXd x = distances(), y = distances();
        Knowledge knowledge;
        knowledge.known.assign(n, unmatched);
        const Match some = random_permutation(n, random);
        for (size_t k = 0; k < 3; ++k) knowledge.known[k] = some[k];
        // Keypoint 5 has two pairs left, fewer than there are rounds.
        for (int j = 0; j < n; ++j)
            if (j != some[5] && j != some[6]) knowledge.forbidden.emplace_back(5, j);
        const Mask possible = possible_pairs(knowledge, n, n);
        const Mask allowed = prune_candidates(x, y, rounds, possible);
        EXPECT_FALSE((allowed && !possible).any());
        for (int k = 0; k < 3; ++k) EXPECT_TRUE(allowed(k, some[static_cast<size_t>(k)]));
        for (int i = 3; i < n; ++i) {
            EXPECT_GE(allowed.row(i).count(), i == 5 ? 1 : 3);
            EXPECT_LE(allowed.row(i).count(), rounds);
        }
        EXPECT_EQ(
            pruning_rounds(allowed.select(MatrixXd::Ones(n, n), std::numeric_limits<double>::infinity()), 1)
                .size(),
            1u);
    }
}

TEST(Knowledge, CostsAndFeaturesAreThePlainFormula) {
    const CreaturePair pair = kin("quadruped", "walk", 3, 9);
    const PreparedPair shapes = prepared(pair);
    const auto n = std::ssize(pair.kx);
    Knowledge knowledge;
    knowledge.cost = random_matrix(n, n, 1).cwiseAbs();
    knowledge.features_x = random_matrix(n, 4, 2);
    knowledge.features_y = random_matrix(n, 4, 3);
    ModelOptions options;
    options.cost_weight = 0.03;
    options.feature_weight = 0.02;
    double mean = 0, mean_square = 0;
    const auto square = [&](Eigen::Index i, Eigen::Index j) {
        return (knowledge.features_x.row(i) - knowledge.features_y.row(j)).squaredNorm();
    };
    for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index j = 0; j < n; ++j) {
            mean += knowledge.cost(i, j) / static_cast<double>(n * n);
            mean_square += square(i, j) / static_cast<double>(n * n);
        }
    const MatrixXd costs = build_problem(shapes.x, shapes.y, options, knowledge).costs;
    int cut = 0;
    for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index j = 0; j < n; ++j) {
            const double distance = square(i, j) / mean_square;
            cut += distance > 1;
            const double expected =
                (0.03 * 0.03 * knowledge.cost(i, j) / mean + 0.02 * 0.02 * std::min(distance, 1.0)) /
                static_cast<double>(n);
            EXPECT_NEAR(costs(i, j), expected, 1e-12 * expected);
        }
    EXPECT_GT(cut, 0);

    // Nor do numbers at the ends of what a double can hold.
    for (const double scale : {1e-300, 1e-200, 1e200, 1e307}) {
        Knowledge extreme = knowledge;
        extreme.cost *= scale / knowledge.cost.maxCoeff();
        extreme.features_x *= 0.1 * scale;
        extreme.features_y *= 0.1 * scale;
        EXPECT_LT((build_problem(shapes.x, shapes.y, options, extreme).costs - costs).norm(),
                  1e-6 * costs.norm());
    }

    // Units do not matter, nor where features are zero, nor whether other vertices have some, too.
    Knowledge other = knowledge;
    other.cost *= 1000;
    other.features_x = MatrixXd::Zero(pair.x.shape.vertices.rows(), 4);
    for (Eigen::Index i = 0; i < n; ++i)
        other.features_x.row(pair.kx[static_cast<size_t>(i)]) =
            7 * knowledge.features_x.row(i) + Eigen::RowVector4d(1, 2, 3, 4);
    other.features_y = (7 * knowledge.features_y).rowwise() + Eigen::RowVector4d(1, 2, 3, 4);
    EXPECT_LT((build_problem(shapes.x, shapes.y, options, other).costs - costs).norm(), 1e-12 * costs.norm());

    // All of it is in the objective.
    const MatchResult result = match(shapes.x, shapes.y, MatchOptions(), knowledge);
    EXPECT_GT(result.terms.costs, 0);
    EXPECT_EQ(build_problem(shapes.x, shapes.y).costs.size(), 0);
    Knowledge nothing;
    nothing.cost = MatrixXd::Zero(n, n);
    EXPECT_EQ(build_problem(shapes.x, shapes.y, {}, nothing).costs.size(), 0);
}

TEST(Knowledge, KnownAndForbiddenPairsAreKeptAndProven) {
    const CreaturePair pair = kin("biped", "walk", 2, 12);
    const PreparedPair shapes = prepared(pair);
    MatchOptions options;
    const MatchResult free = match(shapes.x, shapes.y, options);
    Knowledge knowledge;
    knowledge.known.assign(pair.kx.size(), unmatched);
    knowledge.known[0] = free.match[1];  // not what it would choose
    knowledge.forbidden = {{2, free.match[2]}};
    for (const int candidates : {11, 0}) {
        options.candidates = candidates;
        const MatchResult result = match(shapes.x, shapes.y, options, knowledge);
        EXPECT_EQ(result.status, Status::optimal);
        EXPECT_EQ(result.match[0], free.match[1]);
        EXPECT_NE(result.match[2], free.match[2]);
        EXPECT_GT(result.objective, free.objective);
        EXPECT_EQ(result.proof_scope == ProofScope::all, candidates == 0);
        EXPECT_EQ(result.knowledge.known, knowledge.known);
    }
    EXPECT_THROW(evaluate_match(shapes.x, shapes.y, free.match, options, knowledge), InputError);
    knowledge.known = free.match;
    knowledge.forbidden.clear();
    const MatchResult given = match(shapes.x, shapes.y, options, knowledge);
    EXPECT_EQ(given.match, free.match);
    EXPECT_EQ(given.status, Status::optimal);
    EXPECT_EQ(given.proof_scope, ProofScope::all);
}

TEST(Knowledge, OneHotFeaturesFindTheTruthAndRandomOnesDoNoHarm) {
    int keypoints = 0, right_without = 0, right_random = 0, trial = 0;
    std::mt19937_64 random(3);
    for (const std::string kind : {"quadruped", "biped"})
        for (const std::string pose : {"walk", "sit", "jump", "turn"}) {
            const CreaturePair pair = kin(kind, pose, ++trial, 18);
            const PreparedPair shapes = prepared(pair);
            const auto n = std::ssize(pair.kx);
            MatchOptions options;
            const auto right = [&](const Match& match) {
                return static_cast<int>(std::inner_product(match.begin(), match.end(), pair.truth.begin(), 0,
                                                           std::plus<>(), std::equal_to<>()));
            };
            keypoints += static_cast<int>(n);
            right_without += right(match(shapes.x, shapes.y, options).match);
            for (const Eigen::Index columns : {1, 30}) {
                Knowledge noise;
                noise.features_x = random_matrix(n, columns, random);
                noise.features_y = random_matrix(n, columns, random);
                right_random += right(match(shapes.x, shapes.y, options, noise).match);
            }
            // Even if everything else speaks for the mirror image.
            options.feature_weight = 10;
            options.lambda_ori = options.lambda_pair_ori = 0;
            const MatchResult told = match(shapes.x, shapes.y, options, one_hot(pair.truth));
            EXPECT_EQ(told.match, pair.truth) << kind << ' ' << pose;
            EXPECT_EQ(told.status, Status::optimal);
        }
    EXPECT_GT(right_random, 2 * right_without - 0.02 * keypoints) << right_without << " of " << keypoints;
}

TEST(Knowledge, IsPartOfTheCertificate) {
    const CreaturePair pair = kin("quadruped", "walk", 4, 8);
    const PreparedPair shapes = prepared(pair);
    const auto n = std::ssize(pair.kx);
    Knowledge knowledge = one_hot(pair.truth);
    knowledge.cost = random_matrix(n, n, 1).cwiseAbs();
    knowledge.known.assign(pair.kx.size(), unmatched);
    knowledge.known[1] = pair.truth[1];
    knowledge.forbidden = {{2, pair.truth[3]}, {4, pair.truth[0]}};
    MatchOptions options;
    options.certify = true;
    options.candidates = 3;
    const MatchResult result = match(shapes.x, shapes.y, options, knowledge);
    const std::string path =
        (std::filesystem::temp_directory_path() / ("knowledge_" + std::to_string(std::random_device()())))
            .string();
    std::ofstream(path, std::ios::binary)
        << certificate_bytes(stored_certificate(shapes.x, shapes.y, result));
    const StoredCertificate stored = read_certificate(path);
    std::filesystem::remove(path);
    EXPECT_EQ(stored.origin.knowledge.known, knowledge.known);
    EXPECT_EQ(stored.origin.knowledge.forbidden, knowledge.forbidden);
    EXPECT_EQ(stored.origin.knowledge.cost, knowledge.cost);
    EXPECT_EQ(stored.origin.knowledge.features_x, knowledge.features_x);
    EXPECT_EQ(stored.origin.knowledge.features_y, knowledge.features_y);
    EXPECT_NO_THROW(check_proof(stored.certificate));
    EXPECT_NO_THROW(check_origin(stored, pair.x.shape, pair.y.shape));

    // Any other knowledge makes another problem.
    const auto expect_rejected = [&](const std::function<void(StoredCertificate&)>& change) {
        StoredCertificate other = stored;
        change(other);
        EXPECT_THROW(check_origin(other, pair.x.shape, pair.y.shape), VerificationError);
    };
    expect_rejected([&](StoredCertificate& s) { s.origin.knowledge.known.clear(); });
    expect_rejected([&](StoredCertificate& s) { s.origin.knowledge.known[5] = pair.truth[5]; });
    expect_rejected([&](StoredCertificate& s) { s.origin.knowledge.cost(0, 0) += 1e-3; });
    expect_rejected([&](StoredCertificate& s) { s.origin.knowledge.cost.resize(0, 0); });
    expect_rejected([&](StoredCertificate& s) { s.origin.knowledge.features_y(0, 0) += 1e-3; });
    expect_rejected([&](StoredCertificate& s) { s.origin.options.cost_weight *= 1.001; });
    expect_rejected([&](StoredCertificate& s) { s.origin.knowledge.cost.setConstant(1e-320); });
    expect_rejected([&](StoredCertificate& s) {
        s.certificate.problem.costs.setConstant(std::numeric_limits<double>::infinity());
    });
    expect_rejected([&](StoredCertificate& s) { s.origin.options.feature_weight *= 1.001; });
    expect_rejected([&](StoredCertificate& s) { s.certificate.problem.costs(1, 1) *= 1.001; });
    expect_rejected([&](StoredCertificate& s) {
        const Match& best = s.certificate.matches.front();
        s.origin.knowledge.forbidden.emplace_back(6, best[6]);
    });
}

TEST(Knowledge, WhatDoesNotFitIsRefused) {
    const CreaturePair pair = kin("quadruped", "walk", 4, 8);
    const PreparedPair shapes = prepared(pair);
    const auto n = std::ssize(pair.kx);
    const Match none(pair.kx.size(), unmatched);
    const auto with = [&](const std::function<void(Knowledge&)>& change) {
        Knowledge knowledge;
        change(knowledge);
        return knowledge;
    };
    expect_refused(with([&](Knowledge& k) { k.known = {0, 1}; }), shapes, "8");
    expect_refused(with([&](Knowledge& k) { k.known = none, k.known[2] = 8; }), shapes, "2 8");
    expect_refused(with([&](Knowledge& k) { k.known = none, k.known[2] = k.known[4] = 1; }), shapes,
                   "2 and 4");
    expect_refused(with([&](Knowledge& k) {
                       k.known = none, k.known[2] = 1, k.forbidden = {{2, 1}};
                   }),
                   shapes, "both known and forbidden");
    expect_refused(with([&](Knowledge& k) { k.forbidden = {{0, 0}, {8, 1}}; }), shapes, "8 1");
    expect_refused(with([&](Knowledge& k) {
                       for (int j = 0; j < n; ++j) k.forbidden.emplace_back(3, j);
                   }),
                   shapes, "leaves no match");
    expect_refused(with([&](Knowledge& k) { k.cost = MatrixXd::Ones(n, n - 1); }), shapes, "7 columns");
    expect_refused(with([&](Knowledge& k) { k.cost = -MatrixXd::Ones(n, n); }), shapes, "not negative");
    expect_refused(with([&](Knowledge& k) {
                       k.cost = MatrixXd::Constant(n, n, std::numeric_limits<double>::quiet_NaN());
                   }),
                   shapes, "finite");
    expect_refused(with([&](Knowledge& k) { k.features_x = MatrixXd::Ones(n, 3); }), shapes, "columns");
    expect_refused(
        with([&](Knowledge& k) { k.features_x = MatrixXd::Ones(n, 3), k.features_y = MatrixXd::Ones(n, 2); }),
        shapes, "columns");
    expect_refused(with([&](Knowledge& k) {
                       k.features_x = MatrixXd::Ones(n + 1, 3), k.features_y = MatrixXd::Ones(n, 3);
                   }),
                   shapes, "9 rows");
    expect_refused(with([&](Knowledge& k) {
                       k.features_x = k.features_y = MatrixXd::Ones(n, 1);
                       k.features_y(2, 0) = std::numeric_limits<double>::infinity();
                   }),
                   shapes, "features of Y");
    ModelOptions options;
    options.partial = true;
    expect_refused(with([&](Knowledge& k) { k.known = none, k.known[0] = 1; }), shapes, "`partial`", options);
    options = {};
    options.cost_weight = -1;
    EXPECT_THROW(check(options), InputError);
    options = {};
    options.feature_weight = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(check(options), InputError);
    MatchOptions rigid;
    rigid.method = Method::rigid;
    EXPECT_THROW(match(shapes.x, shapes.y, rigid, with([&](Knowledge& k) {
                           k.forbidden = {{0, 0}};
                       })),
                 InputError);
}

}  // namespace
}  // namespace sigmatch
