#include "io_support.h"

namespace sigmatch {
namespace {

using SolutionFile = IoTest;

TEST_F(SolutionFile, ValuesOfThePermutationComeFirst) {
    const std::string P = "0\n1\n0\n0\n0\n1\n1\n0\n0\n";
    const Match expected{1, 2, 0};
    EXPECT_EQ(read_solution(write("v", P), 3), expected);
    EXPECT_EQ(read_solution(write("v", P + "0.37\n-5\n1e-9\n"), 3), expected);
    EXPECT_EQ(read_solution(write("v", P + "what follows\nis not P"), 3), expected);
    EXPECT_EQ(read_solution(write("v", "# x\r\n" + P + "\n\n"), 3), expected);
    EXPECT_EQ(read_solution(write("v", "1e-9\n 0.9991 # P(0, 1)\n-0.0009\n-0\n0\n1.0009\n+1\n0e0\n0"), 3),
              expected);
}

TEST_F(SolutionFile, MayBeAnyMatch) {
    EXPECT_EQ(read_solution(write("m", "0 1\n1 2\n2 0\n"), 3), (Match{1, 2, 0}));
    EXPECT_EQ(read_solution(write("m", "\n{\"matches\": [[0, 1], [1, 0]]}"), 2), (Match{1, 0}));
}

TEST_F(SolutionFile, MustBeAPermutation) {
    const auto error = [&](const std::string& contents) {
        const std::string file = write("v", contents);
        return error_of(file, [&] { read_solution(file, 2); });
    };
    EXPECT_CONTAINS(error("1\n0\n0\n"), "has 3 values; P alone, 2 x 2, has 4");
    EXPECT_CONTAINS(error("0.998\n0\n0\n1\n"), "line 1: P(0, 0) is 0.998, neither 0 nor 1");
    EXPECT_CONTAINS(error("1\n0\n0.5\n0.5\n"), "line 3: P(1, 0) is 0.5");
    EXPECT_CONTAINS(error("1\n0\n-0.01\n1\n"), "line 3: P(1, 0)");
    EXPECT_CONTAINS(error("1\n1\n0\n0\n"), "line 2: keypoint 0 of X is matched twice");
    EXPECT_CONTAINS(error("1\n0\n1\n0\n"), "line 3: keypoint 0 of Y is matched twice");
    EXPECT_CONTAINS(error("1\n0\n0\n0\n"), "keypoint 1 of X has no match");
    EXPECT_CONTAINS(error("1\n0\n0 1\n"), "line 3: more than one entry");
    EXPECT_CONTAINS(error("1\n0\nzero\n1\n"), "line 3: the value of a variable is not a number but 'zero'");
    EXPECT_CONTAINS(error("1\nnan\n0\n1\n"), "not finite");
    EXPECT_CONTAINS(error("0 1\n1\n"), "line 2");
    EXPECT_CONTAINS(error(""), "keypoint 0 of X has no match");
    EXPECT_CONTAINS(error("P\n"), "not an integer but 'P'");
    EXPECT_CONTAINS(error_of(path("none"), [&] { read_solution(path("none"), 2); }), "no such file");
}

}  // namespace
}  // namespace sigmatch
