#include "sigmatch/certificate_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "sigmatch/errors.h"
#include "sigmatch/verify.h"
#include "support/meshes.h"
#include "support/random_problem.h"
#include "support/stated.h"

namespace sigmatch {
namespace {

using namespace testing;
namespace fs = std::filesystem;

StoredCertificate stored(int n, unsigned seed) {
    std::mt19937_64 random(seed);
    SolveOptions options;
    options.certify = true;
    options.choices = 10;  // relaxations are to do the work
    options.threads = 1;
    options.relative_gap = 1e-3;
    Problem problem = stiff_problem(n, seed % 2 == 0, 0.2, random);
    if (seed % 3 == 0) problem.deform_x.S.setZero();
    ModelOptions model;
    model.lambda_ori = 0.1 / 3;
    model.orientation = seed % 2 ? Orientation::paper : Orientation::smooth;
    model.prior = seed % 2 ? Prior::lbo : Prior::plbo;
    model.laplacian = Laplacian::cotangent;
    model.candidates = 3;
    model.faces = 400;
    model.lambda_scaled = false;
    return {{std::string(64, 'a'), std::string(64, 'b'), {5, 3, 8}, {1, 2, 0}, model, {}},
            *solve(problem, options).certificate};
}

class CertificateFile : public ::testing::Test {
protected:
    CertificateFile()
        : path_((fs::temp_directory_path() /
                 ("certificate_file_test_" + std::to_string(std::random_device()())))
                    .string()) {}
    ~CertificateFile() override { fs::remove(path_); }

    StoredCertificate read(const std::string& bytes) const {
        std::ofstream(path_, std::ios::binary) << bytes;
        return read_certificate(path_);
    }

    /// Bytes of any sort: a message of one line, a rejection or the truth.
    enum class Outcome { unreadable, rejected, verified };
    Outcome try_bytes(const std::string& bytes) const {
        try {
            const StoredCertificate found = read(bytes);
            check_proof(found.certificate);
            EXPECT_TRUE(is_true(found.certificate));
            return Outcome::verified;
        } catch (const FileError& error) {
            EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
            return Outcome::unreadable;
        } catch (const VerificationError&) {
            return Outcome::rejected;
        }
    }

    const std::string path_;
};

TEST_F(CertificateFile, HoldsEverythingExactly) {
    for (unsigned seed = 0; seed < 6; ++seed) {
        const StoredCertificate written = stored(3 + static_cast<int>(seed % 4), seed);
        const std::string bytes = certificate_bytes(written);
        const StoredCertificate found = read(bytes);
        EXPECT_EQ(certificate_bytes(found), bytes);
        EXPECT_EQ(found.origin.hash_x, written.origin.hash_x);
        EXPECT_EQ(found.origin.keypoints_y, written.origin.keypoints_y);
        EXPECT_EQ(found.origin.options.lambda_ori, written.origin.options.lambda_ori);
        EXPECT_EQ(found.origin.options.prior, written.origin.options.prior);
        EXPECT_EQ(found.origin.options.faces, 400);
        const Certificate &p = written.certificate, &q = found.certificate;
        EXPECT_EQ(p.problem.x.basis, q.problem.x.basis);
        EXPECT_EQ(p.problem.y.s, q.problem.y.s);
        EXPECT_EQ(p.problem.points_x, q.problem.points_x);
        EXPECT_EQ(p.problem.h_y, q.problem.h_y);
        EXPECT_TRUE((p.problem.allowed == q.problem.allowed).all());
        EXPECT_EQ(p.matches, q.matches);
        EXPECT_EQ(p.lower_bound, q.lower_bound);
        ASSERT_EQ(p.evidence.size(), q.evidence.size());
        for (size_t k = 0; k < p.evidence.size(); ++k) {
            EXPECT_EQ(p.evidence[k].Z, q.evidence[k].Z);
            EXPECT_EQ(p.evidence[k].inner_prices, q.evidence[k].inner_prices);
            EXPECT_EQ(p.evidence[k].outer_prices, q.evidence[k].outer_prices);
            EXPECT_EQ(p.evidence[k].reference, q.evidence[k].reference);
        }
        EXPECT_EQ(check_proof(p).lower_bound, check_proof(q).lower_bound);
    }
}

TEST_F(CertificateFile, CutOffIsUnreadable) {
    const std::string bytes = certificate_bytes(stored(4, 1));
    for (size_t length = 0; length < bytes.size(); length += 1 + length / 50)
        EXPECT_EQ(try_bytes(bytes.substr(0, length)), Outcome::unreadable) << length;
    EXPECT_EQ(try_bytes(bytes.substr(0, bytes.size() - 1)), Outcome::unreadable);
    EXPECT_EQ(try_bytes(bytes + '\0'), Outcome::unreadable);
    EXPECT_EQ(try_bytes(bytes), Outcome::verified);
}

TEST_F(CertificateFile, OtherBytesProveNothingFalse) {
    const std::vector<std::string> sound{certificate_bytes(stored(2, 2)), certificate_bytes(stored(4, 1)),
                                         certificate_bytes(stored(5, 4))};
    std::map<Outcome, int> outcomes;
    for (unsigned trial = 0; trial < 3000; ++trial) {
        std::mt19937_64 random(trial);
        std::string bytes = sound[trial % sound.size()];
        // Half of the changes are near the beginning, where the numbers of things are.
        const size_t range = trial % 2 == 0 ? bytes.size() : std::min<size_t>(bytes.size(), 1500);
        for (unsigned k = 0; k <= trial % 3; ++k) bytes[random() % range] = static_cast<char>(random());
        ++outcomes[try_bytes(bytes)];
    }
    EXPECT_GT(outcomes[Outcome::unreadable], 100);
    EXPECT_GT(outcomes[Outcome::rejected], 100);
    EXPECT_GT(outcomes[Outcome::verified], 100);
}

TEST_F(CertificateFile, PromisesMoreThanItHolds) {
    // Every 32-bit number of a small file in turn becomes as large as it can be.
    const std::string sound = certificate_bytes(stored(2, 2));
    for (size_t at = 0; at + 4 <= sound.size(); ++at) {
        std::string bytes = sound;
        bytes.replace(at, 4, "\xff\xff\xff\x7f");
        try_bytes(bytes);
    }
}

TEST(ShapeHash, DependsOnVerticesAndFaces) {
    const Shape shape = bumpy_ball(3);
    const std::string hash = shape_hash(shape);
    EXPECT_EQ(hash.size(), 64u);
    EXPECT_EQ(shape_hash(shape), hash);
    Shape other = shape;
    other.vertices(3, 1) = std::nextafter(other.vertices(3, 1), 10);
    EXPECT_NE(shape_hash(other), hash);
    other = shape;
    std::swap(other.faces(0, 0), other.faces(0, 1));
    EXPECT_NE(shape_hash(other), hash);
    EXPECT_EQ(shape_hash({Points(0, 3), Faces(0, 3)}),
              "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb");  // of 16 zero bytes
}

}  // namespace
}  // namespace sigmatch
