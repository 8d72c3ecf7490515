#include <functional>

#include "program_support.h"
#include "sigmatch/certificate_file.h"
#include "sigmatch/io.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

using nlohmann::json;
using testing::bumpy_ball;
using testing::some_keypoints;

class VerifyProgramTest : public ProgramTest {
protected:
    VerifyProgramTest() {
        const Shape ball = bumpy_ball(4);
        Shape other = ball;
        other.vertices.col(0) *= 1.5;
        for (auto point : other.vertices.rowwise()) point[1] += 0.3 * point[2] * point[2];
        write_shape(path("x.off"), ball);
        write_shape(path("y.off"), other);
        Keypoints keypoints = some_keypoints(ball, 12, 1);
        write_ids("x.txt", keypoints);
        std::swap(keypoints[1], keypoints[6]);
        write_ids("y.txt", keypoints);
        const Outcome made =
            run(pair_ + Arguments{"-o", "result.json", "--certificate", "proof.sigcert", "--quiet"});
        EXPECT_EQ(made.code, 0) << made.err;
    }

    void expect_not_verified(const Arguments& arguments, const std::string& why) const {
        const Outcome outcome = run(Arguments{"verify"} + arguments);
        EXPECT_EQ(outcome.code, 1) << outcome.out << outcome.err;
        EXPECT_EQ(outcome.out.find("NOT VERIFIED: "), 0u) << outcome.out;
        EXPECT_NE(outcome.out.find(why), std::string::npos) << outcome.out;
        EXPECT_EQ(lines(outcome.out), 1) << outcome.out;
        EXPECT_EQ(outcome.err, "");
    }

    /// The result with something changed, beside the sound one.
    void expect_claim_not_verified(const std::function<void(json&)>& change, const std::string& why) const {
        json changed = result();
        change(changed);
        write("changed.json", changed.dump());
        expect_not_verified({"changed.json"}, why);
    }
};

TEST_F(VerifyProgramTest, ConfirmsAResultAndItsCertificate) {
    for (const Arguments& what : {Arguments{"result.json"}, Arguments{"proof.sigcert"},
                                  Arguments{"proof.sigcert", "x.off", "y.off"}}) {
        const Outcome outcome = run(Arguments{"verify"} + what);
        EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
        EXPECT_EQ(outcome.out.find("VERIFIED: no match "), 0u) << outcome.out;
        EXPECT_EQ(outcome.err, "");
        const bool with_shapes = what[0] == "result.json" || what.size() > 1;
        EXPECT_EQ(outcome.out.find("the problem is that of the shapes") != std::string::npos, with_shapes);
    }
}

TEST_F(VerifyProgramTest, RejectsAResultThatClaimsSomethingElse) {
    expect_claim_not_verified([](json& r) { r["objective"] = 0.9 * r["objective"].get<double>(); },
                              "another objective");
    expect_claim_not_verified([](json& r) { r["lower_bound"] = 1.001 * r["lower_bound"].get<double>(); },
                              "a higher bound");
    expect_claim_not_verified([](json& r) { std::swap(r["matches"][0][1], r["matches"][1][1]); },
                              "another match");
    expect_claim_not_verified([](json& r) { std::swap(r["match_vertices"][0], r["match_vertices"][1]); },
                              "other vertices");
}

TEST_F(VerifyProgramTest, RejectsOtherShapesAndTamperedProofs) {
    expect_not_verified({"proof.sigcert", "y.off", "x.off"}, "X is not the shape");
    Shape moved = read_shape(path("y.off"));
    moved.vertices(0, 0) += 1e-3;
    write_shape(path("y.off"), moved);
    expect_not_verified({"result.json"}, "Y is not the shape");
    StoredCertificate stored = read_certificate(path("proof.sigcert"));
    stored.certificate.lower_bound *= 1.5;
    write("other.sigcert", certificate_bytes(stored));
    expect_not_verified({"other.sigcert"}, "not above the bound");
}

TEST_F(VerifyProgramTest, RefusesFilesThatAreNoCertificates) {
    const std::string bytes = contents(path("proof.sigcert"));
    write("cut.sigcert", bytes.substr(0, bytes.size() / 2));
    expect_refused({"verify", "cut.sigcert"}, {"cut.sigcert", "is not a certificate", "ends too early"});
    std::string newer = bytes;
    newer.replace(newer.find("certificate 2"), 13, "certificate 3");
    write("newer.sigcert", newer);
    expect_refused({"verify", "newer.sigcert"}, {"newer.sigcert", "another version"});
    write("noise.sigcert", "nothing");
    expect_refused({"verify", "noise.sigcert"}, {"noise.sigcert", "does not begin like one"});
    expect_refused({"verify", "missing.sigcert"}, {"missing.sigcert"});
    write("list.json", "[1, 2]");
    expect_refused({"verify", "list.json"}, {"list.json", "is not a result"});
    json without = result();
    without["files"].erase("certificate");
    write("without.json", without.dump());
    expect_refused({"verify", "without.json"}, {"without.json", "names no certificate"});
    expect_refused({"verify", "proof.sigcert", "x.off"}, {"two shape files"});
}

}  // namespace
}  // namespace sigmatch
