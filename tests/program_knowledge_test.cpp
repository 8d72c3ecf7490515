#include "program_support.h"
#include "sigmatch/io.h"

namespace sigmatch {
namespace {

using nlohmann::json;

/// What the user knows, as files.
class KnowledgeProgramTest : public ProgramTest {
protected:
    KnowledgeProgramTest() { write_small_pair(); }

    json matched(const Arguments& more) const {
        const Outcome outcome = run(pair_ + more + Arguments{"-o", "result.json"});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return result();
    }

    /// A row for each of `rows`, one-hot in its own place, the last in the first place again.
    std::string table(int rows, const std::string& separator) const {
        std::string text;
        for (int i = 0; i < rows; ++i)
            for (int j = 0; j < 6; ++j) text += (i % 6 == j ? "1" : "0") + (j < 5 ? separator : "\n");
        return text;
    }
};

TEST_F(KnowledgeProgramTest, KnownPairsStayAndForbiddenOnesGo) {
    const json free = matched({});
    const int first = free["matches"][0][1], second = free["matches"][1][1];
    write("known.txt", "# certain\n0 " + std::to_string(second) + "\n");
    write("forbid.txt", "1 " + std::to_string(first) + "\n1 " + std::to_string((first + 1) % 6) + "\n");
    const json told =
        matched({"--known", "known.txt", "--forbid", "forbid.txt", "--certificate", "p.sigcert"});
    EXPECT_EQ(told["matches"][0][1], second);
    EXPECT_NE(told["matches"][1][1], first);
    EXPECT_GT(told["objective"], free["objective"]);
    EXPECT_EQ(told["files"]["known"], "known.txt");
    EXPECT_EQ(told["files"]["forbid"], "forbid.txt");
    const Outcome verified = run({"verify", "result.json"});
    EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
    EXPECT_NE(verified.out.find("taken as given: 1 known pair, 2 forbidden pairs"), std::string::npos)
        << verified.out;
}

/// A result of before is a list of pairs, too.
TEST_F(KnowledgeProgramTest, AResultIsAListOfPairs) {
    const json free = matched({});
    const Outcome again = run(pair_ + Arguments{"--known", "result.json", "-o", "again.json"});
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(result("again.json")["matches"], free["matches"]);
    const Outcome other = run(pair_ + Arguments{"--forbid", "result.json", "-o", "other.json"});
    EXPECT_EQ(other.code, 0) << other.err;
    for (int i = 0; i < 6; ++i) EXPECT_NE(result("other.json")["matches"][i], free["matches"][i]);
}

TEST_F(KnowledgeProgramTest, CostsAndFeaturesDecideIfTheyWeighEnough) {
    const json free = matched({});
    std::string cost = "a;b;c;d;e;f\n", features_y;
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j)
            cost += (j == (i + 1) % 6 ? "0" : "2.5") + std::string(j < 5 ? ";" : "\n");
    for (int j = 0; j < 6; ++j)
        for (int c = 0; c < 6; ++c)
            features_y += (c == (j + 5) % 6 ? "1" : "0") + std::string(c < 5 ? "," : "\n");
    write("cost.csv", cost);
    write("fx.csv", table(6, "\t"));
    write("fy.csv", features_y);
    for (const Arguments& given :
         {Arguments{"--cost", "cost.csv", "--cost-weight", "10"},
          Arguments{"--features-x", "fx.csv", "--features-y", "fy.csv", "--feature-weight", "10"}}) {
        const json told = matched(given + Arguments{"--certificate", "p.sigcert"});
        for (int i = 0; i < 6; ++i) EXPECT_EQ(told["matches"][i][1], (i + 1) % 6) << given[0];
        const Outcome verified = run({"verify", "result.json"});
        EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
        EXPECT_NE(verified.out.find("taken as given: "), std::string::npos) << verified.out;
    }
    // A row per vertex serves as well.
    write("vx.csv", table(static_cast<int>(read_shape(path("x.off")).vertices.rows()), " "));
    EXPECT_EQ(run(pair_ + Arguments{"--features-x", "vx.csv", "--features-y", "fy.csv", "-q"}).code, 0);
}

TEST_F(KnowledgeProgramTest, WhatDoesNotFitIsRefusedInOneLine) {
    const auto refused = [&](const char* flag, const std::string& text,
                             const std::vector<std::string>& parts) {
        write("given.txt", text);
        expect_refused(pair_ + Arguments{flag, "given.txt"}, parts);
    };
    refused("--known", "0 0\n0 1\n", {"given.txt", "line 2", "twice"});
    refused("--known", "0 6\n", {"given.txt", "line 1", "6 keypoints"});
    refused("--known", "0 1 2\n", {"given.txt", "line 1"});
    refused("--forbid", "0 0\n-1 2\n", {"given.txt", "line 2"});
    refused("--forbid", "0 0\n0 1\n0 2\n0 3\n0 4\n0 5\n", {"leaves no match"});
    refused("--cost", "1 2\n3 4\n", {"2 rows", "6 and 6"});
    refused("--cost", "1 2\n3\n", {"given.txt", "line 2"});
    refused("--cost", "1 2\n3 nan\n", {"given.txt", "line 2", "finite"});
    refused("--cost", "1 2\n3 x\n", {"given.txt", "line 2", "'x'"});
    refused("--cost", "", {"given.txt"});
    refused("--cost", "-1 1 1 1 1 1\n" + table(5, " "), {"not negative"});
    refused("--features-x", table(6, " "), {"--features-y"});
    write("fx.csv", table(6, " "));
    write("long.csv", table(7, " "));
    expect_refused(pair_ + Arguments{"--features-x", "fx.csv", "--features-y", "long.csv"},
                   {"features of Y", "7 rows"});
    expect_refused(pair_ + Arguments{"--known", "none.txt"}, {"none.txt"});
    write("known.txt", "0 0\n");
    expect_refused(pair_ + Arguments{"--known", "known.txt", "--forbid", "known.txt"},
                   {"both known and forbidden"});
    expect_refused(pair_ + Arguments{"--known", "known.txt", "--partial"}, {"--partial"});
    expect_refused(pair_ + Arguments{"--known", "known.txt", "--method", "rigid"}, {"sigma"});
    expect_refused(pair_ + Arguments{"--known", "known.txt", "-o", "known.txt"}, {"known.txt", "overwrite"});
    expect_refused(pair_ + Arguments{"--cost-weight", "-1"}, {"--cost-weight"});
    write("fixed.txt", "0 1\n1 0\n2 2\n3 3\n4 4\n5 5\n");
    expect_refused(pair_ + Arguments{"--known", "known.txt", "--fixed-matches", "fixed.txt"},
                   {"0 1", "rule out"});
    write("nothing.txt", "# nothing\n");
    EXPECT_EQ(run(pair_ + Arguments{"--known", "nothing.txt", "--partial", "-q"}).code, 0);
}

}  // namespace
}  // namespace sigmatch
