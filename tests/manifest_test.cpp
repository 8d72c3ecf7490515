#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "evaluation/named_files.h"
#include "io_support.h"
#include "mat_support.h"
#include "sigmatch/sampling.h"
#include "sigmatch/surface.h"
#include "sigmatch/truth.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

namespace fs = std::filesystem;
using testing::potato;

/// Vertex v becomes vertex to[v].
Shape renumbered(const Shape& shape, const std::vector<int>& to) {
    Shape result = shape;
    for (Eigen::Index v = 0; v < shape.vertices.rows(); ++v)
        result.vertices.row(to[v]) = shape.vertices.row(v);
    result.faces = shape.faces.unaryExpr([&](int v) { return to[v]; });
    return result;
}

std::vector<int> random_order(int n, unsigned seed) {
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), std::mt19937(seed));
    return order;
}

std::set<int> as_set(const Keypoints& keypoints) {
    return {keypoints.begin(), keypoints.end()};
}

std::vector<std::string> ids_of(const std::vector<ManifestPair>& pairs) {
    std::vector<std::string> ids;
    for (const ManifestPair& pair : pairs) ids.push_back(pair.id);
    return ids;
}

int partner(const ManifestPair& pair, std::size_t i) {
    return pair.keypoints_y[pair.truth[i]];
}

void expect_distinct(const ManifestPair& pair) {
    EXPECT_EQ(as_set(pair.keypoints_x).size(), pair.keypoints_x.size()) << pair.id;
    EXPECT_EQ(as_set(pair.keypoints_y).size(), pair.keypoints_y.size()) << pair.id;
    EXPECT_EQ(as_set(pair.truth).size(), pair.keypoints_x.size()) << pair.id;
}

/// The same potato under several names, each time with its vertices in another order: points that correspond
/// have equal coordinates.
class ManifestTest : public IoTest {
protected:
    ManifestTest() {
        fs::create_directory(path("off"));
        fs::create_directory(path("corres"));
    }

    void add_shape(const std::string& name, unsigned seed) {
        order_[name] = random_order(static_cast<int>(potato_.vertices.rows()), seed);
        write_shape(path("off/" + name), renumbered(potato_, order_[name]));
    }

    /// The list of where the potato's vertices went.
    void add_rows(const std::string& name, const std::string& shape, const std::vector<int>& vertices,
                  int index_base) {
        std::string text;
        for (const int v : vertices) text += std::to_string(order_[shape][v] + index_base) + "\n";
        write(name, text);
    }

    std::vector<int> all_vertices() const {
        std::vector<int> vertices(potato_.vertices.rows());
        std::iota(vertices.begin(), vertices.end(), 0);
        return vertices;
    }

    void add_three() {
        for (const char* name : {"a2.off", "a10.obj", "b.ply"}) {
            add_shape(name, static_cast<unsigned>(order_.size()) + 1);
            add_rows("corres/" + fs::path(name).stem().string() + ".vts", name, all_vertices(), 1);
        }
    }

    std::vector<ManifestPair> make(TruthKind kind, const ManifestOptions& options = {}) const {
        return make_manifest(kind, folder_.string(), options);
    }

    std::string error(const std::string& file, TruthKind kind, const ManifestOptions& options = {}) const {
        return error_of(file, [&] { make(kind, options); });
    }

    std::string option_error(TruthKind kind, const ManifestOptions& options) const {
        try {
            make(kind, options);
        } catch (const InputError& error) {
            return error.what();
        }
        return "no error";
    }

    static void expect_true_partners(const ManifestPair& pair) {
        const Shape x = read_shape(pair.x), y = read_shape(pair.y);
        ASSERT_EQ(pair.truth.size(), pair.keypoints_x.size());
        for (std::size_t i = 0; i < pair.truth.size(); ++i)
            EXPECT_LT((x.vertices.row(pair.keypoints_x[i]) - y.vertices.row(partner(pair, i))).norm(), 1e-12)
                << pair.id << " " << i;
        expect_distinct(pair);
    }

    const Shape potato_ = potato(2);
    std::map<std::string, std::vector<int>> order_;
};

TEST(NaturalOrder, CountsRunsOfDigitsAsNumbers) {
    const std::vector<std::string> sorted = {"",      "a",    "a1",    "a2",  "a2b",
                                             "a02c3", "a2c4", "a2c10", "a10", "ab"};
    for (std::size_t i = 0; i < sorted.size(); ++i)
        for (std::size_t j = 0; j < sorted.size(); ++j)
            EXPECT_EQ(natural_less(sorted[i], sorted[j]), i < j) << sorted[i] << " " << sorted[j];
    EXPECT_TRUE(natural_less("a01", "a1") != natural_less("a1", "a01"));
    EXPECT_TRUE(natural_less("a99999999999999999998", "a99999999999999999999"));
}

