#include <sys/stat.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "io_support.h"
#include "sigmatch/manifest.h"
#include "sigmatch/result_file.h"
#include "sigmatch/version.h"

namespace sigmatch {
namespace {

using IoFilesTest = IoTest;

TEST_F(IoFilesTest, Keypoints) {
    const std::string file = write("k.txt", "# head\r\n5\r\n\r\n  7  # left ear\n0#tail\n\n+12");
    EXPECT_EQ(read_keypoints(file), (Keypoints{5, 7, 0, 12}));
    EXPECT_EQ(read_keypoints(write("one.vts", "1\n4\n"), 1), (Keypoints{0, 3}));
    write_keypoints(path("w.txt"), {3, 1, 2}, {"left\near", "", "# nose"});
    EXPECT_EQ(contents(path("w.txt")), "3  # left ear\n1\n2  # # nose\n");
    EXPECT_EQ(read_keypoints(path("w.txt")), (Keypoints{3, 1, 2}));
}

TEST_F(IoFilesTest, BadKeypoints) {
    const auto error = [&](std::string_view text, int base = 0) {
        const std::string file = write("k.txt", text);
        return error_of(file, [&] { read_keypoints(file, base); });
    };
    EXPECT_CONTAINS(error("1\n\nx\n"), "line 3: the vertex id is not an integer but 'x'");
    EXPECT_CONTAINS(error("1\n2.0\n"), "line 2: the vertex id is not an integer");
    EXPECT_CONTAINS(error("1\n2 3\n"), "line 2: more than one entry");
    EXPECT_CONTAINS(error("1\n-2\n"), "line 2: vertex id -2 is below 0");
    EXPECT_CONTAINS(error("1\n0\n", 1), "see --index-base");
    const std::string ids = write("ids.vts", "1\n# two\n4\n");
    EXPECT_EQ(read_keypoints(ids, 1, 4), (Keypoints{0, 3}));
    EXPECT_CONTAINS(error_of(ids, [&] { read_keypoints(ids, 1, 3); }),
                    "line 3: vertex id 4 is out of range; there are 3, counted from 1");
    EXPECT_CONTAINS(error("99999999999\n"), "line 1: vertex id 99999999999 is too large");
    EXPECT_CONTAINS(error("99999999999999999999999\n"), "line 1");
    EXPECT_CONTAINS(error("9223372036854775807\n", -5), "line 1");
    EXPECT_CONTAINS(error("# nothing\n"), "holds no keypoints");
    EXPECT_CONTAINS(error(std::string_view("\0\xff\xfe", 3)), "line 1");
    EXPECT_CONTAINS(error_of(path("none"), [&] { read_keypoints(path("none")); }), "no such file");
}

TEST_F(IoFilesTest, DenseMaps) {
    const Shape shape = sample_shape();
    const auto rows = [&](const DenseMap& map, const Shape& target) {
        write_dense_map(path("map.txt"), map, target);
        const std::string text = contents(path("map.txt"));
        EXPECT_TRUE(text.starts_with("# "));
        EXPECT_CONTAINS(text, "# Columns: ");
        return text.substr(text.find('\n', text.rfind("\n#") + 1) + 1);
    };
    EXPECT_EQ(rows({{2, {0.5, 0.25, 0.25}}, {0, {0, 0, 1}}}, shape), "2 4 5 0.5 0.25 0.25\n1 4 2 0 0 1\n");
    EXPECT_EQ(rows({{3, {1, 0, 0}}}, {shape.vertices, Faces(0, 3)}), "3 3 3 1 0 0\n");
}

TEST_F(IoFilesTest, Matches) {
    EXPECT_EQ(read_matches(write("m.txt", "# i j\n1 0\n0 2 # ear\r\n2 1\n"), 3, 3), (Match{2, 0, 1}));
    EXPECT_EQ(read_matches(write("m.txt", "1 3\n0 0\n"), 3, 4, true), (Match{0, 3, unmatched}));
    EXPECT_EQ(read_matches(write("m.json", "\n {\"matches\": [[0, 1], [1, 0]], \"n\": 2}"), 2, 2),
              (Match{1, 0}));
    const auto error = [&](std::string_view text) {
        const std::string file = write("m.txt", text);
        return error_of(file, [&] { read_matches(file, 2, 2); });
    };
    EXPECT_CONTAINS(error("0 1\n"), "keypoint 1 of X has no match");
    EXPECT_CONTAINS(error("0 1\n1 1\n"), "line 2: keypoint 1 of Y is matched twice");
    EXPECT_CONTAINS(error("0 1\n0 0\n"), "line 2: keypoint 0 of X is matched twice");
    EXPECT_CONTAINS(error("0 2\n"), "line 1: position 2 is not among the 2 keypoints");
    EXPECT_CONTAINS(error("-1 0\n"), "line 1: position -1");
    EXPECT_CONTAINS(error("0\n"), "line 1: the position in the keypoints of Y is missing");
    EXPECT_CONTAINS(error("0 1 2\n"), "line 1: more than two");
    EXPECT_CONTAINS(error("{\"matches\": "), "not valid JSON");
    EXPECT_CONTAINS(error("{\"match\": []}"), "no array 'matches'");
    EXPECT_CONTAINS(error("{\"matches\": 3}"), "no array 'matches'");
    EXPECT_CONTAINS(error("{\"matches\": [[0, 1], [1]]}"), "matches[1]: is not a pair");
    EXPECT_CONTAINS(error("{\"matches\": [[0, 18446744073709551615]]}"), "matches[0]: is not a pair");
    EXPECT_CONTAINS(error("{\"matches\": [[0, 1], [1, 1]]}"), "matches[1]: keypoint 1 of Y is matched twice");
    EXPECT_CONTAINS(error("{\"matches\": []}"), "keypoint 0 of X has no match");
    EXPECT_CONTAINS(error("{\"matches\":" + std::string(100000, '[')), "nested more than 100 deep");
    EXPECT_CONTAINS(error("{\"\\\"" + std::string(200, '[') + "\": 1}"), "no array 'matches'");
}

TEST_F(IoFilesTest, ManifestsRoundTripFromAnyFolder) {
    const std::string file =
        write("m.jsonl",
              "{\"id\": \"a\", \"x\": \"s/x.off\", \"y\": \"/abs/y.off\", \"kx\": [5, 6], "
              "\"ky\": [1, 2, 3], \"truth\": [2, 0], \"symmetric\": [1, 0], \"more\": 1}\r\n\n"
              "{\"id\": \"b\", \"x\": \"x\", \"y\": \"y\", \"kx\": [], \"ky\": []}");
    const auto pairs = read_manifest(file);
    ASSERT_EQ(pairs.size(), 2u);
    EXPECT_EQ(pairs[0].x, path("s/x.off"));
    EXPECT_EQ(pairs[0].y, "/abs/y.off");
    EXPECT_EQ(pairs[0].keypoints_y, (Keypoints{1, 2, 3}));
    EXPECT_EQ(pairs[0].truth, (std::vector<int>{2, 0}));
    EXPECT_EQ(pairs[0].symmetric, (std::vector<int>{1, 0}));
    EXPECT_TRUE(pairs[1].truth.empty());

    std::filesystem::create_directory(path("sub"));
    write_manifest(path("sub/n.jsonl"), pairs);
    EXPECT_CONTAINS(contents(path("sub/n.jsonl")), "\"../s/x.off\"");
    const auto back = read_manifest(path("sub/n.jsonl"));
    ASSERT_EQ(back.size(), 2u);
    EXPECT_EQ(std::filesystem::path(back[0].x).lexically_normal().string(), pairs[0].x);
    EXPECT_EQ(std::filesystem::path(back[0].y).lexically_normal().string(), pairs[0].y);
    EXPECT_EQ(back[0].truth, pairs[0].truth);
}

TEST_F(IoFilesTest, BadManifests) {
    const auto error = [&](const std::string& line) {
        const std::string good = "{\"id\": \"a\", \"x\": \"x\", \"y\": \"y\", \"kx\": [1], \"ky\": [1]}\n";
        const std::string file = write("m.jsonl", good + "\n" + line + "\n");
        const std::string text = error_of(file, [&] { read_manifest(file); });
        EXPECT_TRUE(text.starts_with("line 3: ")) << text;
        return text;
    };
    const auto pair = [](const std::string& rest) {
        return "{\"id\": \"b\", \"x\": \"x\", \"y\": \"y\", " + rest + "}";
    };
    EXPECT_CONTAINS(error("{\"id\""), "not valid JSON");
    EXPECT_CONTAINS(error("[1]"), "must be an object");
    EXPECT_CONTAINS(error("{\"x\": \"x\"}"), "'id' is missing");
    EXPECT_CONTAINS(error("{\"id\": 5}"), "'id' must be a text");
    EXPECT_CONTAINS(error("{\"id\": \"b\", \"y\": \"y\"}"), "'x' is missing");
    EXPECT_CONTAINS(error("{\"id\": \"../b\", \"x\": \"x\", \"y\": \"y\"}"), "cannot name a file");
    EXPECT_CONTAINS(error("{\"id\": \"a\", \"x\": \"x\", \"y\": \"y\", \"kx\": [1], \"ky\": [1]}"),
                    "appears twice");
    EXPECT_CONTAINS(error(pair("\"kx\": [1]")), "'ky' is missing");
    EXPECT_CONTAINS(error(pair("\"kx\": 1, \"ky\": [1]")), "'kx' must be an array");
    EXPECT_CONTAINS(error(pair("\"kx\": [1, 0.5], \"ky\": [1]")), "kx[1] is not an integer");
    EXPECT_CONTAINS(error(pair("\"kx\": [-1], \"ky\": [1]")), "kx[0] = -1 is out of range");
    EXPECT_CONTAINS(error(pair("\"kx\": [1], \"ky\": [1], \"truth\": [1]")), "truth[0] = 1 is out of range");
    EXPECT_CONTAINS(error(pair("\"kx\": [1, 2], \"ky\": [1, 2], \"truth\": [1]")), "'truth' has 1 entries");
    EXPECT_CONTAINS(error(pair("\"kx\": [1, 2], \"ky\": [1, 2], \"truth\": [1, 1]")), "same partner");
    EXPECT_CONTAINS(error(pair("\"kx\": [1], \"ky\": [1], \"symmetric\": [7]")), "symmetric[0]");
    EXPECT_CONTAINS(error_of(write("e.jsonl", "\n"), [&] { read_manifest(path("e.jsonl")); }),
                    "holds no pairs");
}

TEST_F(IoFilesTest, WritesNoManifestThatItWouldNotRead) {
    ManifestPair pair{"a", path("x.off"), path("y.off"), {1}, {1}, {}, {}};
    const std::string file = path("m.jsonl");
    EXPECT_CONTAINS(error_of(file, [&] { write_manifest(file, {pair, pair}); }), "two pairs have the id 'a'");
    pair.id = "a\nb";
    EXPECT_THROW(write_manifest(file, {pair}), InputError);
    EXPECT_FALSE(std::filesystem::exists(file));
}

MatchResult sample_result() {
    MatchResult result;
    result.status = Status::time_limit;
    result.match = {1, 0};
    result.keypoints_x = {10, 11};
    result.keypoints_y = {20, 21};
    result.objective = 0.1 + 0.2;
    result.lower_bound = 0.25;
    result.terms = {0.1, 1.0 / 3, 1e-17, 2, 0};
    result.candidates = 4;
    result.proof_scope = ProofScope::candidates;
    result.warnings = {"a \"flaw\"", "another"};
    result.nodes = 5000000000;
    result.relaxations = 12;
    result.threads = 2;
    result.trace = {{0.5, 0, std::numeric_limits<double>::infinity(), 1}, {1, 0.25, 0.5, 9}};
    result.options.seed = std::numeric_limits<std::uint64_t>::max();
    result.options.time_limit_s = std::numeric_limits<double>::infinity();
    return result;
}

TEST_F(IoFilesTest, ResultHoldsEveryField) {
    const MatchResult result = sample_result();
    const std::string text = result_json(result);
    const auto json = nlohmann::json::parse(text);
    for (const char* name : {"status",
                             "objective",
                             "lower_bound",
                             "gap",
                             "terms",
                             "matches",
                             "match_vertices",
                             "margin",
                             "others_lower_bound",
                             "alternatives",
                             "n",
                             "candidates",
                             "proof_scope",
                             "nodes",
                             "relaxations",
                             "threads",
                             "warnings",
                             "seconds",
                             "trace",
                             "options",
                             "files",
                             "version"})
        EXPECT_TRUE(json.contains(name)) << name;
    EXPECT_EQ(json.size(), 22u);
    EXPECT_EQ(json["proof_scope"], "candidates");
    EXPECT_EQ(json["warnings"], nlohmann::json(result.warnings));
    EXPECT_EQ(json["status"], "time_limit");
    EXPECT_EQ(json["objective"].get<double>(), result.objective);
    EXPECT_EQ(json["terms"]["rec_y"].get<double>(), 1.0 / 3);
    EXPECT_EQ(json["matches"], nlohmann::json::parse("[[0, 1], [1, 0]]"));
    EXPECT_EQ(json["match_vertices"], nlohmann::json::parse("[[10, 21], [11, 20]]"));
    EXPECT_EQ(json["n"], 2);
    EXPECT_EQ(json["nodes"], 5000000000);
    EXPECT_EQ(json["relaxations"], 12);
    EXPECT_EQ(json["trace"], nlohmann::json::parse("[[0.5, 0, null], [1, 0.25, 0.5]]"));
    EXPECT_EQ(json["seconds"].size(), 7u);
    EXPECT_EQ(json["options"].size(), 26u);
    EXPECT_EQ(json["options"]["method"], "sigma");
    EXPECT_EQ(json["options"]["unscaled"], false);
    EXPECT_EQ(json["options"]["prior"], "plbo");
    EXPECT_EQ(json["options"]["seed"], std::numeric_limits<std::uint64_t>::max());
    EXPECT_TRUE(json["options"]["time_limit"].is_null());
    EXPECT_EQ(json["version"], version);
    EXPECT_CONTAINS(text, "\n    [0,1],\n    [1,0]\n");
    EXPECT_EQ(read_matches(write("r.json", text), 2, 2), result.match);
}

TEST_F(IoFilesTest, ResultNeverHoldsWhatJsonCannot) {
    MatchResult result;
    result.objective = std::numeric_limits<double>::infinity();
    result.lower_bound = -result.objective;
    result.terms.ori = std::numeric_limits<double>::quiet_NaN();
    const auto json = nlohmann::json::parse(result_json(result));
    EXPECT_TRUE(json["objective"].is_null());
    EXPECT_TRUE(json["gap"].is_null() || json["gap"].is_number());
    EXPECT_TRUE(json["terms"]["ori"].is_null());
    EXPECT_EQ(json["matches"].size(), 0u);

    result.match = {3};
    EXPECT_THROW(result_json(result), InputError);
}

TEST_F(IoFilesTest, AtomicWritesReplaceAndLeaveNoRemnants) {
    const std::string file = path("a.txt");
    write_file_atomically(file, "one");
    write_file_atomically(file, std::string("two\0three", 9));
    EXPECT_EQ(contents(file), std::string("two\0three", 9));
    std::filesystem::create_symlink(file, path("link"));
    write_file_atomically(path("link"), "through");
    EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
    EXPECT_EQ(contents(file), "through");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 2);

    const mode_t mask = ::umask(0);
    ::umask(mask);
    struct stat status {};
    ASSERT_EQ(::stat(file.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0666 & ~mask);
}

TEST_F(IoFilesTest, FailedWritesLeaveEverythingAsItWas) {
    const std::string lost = path("no/such/folder/a.txt");
    EXPECT_CONTAINS(error_of(lost, [&] { write_file_atomically(lost, "x"); }), "cannot be written");
    std::filesystem::create_directory(path("folder"));
    EXPECT_CONTAINS(error_of(path("folder"), [&] { write_file_atomically(path("folder"), "x"); }),
                    "is a directory");
    const std::string file = write("file", "x");
    EXPECT_CONTAINS(error_of(file + "/a", [&] { write_file_atomically(file + "/a", "y"); }),
                    "cannot be written");
    EXPECT_CONTAINS(error_of("/dev/full", [&] { write_file_atomically("/dev/full", "x"); }),
                    "cannot be written");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 2);
    write_file_atomically("/dev/null", "x");
    EXPECT_FALSE(std::filesystem::is_regular_file("/dev/null"));
}

}  // namespace
}  // namespace sigmatch
