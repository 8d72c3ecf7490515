#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>

#include "sigmatch/certificate_file.h"
#include "sigmatch/errors.h"
#include "sigmatch/match.h"
#include "sigmatch/verify.h"
#include "solver/lifted/stated_problem.h"
#include "support/dense.h"
#include "support/meshes.h"
#include "support/random_problem.h"
#include "support/stated.h"
#include "support/tampering.h"
#include "support/unprepared.h"

namespace sigmatch {
namespace {

using namespace testing;

struct Original {
    Shape x, y;
    StoredCertificate stored;
};

/// A pair of creatures with 6 or 7 keypoints, and the certificate of its match.
Original certified_pair(const std::string& kind, const std::string& pose, size_t keypoints, int candidates) {
    CreatureOptions options;
    options.kind = kind;
    options.vertices = 500;
    CreatureOptions other = options;
    other.pose = pose;
    other.kin = 3;
    other.remesh = 2;
    const CreaturePair pair = make_creature_pair("pair", options, other, 1);
    const auto some = [&](const Keypoints& all) {
        Keypoints chosen;
        for (size_t k = 0; chosen.size() < keypoints; k += all.size() / keypoints) chosen.push_back(all[k]);
        return chosen;
    };
    Original original{pair.x.shape, pair.y.shape, {}};
    MatchOptions match_options;
    match_options.certify = true;
    match_options.choices = 10;  // relaxations are to do the work
    match_options.threads = 1;
    match_options.candidates = candidates;
    CertificateOrigin origin{shape_hash(original.x), shape_hash(original.y), some(pair.kx),
                             some(pair.ky),          match_options,          {}};
    const MatchResult result =
        match({original.x, origin.keypoints_x}, {original.y, origin.keypoints_y}, match_options);
    original.stored = {origin, *result.certificate};
    return original;
}

const std::vector<Original>& originals() {
    static const std::vector<Original> all{certified_pair("quadruped", "walk", 7, 0),
                                           certified_pair("biped", "3", 6, 0),
                                           certified_pair("quadruped", "sit", 7, 4)};
    return all;
}

Certificate solved(int n, unsigned seed) {
    std::mt19937_64 random(seed);
    SolveOptions options;
    options.certify = true;
    options.choices = 10;
    options.threads = 1;
    options.relative_gap = 1e-3;
    return *solve(stiff_problem(n, seed % 2 == 0, seed % 3 == 0 ? 0.2 : 0, random), options).certificate;
}

/// A bound that another match lies below.
void state_too_much(Certificate& certificate) {
    certificate.lower_bound = 1.001 * least_of_others(certificate.problem, certificate.matches);
}

bool accepts(const Certificate& certificate) {
    try {
        const Verdict verdict = check_proof(certificate);
        EXPECT_EQ(verdict.lower_bound, std::max(0.0, certificate.lower_bound));
        EXPECT_GE(verdict.objective,
                  plain_objective(certificate.problem, certificate.matches.front()) * (1 - 1e-9));
        return true;
    } catch (const VerificationError&) {
        return false;
    }
}

bool accepts_origin(const StoredCertificate& stored, const Shape& x, const Shape& y) {
    try {
        check_origin(stored, x, y);
        return true;
    } catch (const VerificationError&) {
    } catch (const InputError&) {  // keypoints or options that make no problem
    }
    return false;
}

/// Counts what becomes of tampered certificates.
struct Tally {
    int accepted = 0, rejected = 0, lies = 0;