TEST_F(ManifestTest, VtsRowsCorrespond) {
    add_three();
    const std::vector<ManifestPair> pairs = make(TruthKind::vts);
    EXPECT_EQ(ids_of(pairs), (std::vector<std::string>{"a2-a10", "a2-b", "a10-b"}));
    for (const ManifestPair& pair : pairs) {
        expect_true_partners(pair);
        EXPECT_EQ(pair.keypoints_x.size(), 21u);
        EXPECT_EQ(pair.keypoints_y.size(), 21u);
    }
    const Shape first = read_shape(path("off/a2.off"));
    EXPECT_EQ(as_set(pairs[0].keypoints_x), as_set(farthest_point_sampling(first, GeodesicGraph(first), 21)));
}

TEST_F(ManifestTest, PairsAreTheOnesAskedFor) {
    add_three();
    EXPECT_EQ(ids_of(make(TruthKind::vts, {.pairs = Pairing::first})),
              (std::vector<std::string>{"a2-a10", "a2-b"}));
    EXPECT_EQ(ids_of(make(TruthKind::vts, {.pairs = Pairing::chain})),
              (std::vector<std::string>{"a2-a10", "a10-b"}));
}

TEST_F(ManifestTest, TheSeedDecidesTheOrderAndNothingElse) {
    add_three();
    const auto once = make(TruthKind::vts), again = make(TruthKind::vts);
    const auto other = make(TruthKind::vts, {.seed = 2});
    for (std::size_t k = 0; k < once.size(); ++k) {
        EXPECT_EQ(once[k].keypoints_x, again[k].keypoints_x);
        EXPECT_EQ(once[k].keypoints_y, again[k].keypoints_y);
        EXPECT_EQ(once[k].truth, again[k].truth);
        EXPECT_EQ(once[k].keypoints_x, other[k].keypoints_x);
        EXPECT_NE(once[k].keypoints_y, other[k].keypoints_y);
        EXPECT_EQ(as_set(once[k].keypoints_y), as_set(other[k].keypoints_y));
    }
    EXPECT_NE(once[0].truth, once[1].truth);
}

TEST_F(ManifestTest, ChosenRowsAreDistinctOnEveryShape) {
    add_shape("a.off", 1);
    add_shape("b.off", 2);
    std::vector<int> vertices = all_vertices();
    add_rows("a.vts", "a.off", vertices, 1);
    for (std::size_t v = 0; v + 6 <= vertices.size(); v += 6)  // six rows at one vertex of b
        std::fill_n(vertices.begin() + static_cast<std::ptrdiff_t>(v), 6, vertices[v]);
    add_rows("b.vts", "b.off", vertices, 1);
    const auto pairs = make(TruthKind::vts, {.keypoints = 25});
    ASSERT_EQ(pairs.size(), 1u);
    EXPECT_EQ(pairs[0].keypoints_x.size(), 25u);
    expect_distinct(pairs[0]);
    EXPECT_CONTAINS(error(path("off/a.off"), TruthKind::vts, {.keypoints = 30}), "points for 30 keypoints");
}

TEST_F(ManifestTest, NamedRowsAreTheKeypointsUnlessTheyCoincide) {
    add_shape("a.off", 1);
    add_shape("b.off", 2);
    std::vector<int> vertices = all_vertices();
    add_rows("a.vts", "a.off", vertices, 1);
    vertices[31] = vertices[30];
    add_rows("b.vts", "b.off", vertices, 1);
    const std::string points = write("rows.txt", "31\n30\n50\n0\n161\n7\n7\n");
    const auto pairs = make(TruthKind::vts, {.points = points});
    ASSERT_EQ(pairs.size(), 1u);
    expect_true_partners(pairs[0]);
    std::set<int> expected;
    for (const int v : {30, 50, 0, 161, 7}) expected.insert(order_["a.off"][v]);
    EXPECT_EQ(as_set(pairs[0].keypoints_x), expected);

    write("rows.txt", "1\n2\n162\n");
    EXPECT_CONTAINS(error(points, TruthKind::vts, {.points = points}),
                    "line 3: vertex id 162 is out of range");
    write("rows.txt", "30\n31\n50\n0\n1\n");
    EXPECT_CONTAINS(option_error(TruthKind::vts, {.points = points}), "pair a-b: 4 common keypoints");
}

