#include "sigmatch/prepared_shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "sigmatch/errors.h"
#include "sigmatch/match.h"
#include "sigmatch/surface.h"
#include "support/dense.h"
#include "support/meshes.h"

namespace sigmatch {
namespace {

/// A small creature with its first keypoints. Each is made once.
const MarkedShape& small_creature(const std::string& pose) {
    static std::map<std::string, MarkedShape> made;
    const auto place = made.find(pose);
    if (place != made.end()) return place->second;
    Creature creature = testing::creature("quadruped", pose, 600);
    creature.keypoints.resize(9);
    return made.emplace(pose, MarkedShape{creature.shape, creature.keypoints}).first->second;
}

const MarkedShape& small_cloud() {
    static const MarkedShape made = [] {
        CreatureOptions options;
        options.vertices = 600;
        options.cloud_points = 700;
        const Creature creature = make_creature(options);
        return MarkedShape{creature.shape, {creature.keypoints.begin(), creature.keypoints.begin() + 9}};
    }();
    return made;
}

MatchOptions exact_and_pruned() {
    MatchOptions options;
    options.relative_gap = 0;
    options.candidates = 4;
    return options;
}

/// The parts that are made when they are asked for, by name.
using Ask = std::function<const void*(const PreparedShape&)>;
const std::vector<std::pair<std::string, Ask>>& lazy_parts() {
    static const std::vector<std::pair<std::string, Ask>> all{
        {"graph", [](const PreparedShape& shape) { return static_cast<const void*>(&shape.graph()); }},
        {"distances",
         [](const PreparedShape& shape) { return static_cast<const void*>(&shape.distances()); }},
        {"deformation",
         [](const PreparedShape& shape) { return static_cast<const void*>(&shape.deformation()); }},
        {"reduction",
         [](const PreparedShape& shape) { return static_cast<const void*>(&shape.reduction()); }},
        {"spectrum of 10",
         [](const PreparedShape& shape) { return static_cast<const void*>(&shape.spectrum(10)); }},
        {"spectrum of 20",
         [](const PreparedShape& shape) { return static_cast<const void*>(&shape.spectrum(20)); }},
        {"smooth orientation",
         [](const PreparedShape& shape) {
             return static_cast<const void*>(&shape.orientation(Orientation::smooth));
         }},
        {"the paper's orientation",
         [](const PreparedShape& shape) {
             return static_cast<const void*>(&shape.orientation(Orientation::paper));
         }},
        {"full resolution",
         [](const PreparedShape& shape) { return static_cast<const void*>(&shape.at_full_resolution()); }}};
    return all;
}

template <class Error>
std::string message_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

double relative_difference(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
    return (A - B).norm() / B.norm();
}

TEST(PreparedShape, MakesEachPartOnce) {
    const PreparedShape shape(small_creature("rest"), {.faces = 600});
    std::set<const void*> different;
    for (const auto& [name, ask] : lazy_parts()) {
        const void* part = ask(shape);
        EXPECT_EQ(ask(shape), part) << name;
        different.insert(part);
    }
    EXPECT_EQ(different.size(), lazy_parts().size());
    EXPECT_EQ(&shape.surface(), &shape.surface());
    EXPECT_EQ(&shape.keypoints(), &shape.keypoints());
}

TEST(PreparedShape, CopiesShareAllParts) {
    PreparedShape shape(small_creature("rest"), {.faces = 600}, "some");
    const PreparedShape copy = shape;
    std::map<std::string, const void*> before;
    for (const auto& [name, ask] : lazy_parts()) {
        before[name] = ask(copy);
        EXPECT_EQ(ask(shape), before[name]) << name;
    }
    EXPECT_EQ(&copy.surface(), &shape.surface());
    EXPECT_EQ(&copy.original(), &shape.original());
    EXPECT_EQ(&copy.vertex_of(), &shape.vertex_of());
    EXPECT_EQ(&copy.name(), &shape.name());
    // And they live as long as one of them is there.
    shape = PreparedShape(small_creature("walk"));
    for (const auto& [name, ask] : lazy_parts()) EXPECT_EQ(ask(copy), before[name]) << name;
    EXPECT_NE(&copy.surface(), &shape.surface());
}

TEST(PreparedShape, SeveralThreadsThatAskAtOnceGetTheSamePart) {
    constexpr int threads = 4;
    const PreparedShape shape(small_creature("rest"), {.faces = 600});
    std::vector<std::vector<const void*>> found(threads);
    {
        std::vector<std::jthread> helpers;
        for (int thread = 0; thread < threads; ++thread)
            helpers.emplace_back([&, thread] {
                const size_t count = lazy_parts().size();
                found[thread].resize(count);
                for (size_t k = 0; k < count; ++k) {  // in different order
                    const size_t part = (k * (thread % 2 == 0 ? 1 : count - 1) + thread) % count;
                    found[thread][part] = lazy_parts()[part].second(shape);
                }
            });
    }
    for (int thread = 1; thread < threads; ++thread) EXPECT_EQ(found[thread], found[0]);
    // What they got is what one thread gets.
    const PreparedShape alone(small_creature("rest"), {.faces = 600});
    EXPECT_EQ(shape.reduction().S, alone.reduction().S);
    EXPECT_EQ(shape.distances().between, alone.distances().between);
}

TEST(PreparedShape, MatchesAsTheShapesThemselvesDo) {
    const MarkedShape &x = small_creature("rest"), &y = small_creature("walk");
    for (const int faces : {0, 500}) {
        MatchOptions options = exact_and_pruned();
        options.faces = faces;
        const PreparedShape px(x, options, "X"), py(y, options, "Y");
        const MatchResult expected = match(x, y, options);
        for (int again = 0; again < 2; ++again) {  // with all parts made already, too
            const MatchResult result = match(px, py, options);
            EXPECT_EQ(result.match, expected.match);
            EXPECT_NEAR(result.objective, expected.objective, 1e-12 * expected.objective);
            EXPECT_NEAR(result.lower_bound, expected.lower_bound, 1e-12 * expected.objective);
            EXPECT_EQ(result.keypoints_x, expected.keypoints_x);
            EXPECT_EQ(result.keypoints_y, expected.keypoints_y);
            EXPECT_TRUE((result.allowed == expected.allowed).all());
            EXPECT_EQ(result.warnings, expected.warnings);
        }
    }
}

TEST(PreparedShape, OneTemplateMatchesSeveralShapes) {
    const MatchOptions options = exact_and_pruned();
    const MarkedShape& x = small_creature("rest");
    const PreparedShape prepared(x, options);
    std::set<double> objectives;
    for (const std::string pose : {"walk", "sit", "rest"}) {
        const MarkedShape& y = small_creature(pose);
        const MatchResult alone = match(x, y, options), one_way = match(prepared, PreparedShape(y), options),
                          other_way = match(PreparedShape(y), prepared, options);
        EXPECT_EQ(one_way.match, alone.match) << pose;
        EXPECT_NEAR(one_way.objective, alone.objective, 1e-12 * alone.objective) << pose;
        EXPECT_NEAR(other_way.objective, alone.objective, 1e-9 * alone.objective + 1e-12) << pose;
        objectives.insert(alone.objective);
    }
    EXPECT_EQ(objectives.size(), 3u);
}

TEST(PreparedShape, IsMatchedWithItself) {
    const MatchOptions options = exact_and_pruned();
    const PreparedShape shape(small_creature("walk"), options);
    const MatchResult result = match(shape, shape, options);
    for (size_t i = 0; i < result.match.size(); ++i) EXPECT_EQ(result.match[i], static_cast<int>(i));
    EXPECT_LT(result.objective, absolute_gap);
}

TEST(PreparedShape, ReducesToSomeKeypointsAsIfThereWereNoOthers) {
    std::mt19937_64 random(1);
    const MarkedShape& marked = small_creature("walk");
    for (const Prior prior : {Prior::plbo, Prior::lbo})
        for (const auto& [laplacian, area_weighted] : {std::pair{Laplacian::robust, true},
                                                       {Laplacian::robust, false},
                                                       {Laplacian::cotangent, false}}) {
            const PreparedShape shape(
                marked, {.prior = prior, .laplacian = laplacian, .area_weighted = area_weighted});
            const Plbo plain(shape.surface(), prior, shape.bridges(), laplacian, area_weighted);
            const auto n = static_cast<int>(marked.keypoints.size());
            for (int count = 5; count <= n; ++count) {
                std::vector<int> some(n);
                for (int k = 0; k < n; ++k) some[k] = k;
                std::shuffle(some.begin(), some.end(), random);
                some.resize(count);
                Keypoints vertices;
                for (const int k : some) vertices.push_back(shape.keypoints()[k]);
                const Reduction expected = reduce(plain, vertices), found = shape.reduction_to(some);
                EXPECT_LT(relative_difference(found.S, expected.S), 1e-9) << count;
                EXPECT_LT(relative_difference(found.G, expected.G), 1e-9) << count;
            }
            const Reduction expected = reduce(plain, shape.keypoints());
            EXPECT_LT(relative_difference(shape.reduction().S, expected.S), 1e-9);
            EXPECT_LT(relative_difference(shape.reduction().G, expected.G), 1e-9);
        }
}

TEST(PreparedShape, PartsAreThoseOfTheSurface) {
    const PreparedShape shape(small_creature("sit"));
    const GeodesicGraph graph(shape.surface(), shape.bridges());
    EXPECT_EQ(shape.distances().between, keypoint_distances(graph, shape.keypoints()).between);
    const Plbo plain(shape.surface(), Prior::plbo, {}, Laplacian::robust, true);
    const Eigen::MatrixXd X = testing::random_matrix(plain.size(), 2, 2);
    EXPECT_LT(relative_difference(shape.deformation().apply(X), plain.apply(X)), 1e-12);
    for (const int count : {5, 12}) {
        const Spectrum expected = laplacian_spectrum(plain.laplacian(), plain.mass(), count);
        EXPECT_LT(relative_difference(shape.spectrum(count).values, expected.values), 1e-9);
    }
    for (const Orientation kind : {Orientation::smooth, Orientation::paper})
        EXPECT_EQ(shape.orientation(kind), orientation_feature(shape.surface(), shape.spectrum(50), kind));
}

TEST(PreparedShape, IsCentredAndOfUnitArea) {
    for (const double scale : {1e-3, 1.0, 1e5})
        for (const int faces : {0, 500}) {
            MarkedShape marked = small_creature("walk");
            marked.shape = testing::moved(marked.shape, scale, 3);
            const PreparedShape shape(marked, {.faces = faces});
            EXPECT_NEAR(surface_area(shape.surface()), 1, 1e-12);
            EXPECT_LT(shape.surface().vertices.colwise().mean().norm(), 1e-12);
        }
}

TEST(PreparedShape, GoesToTheOriginalAndBack) {
    for (const int faces : {0, 500}) {
        MarkedShape marked = small_creature("walk");
        marked.shape = testing::moved(marked.shape, 17, 4);
        const PreparedShape shape(marked, {.faces = faces});
        const Points points = testing::random_matrix(40, 3, 5);
        EXPECT_LT(relative_difference(shape.from_original(shape.to_original(points)), points), 1e-12);
        EXPECT_LT(relative_difference(shape.to_original(shape.from_original(points)), points), 1e-12);
        EXPECT_NEAR(shape.scale() * shape.scale() * surface_area(shape.surface()),
                    surface_area(Shape{shape.to_original(shape.surface().vertices), shape.surface().faces}),
                    1e-9 * shape.scale() * shape.scale());
        // The keypoints are where the user put them.
        const Points expected = marked.shape.vertices(marked.keypoints, Eigen::all);
        EXPECT_LT(relative_difference(shape.to_original(shape.keypoint_positions()), expected), 1e-12);
    }
}

/// In the coordinates of the original, by looking at all vertices.
TEST(PreparedShape, KnowsTheVertexOfEachVertexOfTheOriginal) {
    const MarkedShape& creature = small_creature("sit");
    MarkedShape marked = creature;
    Shape apart = testing::sphere(1);  // a part without keypoints
    apart.vertices.rowwise() += Eigen::RowVector3d(20, 0, 0);
    marked.shape = testing::together(creature.shape, apart);
    for (const int faces : {0, 500}) {
        const PreparedShape shape(marked, {.faces = faces});
        const Points surface = shape.to_original(shape.surface().vertices);
        ASSERT_EQ(static_cast<Eigen::Index>(shape.vertex_of().size()), marked.shape.vertices.rows());
        for (Eigen::Index v = 0; v < marked.shape.vertices.rows(); ++v) {
            const int vertex = shape.vertex_of()[static_cast<size_t>(v)];
            if (v >= creature.shape.vertices.rows()) {
                EXPECT_EQ(vertex, -1);
                continue;
            }
            ASSERT_GE(vertex, 0);
            const Eigen::RowVector3d place = marked.shape.vertices.row(v);
            const double nearest = (surface.rowwise() - place).rowwise().norm().minCoeff();
            EXPECT_NEAR((surface.row(vertex) - place).norm(), nearest, 1e-12);
            if (faces == 0) {
                EXPECT_LT(nearest, 1e-12);
            }
        }
        for (size_t k = 0; k < marked.keypoints.size(); ++k)
            EXPECT_EQ(shape.vertex_of()[marked.keypoints[k]], shape.keypoints()[k]);
        EXPECT_EQ(shape.warnings().size(), 1u);
    }
}

TEST(PreparedShape, IsNotMatchedWithOtherOptionsThanItWasPreparedWith) {
    const PreparedShape usual(small_creature("rest"), {}, "template");
    struct Case {
        std::string option;
        PreparationOptions prepared;
    };
    for (const Case& other_than_usual : {Case{"faces", {.faces = 600}}, Case{"prior", {.prior = Prior::lbo}},
                                         Case{"laplacian", {.laplacian = Laplacian::cotangent}}}) {
        const auto& [name_of_option, prepared] = other_than_usual;
        const std::string option = '`' + name_of_option + '`';
        const PreparedShape other(small_creature("walk"), prepared, "other");
        ModelOptions options;
        static_cast<PreparationOptions&>(options) = prepared;
        const auto expect_refused = [&](const std::string& name, const std::function<void()>& work) {
            const std::string message = message_of<InputError>(work);
            EXPECT_NE(message.find(option), std::string::npos) << message;
            EXPECT_NE(message.find("shape " + name + ' '), std::string::npos) << message;
        };
        expect_refused("other", [&] { build_problem(usual, other); });
        expect_refused("other", [&] { build_problem(other, usual); });
        expect_refused("template", [&] { build_problem(other, usual, options); });
        expect_refused("template", [&] { build_problem(usual, other, options); });
        EXPECT_NO_THROW(build_problem(other, other, options));
    }
    EXPECT_NO_THROW(build_problem(usual, usual));
}

TEST(PreparedShape, AtFullResolutionItIsTheSameShapeWithoutDecimation) {
    const MarkedShape& marked = small_creature("walk");
    const PreparedShape whole(marked, {.prior = Prior::lbo}, "some"),
        decimated(marked, {.faces = 400, .prior = Prior::lbo}, "some");
    EXPECT_EQ(&whole.at_full_resolution(), &whole);
    const PreparedShape& full = decimated.at_full_resolution();
    EXPECT_LT(decimated.surface().faces.rows(), 410);
    EXPECT_EQ(full.surface().faces, whole.surface().faces);
    EXPECT_EQ(full.surface().vertices, whole.surface().vertices);
    EXPECT_EQ(full.keypoints(), whole.keypoints());
    EXPECT_EQ(full.options(), whole.options());
    EXPECT_EQ(full.name(), "some");
    EXPECT_EQ(full.original().keypoints, marked.keypoints);
    EXPECT_EQ(&full.at_full_resolution(), &full);
    EXPECT_EQ(PreparedShape(decimated).at_full_resolution().surface().vertices.data(),
              full.surface().vertices.data());
}

/// A mesh of fewer faces, and a cloud, which is never decimated: nothing has to be made again.
TEST(PreparedShape, AtFullResolutionItIsItselfIfItWasNotDecimated) {
    const PreparedShape coarse(small_creature("rest"), {.faces = 5000});
    EXPECT_EQ(coarse.surface().faces, small_creature("rest").shape.faces);
    EXPECT_EQ(&coarse.at_full_resolution(), &coarse);
    const PreparedShape cloud(small_cloud(), {.faces = 100});
    EXPECT_EQ(&cloud.at_full_resolution(), &cloud);
}

/// The corners of two triangles that share no vertices but lie in the same places.
TEST(PreparedShape, KeypointsThatBecomeOneAreRefused) {
    const MarkedShape& sound = small_creature("rest");
    Shape cut{Points(3 * sound.shape.faces.rows(), 3), Faces(sound.shape.faces.rows(), 3)};
    std::vector<std::vector<int>> copies(sound.shape.vertices.rows());
    for (int f = 0; f < sound.shape.faces.rows(); ++f)
        for (int k = 0; k < 3; ++k) {
            const int v = sound.shape.faces(f, k);
            cut.vertices.row(3 * f + k) = sound.shape.vertices.row(v);
            cut.faces(f, k) = 3 * f + k;
            copies[v].push_back(3 * f + k);
        }
    MarkedShape marked{cut, {}};
    for (const int v : sound.keypoints) marked.keypoints.push_back(copies[v][0]);
    const PreparedShape different(marked);
    EXPECT_LT(relative_difference(different.reduction().S, PreparedShape(sound).reduction().S), 1e-9);

    marked.keypoints[6] = copies[sound.keypoints[2]][1];
    for (const int faces : {0, 300}) {
        const std::string message =
            message_of<InputError>([&] { PreparedShape(marked, {.faces = faces}, "cut"); });
        EXPECT_NE(message.find("keypoints 2 and 6 of shape cut"), std::string::npos) << message;
    }
}

TEST(PreparedShape, RefusesWhatCannotBeUsedAndNamesIt) {
    const MarkedShape& sound = small_creature("rest");
    const auto expect_refused = [](const MarkedShape& marked, const PreparationOptions& options,
                                   const std::string& words) {
        const std::string message = message_of<InputError>([&] { PreparedShape(marked, options, "lamb"); });
        EXPECT_NE(message.find(words), std::string::npos) << message;
    };
    MarkedShape few = sound, twice = sound, beyond = sound, flat = sound, broken = sound;
    few.keypoints.resize(4);
    twice.keypoints[3] = twice.keypoints[1];
    beyond.keypoints[3] = static_cast<int>(sound.shape.vertices.rows());
    for (const int v : sound.keypoints) flat.shape.vertices(v, 0) = 0.5;
    broken.shape.vertices(7, 1) = std::nan("");
    expect_refused(few, {}, "shape lamb has 4 keypoints");
    expect_refused(twice, {}, "twice as a keypoint of shape lamb");
    expect_refused(beyond, {}, "keypoint 3 of shape lamb");
    expect_refused(flat, {}, "the keypoints of shape lamb lie in a plane");
    expect_refused(broken, {}, "vertex 7 of shape lamb");
    expect_refused(sound, {.faces = 35}, "at least 36 faces");
    EXPECT_NO_THROW(PreparedShape(sound, {.faces = 36}));
}

TEST(PreparedShape, OfACloudHasASurface) {
    const PreparedShape shape(small_cloud()), mesh(small_creature("rest"));
    EXPECT_TRUE(shape.is_cloud());
    EXPECT_FALSE(mesh.is_cloud());
    EXPECT_GT(shape.surface().faces.rows(), 700);
    EXPECT_NEAR(surface_area(shape.surface()), 1, 1e-12);
    EXPECT_TRUE(shape.reduction().S.allFinite());
    EXPECT_EQ(&shape.at_full_resolution(), &shape);
}

}  // namespace
}  // namespace sigmatch