    /// Whatever passes is true.
    bool add(const Certificate& certificate, const std::string& what) {
        const bool truth = is_true(certificate), passes = accepts(certificate);
        EXPECT_TRUE(truth || !passes) << what;
        ++(passes ? accepted : rejected);
        lies += !truth;
        return passes;
    }
};

TEST(Tampering, OriginalsPass) {
    for (const Original& original : originals()) {
        EXPECT_TRUE(accepts(original.stored.certificate));
        check_origin(original.stored, original.x, original.y);
        EXPECT_TRUE(is_true(original.stored.certificate));
        EXPECT_GT(original.stored.certificate.evidence.size(), 0u);
    }
}

// One change to a certificate, which states either what it did or too much.
TEST(Tampering, NothingFalseIsProven) {
    std::vector<Certificate> certificates;
    for (const Original& original : originals()) certificates.push_back(original.stored.certificate);
    for (unsigned seed = 0; seed < 6; ++seed) certificates.push_back(solved(6, seed));
    Tally tally;
    for (unsigned trial = 0; trial < 600; ++trial) {
        std::mt19937_64 random(trial);
        Certificate certificate = certificates[trial % certificates.size()];
        if (random() % 3 == 0) state_too_much(certificate);
        const std::string what = tamper(certificate, random);
        tally.add(certificate, what + ", trial " + std::to_string(trial));
    }
    EXPECT_GT(tally.lies, 150);
    EXPECT_GT(tally.rejected, 200);
    EXPECT_GT(tally.accepted, 50);
    RecordProperty("lies", tally.lies);
    RecordProperty("rejected", tally.rejected);
    RecordProperty("accepted", tally.accepted);
}

// Changes that would pass if one check were missing.
TEST(Tampering, ForgeriesAreRejected) {
    for (unsigned seed = 0; seed < 4; ++seed) {
        Certificate lie = solved(5, 40 + seed);
        state_too_much(lie);
        for (const auto& [what, forged] : forgeries(lie)) {
            EXPECT_FALSE(is_true(forged)) << what;
            EXPECT_FALSE(accepts(forged)) << what << ", seed " << seed;
        }
    }
}

// Numbers of the problem, shapes and options: what passes both checks is true of the shapes.
TEST(Tampering, NothingFalseIsSaidOfTheShapes) {
    int rejected = 0, accepted = 0;
    for (unsigned trial = 0; trial < 60; ++trial) {
        std::mt19937_64 random(trial);
        Original original = originals()[trial % originals().size()];
        std::string what;
        if (trial % 4 == 0)
            what = tamper_shape(random() % 2 == 0 ? original.x : original.y, random);
        else if (trial % 4 == 1)
            what = tamper_origin(original.stored.origin, random);
        else
            what = tamper_problem(original.stored.certificate.problem, random);
        const Certificate& certificate = original.stored.certificate;
        if (!accepts_origin(original.stored, original.x, original.y)) {
            ++rejected;
            continue;
        }
        ++accepted;
        const CertificateOrigin& origin = original.stored.origin;
        const StatedProblem own = stated_problem(build_problem(
            {original.x, origin.keypoints_x}, {original.y, origin.keypoints_y}, origin.options));
        for_each_match(own.allowed, [&](const Match& match) {
            EXPECT_NEAR(plain_objective(certificate.problem, match), plain_objective(own, match),
                        1e-5 * plain_objective(own, match))
                << what;
        });
        EXPECT_FALSE((own.allowed && !certificate.problem.allowed).any());
    }
    EXPECT_GT(rejected, 30);
    EXPECT_GT(accepted, 2);
}

// A stiffness where there is none, too small to be seen beside the others.
TEST(Tampering, StiffnessIsNotMadeUp) {
    for (const Original& original : originals()) {
        Original forged = original;
        StatedProblem::Side& side = forged.stored.certificate.problem.x;
        const int n = forged.stored.certificate.problem.size();
        const Eigen::MatrixXd orthogonal =
            Eigen::MatrixXd::Identity(n, n) - transposed_times(side.basis, side.basis);
        const Eigen::VectorXd direction = orthogonal.col(0).normalized();
        const Eigen::Index rank = side.s.size();
        side.basis.conservativeResize(rank + 1, Eigen::NoChange);
        side.s.conservativeResize(rank + 1);
        side.basis.row(rank) = direction.transpose();
        side.s[rank] = 1e-7 * side.s.head(rank).norm();
        EXPECT_FALSE(accepts_origin(forged.stored, forged.x, forged.y));
        side = original.stored.certificate.problem.x;
        side.s[0] *= 1.0001;
        EXPECT_FALSE(accepts_origin(forged.stored, forged.x, forged.y));
    }
}

}  // namespace
}  // namespace sigmatch