TEST_F(ManifestTest, WrongRowsAreToldWithFileAndLine) {
    add_three();
    const std::string good = contents(path("corres/b.vts"));
    write("corres/b.vts", good + "1\n");
    EXPECT_CONTAINS(error(path("corres/b.vts"), TruthKind::vts),
                    "has 163 rows, but " + path("corres/a2.vts"));
    write("corres/b.vts", "0\n" + good);
    EXPECT_CONTAINS(error(path("corres/b.vts"), TruthKind::vts), "line 1: vertex id 0 is below 1");
    write("corres/b.vts", "1\n163\n");
    EXPECT_CONTAINS(error(path("corres/b.vts"), TruthKind::vts), "line 2: vertex id 163 is out of range");
    write("corres/b.vts", "1\nnan\n");
    EXPECT_CONTAINS(error(path("corres/b.vts"), TruthKind::vts), "line 2: the vertex id is not an integer");
    write("corres/b.vts", good);
    write("corres/c.vts", good);
    EXPECT_CONTAINS(error(path("corres/c.vts"), TruthKind::vts), "its shape is missing: c.off");
    fs::remove(path("corres/c.vts"));
    fs::copy(path("off/a2.off"), path("a2.off"));
    EXPECT_CONTAINS(error(path("off/a2.off"), TruthKind::vts), "has the same name as " + path("a2.off"));
}

TEST_F(ManifestTest, FoldersWithoutTheKindAreTold) {
    const auto nothing = [&](TruthKind kind) { return error(folder_.string(), kind); };
    EXPECT_CONTAINS(nothing(TruthKind::vts), "holds no .vts files");
    EXPECT_CONTAINS(nothing(TruthKind::pid), "holds no .pid files");
    EXPECT_CONTAINS(nothing(TruthKind::baryc), "holds no .baryc_gt files");
    EXPECT_CONTAINS(nothing(TruthKind::shrec20), "holds no .mat files");
    EXPECT_CONTAINS(nothing(TruthKind::identity), "holds no .off, .obj, .ply, .stl, .vtp, .gltf, .glb files");
    add_shape("a.off", 1);
    EXPECT_CONTAINS(nothing(TruthKind::identity), "holds no two shapes of one class");
    add_rows("a.vts", "a.off", all_vertices(), 1);
    EXPECT_CONTAINS(error(path("a.vts"), TruthKind::vts), "is the only .vts file");
    EXPECT_CONTAINS(error_of(path("none"), [&] { make_manifest(TruthKind::vts, path("none")); }),
                    "is not a folder");
}

TEST_F(ManifestTest, PidRowsAreTheKeypoints) {
    const std::vector<int> vertices = {4, 90, 33, 120, 7, 61, 150, 18};
    for (const char* name : {"a", "b"}) {
        const std::string shape = std::string(name) + ".off";
        add_shape(shape, static_cast<unsigned>(order_.size()) + 1);
        add_rows(std::string(name) + ".pid", shape, vertices, 0);
    }
    const auto pairs = make(TruthKind::pid);
    ASSERT_EQ(pairs.size(), 1u);
    expect_true_partners(pairs[0]);
    std::set<int> expected;
    for (const int v : vertices) expected.insert(order_["a.off"][v]);
    EXPECT_EQ(as_set(pairs[0].keypoints_x), expected);

    const auto fewer = make(TruthKind::pid, {.keypoints = 6});
    expect_true_partners(fewer[0]);
    EXPECT_EQ(fewer[0].keypoints_x.size(), 6u);
    for (const int v : fewer[0].keypoints_x) EXPECT_TRUE(expected.contains(v)) << v;

    for (const char* name : {"a", "b"})
        add_rows(std::string(name) + ".pid", std::string(name) + ".off", vertices, 1);
    const auto from_one = make(TruthKind::pid, {.index_base = 1});
    EXPECT_EQ(from_one[0].keypoints_x, pairs[0].keypoints_x);
    EXPECT_EQ(from_one[0].keypoints_y, pairs[0].keypoints_y);
}

TEST_F(ManifestTest, Shrec20PairsHaveTheLabelsOfBoth) {
    const std::map<std::string, std::vector<double>> labels = {{"cow", {9, 1, 2, 3, 4, 5, 7, 8}},
                                                               {"dog", {1, 3, 4, 5, 6, 8, 9, 2}},
                                                               {"elk", {40, 41, 9, 8, 5, 4, 3}}};
    unsigned seed = 0;
    for (const auto& [name, list] : labels) {
        add_shape(name + ".off", ++seed);
        std::vector<double> vertices;  // label k is the potato's vertex 3 k
        for (const double label : list)
            vertices.push_back(order_[name + ".off"][3 * static_cast<int>(label)] + 1);
        write_mat(path("corres/" + name + ".mat"),
                  {doubles(list, list.size(), "points"), doubles(vertices, list.size(), "verts")});
    }
    const auto pairs = make(TruthKind::shrec20);
    EXPECT_EQ(ids_of(pairs), (std::vector<std::string>{"cow-dog", "cow-elk", "dog-elk"}));
    for (const ManifestPair& pair : pairs) expect_true_partners(pair);
    EXPECT_EQ(pairs[0].keypoints_x.size(), 7u);
    EXPECT_EQ(pairs[1].keypoints_x.size(), 5u);
    std::set<int> expected;
    for (const int label : {1, 2, 3, 4, 5, 8, 9}) expected.insert(order_["cow.off"][3 * label]);
    EXPECT_EQ(as_set(pairs[0].keypoints_x), expected);

    for (const ManifestPair& pair : make(TruthKind::shrec20, {.keypoints = 5})) {
        expect_true_partners(pair);
        EXPECT_EQ(pair.keypoints_x.size(), 5u);
    }
    write_mat(path("corres/elk.mat"), {doubles({1, 2, 3}, 3, "points"), doubles({1, 2, 3}, 3, "verts")});
    EXPECT_CONTAINS(option_error(TruthKind::shrec20, {}), "pair cow-elk: 3 common keypoints");
}

TEST_F(ManifestTest, IdentityPairsTheVerticesOfAClass) {
    const Shape worm = testing::worm(12, 6);
    for (const char* name : {"cat0", "cat10", "cat2", "lone7"})
        write_shape(path(std::string("off/") + name + ".off"), testing::moved(potato_, 2, 3));
    for (const char* name : {"dog1", "dog3"}) write_shape(path(std::string(name) + ".ply"), worm);
    const auto pairs = make(TruthKind::identity);
    EXPECT_EQ(ids_of(pairs), (std::vector<std::string>{"cat0-cat2", "cat0-cat10", "dog1-dog3"}));
    for (const ManifestPair& pair : pairs) {
        EXPECT_EQ(pair.keypoints_x.size(), 21u);
        expect_true_partners(pair);
        for (std::size_t i = 0; i < pair.truth.size(); ++i) EXPECT_EQ(partner(pair, i), pair.keypoints_x[i]);
        EXPECT_NE(pair.keypoints_y, pair.keypoints_x);
    }
    write_shape(path("off/cat11.off"), worm);
    const std::string text = error(path("off/cat11.off"), TruthKind::identity);
    EXPECT_CONTAINS(text, std::to_string(worm.vertices.rows()) + " vertices, but " + path("off/cat0.off"));
}

/// The upper part of the potato, with the truth as SHREC'16 has it.
class PartialManifestTest : public ManifestTest {
protected:
    PartialManifestTest() {
        std::vector<bool> keep(potato_.vertices.rows());
        for (std::size_t v = 0; v < keep.size(); ++v)
            keep[v] = potato_.vertices(static_cast<Eigen::Index>(v), 2) > -0.3;
        part_ = sub_shape(potato_, keep);
        write_shape(path("cuts_cat_shape_12.off"), part_.shape);
        fs::create_directory(path("null"));
        write_shape(path("null/cat.off"), potato_);
        write_truth(part_.vertex_ids);
    }

    void write_truth(const std::vector<int>& partners) const {
        std::string text;
        for (const int vertex : partners) {
            Eigen::Index triangle = 0, corner = 0;
            (potato_.faces.array() == vertex).cast<int>().maxCoeff(&triangle, &corner);
            text += std::to_string(triangle + 1);
            for (int k = 0; k < 3; ++k) text += k == corner ? " 0.9" : " 5.0e-02";
            text += "\n";
        }
        write("corres/cuts_cat_shape_12.baryc_gt", text);
    }

    SubShape part_;
};

TEST_F(PartialManifestTest, PartsFindTheirWholeAndTheWholeHasMore) {
    const auto pairs = make(TruthKind::baryc);
    ASSERT_EQ(ids_of(pairs), std::vector<std::string>{"cuts_cat_shape_12-cat"});
    const ManifestPair& pair = pairs[0];
    EXPECT_EQ(pair.x, path("cuts_cat_shape_12.off"));
    EXPECT_EQ(pair.y, path("null/cat.off"));
    EXPECT_EQ(pair.keypoints_x.size(), 16u);
    EXPECT_EQ(pair.keypoints_y.size(), 24u);
    expect_true_partners(pair);
    EXPECT_EQ(as_set(pair.keypoints_x),
              as_set(farthest_point_sampling(part_.shape, GeodesicGraph(part_.shape), 16)));

    // What has no partner is where the farthest point sampling of the whole goes on from the partners.
    const GeodesicGraph graph(potato_);
    FarthestPoints points(potato_, graph);
    std::set<int> expected;
    for (std::size_t i = 0; i < 16; ++i) points.take(partner(pair, i)), expected.insert(partner(pair, i));
    for (int k = 0; k < 8; ++k) {
        expected.insert(points.next());
        points.take(points.next());
    }
    EXPECT_EQ(as_set(pair.keypoints_y), expected);
}

TEST_F(PartialManifestTest, CountsAreTheOnesAskedFor) {
    const auto pairs = make(TruthKind::baryc, {.keypoints = 10, .extra = 3});
    EXPECT_EQ(pairs[0].keypoints_x.size(), 10u);
    EXPECT_EQ(pairs[0].keypoints_y.size(), 13u);
    EXPECT_EQ(make(TruthKind::baryc, {.extra = 0})[0].keypoints_y.size(), 16u);
    EXPECT_CONTAINS(error(path("null/cat.off"), TruthKind::baryc, {.extra = 150}), "no room for 150");
    EXPECT_CONTAINS(error(path("cuts_cat_shape_12.off"), TruthKind::baryc, {.keypoints = 150}),
                    "points for 150 keypoints");
}

TEST_F(PartialManifestTest, PartnersAreDistinct) {
    std::vector<int> partners = part_.vertex_ids;
    for (std::size_t v = 0; v < partners.size(); ++v) partners[v] = partners[v - v % 5];
    write_truth(partners);
    const auto pairs = make(TruthKind::baryc, {.keypoints = 14});
    EXPECT_EQ(pairs[0].keypoints_x.size(), 14u);
    expect_distinct(pairs[0]);
    for (std::size_t i = 0; i < 14; ++i) EXPECT_EQ(partner(pairs[0], i), partners[pairs[0].keypoints_x[i]]);
}

TEST_F(PartialManifestTest, ThePartsNameTellsTheWhole) {
    fs::rename(path("null/cat.off"), path("null/dog.off"));
    EXPECT_CONTAINS(error(path("corres/cuts_cat_shape_12.baryc_gt"), TruthKind::baryc),
                    "its shape is missing: cat.off");
    fs::rename(path("corres/cuts_cat_shape_12.baryc_gt"), path("corres/part.baryc_gt"));
    EXPECT_CONTAINS(error(path("corres/part.baryc_gt"), TruthKind::baryc), "does not tell the whole shape");
}

TEST_F(ManifestTest, OptionsOfOtherKindsAreRefused) {
    add_three();
    EXPECT_CONTAINS(option_error(TruthKind::baryc, {.pairs = Pairing::all}), "--pairs is not for baryc");
    EXPECT_CONTAINS(option_error(TruthKind::baryc, {.points = "a"}), "--points is for");
    EXPECT_CONTAINS(option_error(TruthKind::shrec20, {.points = "a"}), "--points is for");
    EXPECT_CONTAINS(option_error(TruthKind::identity, {.index_base = 1}), "--index-base is for");
    EXPECT_CONTAINS(option_error(TruthKind::vts, {.extra = 1}), "--extra is for baryc");
    EXPECT_CONTAINS(option_error(TruthKind::baryc, {.extra = -1}), "--extra must be at least 0");
    EXPECT_CONTAINS(option_error(TruthKind::vts, {.keypoints = 4}), "give at least 5");
    EXPECT_CONTAINS(option_error(TruthKind::vts, {.keypoints = 5, .points = "a"}), "exclude each other");
}

TEST_F(ManifestTest, PathsAreRelativeToTheManifest) {
    add_three();
    fs::create_directories(path("out/deep"));
    write_manifest(path("out/deep/m.jsonl"), make(TruthKind::vts));
    EXPECT_CONTAINS(contents(path("out/deep/m.jsonl")), "\"x\":\"../../off/a2.off\"");
    EXPECT_FALSE(contains(contents(path("out/deep/m.jsonl")), folder_.string()));
    const fs::path moved = path("moved");
    fs::create_directory(moved);
    for (const char* name : {"off", "out"}) fs::rename(path(name), moved / name);
    const auto pairs = read_manifest((moved / "out/deep/m.jsonl").string());
    EXPECT_EQ(pairs.size(), 3u);
    for (const ManifestPair& pair : pairs) expect_true_partners(pair);
}

}  // namespace
}  // namespace sigmatch
