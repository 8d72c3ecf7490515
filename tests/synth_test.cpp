#include "sigmatch/synth.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>

#include "sigmatch/errors.h"
#include "sigmatch/io.h"
#include "sigmatch/manifest.h"

namespace sigmatch {
namespace {

using Eigen::Vector3d;

CreatureOptions small(const std::string& kind) {
    CreatureOptions options;
    options.kind = kind;
    options.vertices = 2000;
    return options;
}

using DirectedEdges = std::map<std::pair<int, int>, int>;

DirectedEdges directed_edges(const Faces& faces) {
    DirectedEdges edges;
    for (int f = 0; f < faces.rows(); ++f)
        for (int i = 0; i < 3; ++i) ++edges[{faces(f, i), faces(f, (i + 1) % 3)}];
    return edges;
}

double volume(const Shape& shape) {
    double sum = 0.0;
    for (int f = 0; f < shape.faces.rows(); ++f) {
        const Vector3d a = shape.vertices.row(shape.faces(f, 0)), b = shape.vertices.row(shape.faces(f, 1)),
                       c = shape.vertices.row(shape.faces(f, 2));
        sum += a.dot(b.cross(c)) / 6.0;
    }
    return sum;
}

int components(const Shape& shape) {
    std::vector<int> parent(shape.vertices.rows());
    std::iota(parent.begin(), parent.end(), 0);
    auto root = [&](int v) {
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    int count = static_cast<int>(parent.size());
    for (int f = 0; f < shape.faces.rows(); ++f)
        for (int i = 0; i < 2; ++i) {
            const int a = root(shape.faces(f, i)), b = root(shape.faces(f, i + 1));
            count -= a != b;
            parent[a] = b;
        }
    return count;
}

/// Number of fans around the vertices beyond one each: 0 on a manifold, with or without border.
int extra_fans(const Shape& shape) {
    std::vector<std::map<int, int>> next(shape.vertices.rows());
    for (int f = 0; f < shape.faces.rows(); ++f)
        for (int i = 0; i < 3; ++i)
            next[shape.faces(f, i)][shape.faces(f, (i + 1) % 3)] = shape.faces(f, (i + 2) % 3);
    int extra = 0;
    for (auto& links : next) {
        int fans = 0;
        while (!links.empty()) {
            ++fans;
            int start = links.begin()->first;
            std::set<int> ends;
            for (const auto& [from, to] : links) ends.insert(to);
            for (const auto& [from, to] : links)
                if (!ends.contains(from)) start = from;
            for (auto link = links.find(start); link != links.end(); link = links.find(start)) {
                start = link->second;
                links.erase(link);
            }
        }
        extra += std::max(0, fans - 1);
    }
    return extra;
}

void expect_closed_sphere(const Shape& shape) {
    const DirectedEdges edges = directed_edges(shape.faces);
    for (const auto& [edge, count] : edges) {
        ASSERT_EQ(count, 1);
        ASSERT_TRUE(edges.contains({edge.second, edge.first}));
    }
    EXPECT_EQ(shape.vertices.rows() - static_cast<int>(edges.size()) / 2 + shape.faces.rows(), 2);
    EXPECT_EQ(components(shape), 1);
    EXPECT_EQ(extra_fans(shape), 0);
    EXPECT_GT(volume(shape), 0.01);
    EXPECT_TRUE(shape.vertices.allFinite());
}

void expect_sound_keypoints(const Creature& creature) {
    const std::set<int> distinct(creature.keypoints.begin(), creature.keypoints.end());
    EXPECT_EQ(distinct.size(), creature.keypoints.size());
    EXPECT_GE(*distinct.begin(), 0);
    EXPECT_LT(*distinct.rbegin(), creature.shape.vertices.rows());
    ASSERT_EQ(creature.keypoint_names.size(), creature.keypoints.size());
    ASSERT_EQ(creature.symmetric.size(), creature.keypoints.size());
}

Vector3d keypoint(const Creature& creature, std::size_t i) {
    return creature.shape.vertices.row(creature.keypoints[i]).transpose();
}

std::vector<double> relative_edge_changes(const Shape& before, const Shape& after) {
    std::vector<double> changes;
    for (const auto& [edge, count] : directed_edges(before.faces)) {
        const double a = (before.vertices.row(edge.first) - before.vertices.row(edge.second)).norm();
        const double b = (after.vertices.row(edge.first) - after.vertices.row(edge.second)).norm();
        changes.push_back(std::abs(b / a - 1.0));
    }
    std::sort(changes.begin(), changes.end());
    return changes;
}

double quantile(const std::vector<double>& sorted, double share) {
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

Eigen::MatrixXd keypoint_distances(const Creature& creature) {
    const std::size_t n = creature.keypoints.size();
    Eigen::MatrixXd distances(n, n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            distances(i, j) = (keypoint(creature, i) - keypoint(creature, j)).norm();
    return distances;
}

/// Standard deviation of the logarithm of the stretch between keypoints: 0 for a uniformly scaled copy.
double spread_of_stretch(const Creature& before, const Creature& after) {
    const Eigen::MatrixXd a = keypoint_distances(before), b = keypoint_distances(after);
    std::vector<double> logs;
    for (Eigen::Index i = 0; i < a.rows(); ++i)
        for (Eigen::Index j = 0; j < i; ++j) logs.push_back(std::log(b(i, j) / a(i, j)));
    const double n = static_cast<double>(logs.size());
    const double mean = std::accumulate(logs.begin(), logs.end(), 0.0) / n;
    return std::sqrt(std::inner_product(logs.begin(), logs.end(), logs.begin(), 0.0) / n - mean * mean);
}

class Synth : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Kinds, Synth, ::testing::ValuesIn(creature_kinds()),
                         [](const auto& kind) { return kind.param; });

TEST_P(Synth, IsClosedAndHasTheNumberOfVerticesAskedFor) {
    CreatureOptions options = small(GetParam());
    for (int vertices : {500, 2000, 20000}) {
        options.vertices = vertices;
        const Creature creature = make_creature(options);
        expect_closed_sphere(creature.shape);
        expect_sound_keypoints(creature);
        EXPECT_NEAR(static_cast<double>(creature.shape.vertices.rows()), vertices, 0.02 * vertices);
        EXPECT_GE(creature.keypoints.size(), 25u);
    }
}

TEST_P(Synth, RestPoseIsItsOwnMirrorImage) {
    const Creature creature = make_creature(small(GetParam()));
    std::map<std::array<double, 3>, int> place;
    for (int v = 0; v < creature.shape.vertices.rows(); ++v) {
        const Vector3d p = creature.shape.vertices.row(v);
        place[{p.x(), p.y(), p.z()}] = v;
    }
    std::vector<int> image;
    for (int v = 0; v < creature.shape.vertices.rows(); ++v) {
        const Vector3d p = creature.shape.vertices.row(v);
        const auto mirrored = place.find({p.x() == 0.0 ? 0.0 : -p.x(), p.y(), p.z()});
        ASSERT_NE(mirrored, place.end()) << "vertex " << v;
        image.push_back(mirrored->second);
    }
    const DirectedEdges edges = directed_edges(creature.shape.faces);
    for (const auto& [edge, count] : edges)
        ASSERT_TRUE(edges.contains({image[edge.second], image[edge.first]}));

    for (std::size_t i = 0; i < creature.keypoints.size(); ++i) {
        const int partner = creature.symmetric[i];
        EXPECT_EQ(creature.symmetric[partner], static_cast<int>(i));
        EXPECT_EQ(creature.keypoints[partner], image[creature.keypoints[i]]);
        const double x = keypoint(creature, i).x();
        const std::string& name = creature.keypoint_names[i];
        if (name.starts_with("left_"))
            EXPECT_GT(x, 0.0) << name;
        else if (name.starts_with("right_"))
            EXPECT_LT(x, 0.0) << name;
        else
            EXPECT_EQ(x, 0.0) << name;
    }
}

TEST_P(Synth, PosesAreNearlyIsometricButFarFromRigid) {
    CreatureOptions options = small(GetParam());
    const Creature rest = make_creature(options);
    std::vector<std::string> poses = creature_poses();
    poses.erase(poses.begin());
    for (int seed = 1; seed <= 4; ++seed) poses.push_back(std::to_string(seed));
    for (const std::string& pose : poses) {
        SCOPED_TRACE(pose);
        options.pose = pose;
        const Creature posed = make_creature(options);
        EXPECT_EQ(posed.shape.faces, rest.shape.faces);
        EXPECT_EQ(posed.keypoints, rest.keypoints);
        const std::vector<double> changes = relative_edge_changes(rest.shape, posed.shape);
        EXPECT_LT(quantile(changes, 0.5), 0.05);
        EXPECT_LT(quantile(changes, 0.95), 0.35);
        EXPECT_NEAR(volume(posed.shape) / volume(rest.shape), 1.0, 0.15);
        EXPECT_GT((keypoint_distances(posed) - keypoint_distances(rest)).cwiseAbs().maxCoeff(), 0.25);
    }
}

TEST_P(Synth, PoseStrengthZeroIsTheRestPose) {
    CreatureOptions options = small(GetParam());
    const Creature rest = make_creature(options);
    options.pose = "walk";
    options.pose_strength = 0.0;
    EXPECT_EQ(make_creature(options).shape.vertices, rest.shape.vertices);
}

TEST_P(Synth, KinAreClosedSymmetricAndNotIsometric) {
    CreatureOptions options = small(GetParam());
    const Creature standard = make_creature(options);
    options.kin_strength = 1.0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        SCOPED_TRACE(seed);
        options.kin = seed;
        const Creature kin = make_creature(options);
        expect_closed_sphere(kin.shape);
        expect_sound_keypoints(kin);
        EXPECT_EQ(kin.keypoint_names, standard.keypoint_names);
        for (std::size_t i = 0; i < kin.keypoints.size(); ++i) {
            const Vector3d p = keypoint(kin, i), q = keypoint(kin, kin.symmetric[i]);
            EXPECT_EQ(p, Vector3d(-q.x(), q.y(), q.z()));
        }
        EXPECT_GT(spread_of_stretch(standard, kin), 0.07);
    }
}

TEST_P(Synth, KinStrengthZeroChangesNothing) {
    CreatureOptions options = small(GetParam());
    const Creature standard = make_creature(options);
    options.kin = 5;
    options.kin_strength = 0.0;
    EXPECT_EQ(make_creature(options).shape.vertices, standard.shape.vertices);
}

TEST_P(Synth, RemeshingKeepsTheSurfaceAndTheKeypointsButNotTheVertices) {
    CreatureOptions options = small(GetParam());
    options.pose = "walk";
    const Creature first = make_creature(options);
    options.remesh = 3;
    const Creature second = make_creature(options);
    expect_closed_sphere(second.shape);
    expect_sound_keypoints(second);
    EXPECT_NE(first.keypoints, second.keypoints);
    for (std::size_t i = 0; i < first.keypoints.size(); ++i)
        EXPECT_LT((keypoint(first, i) - keypoint(second, i)).norm(), 0.06) << first.keypoint_names[i];
    EXPECT_NEAR(volume(first.shape) / volume(second.shape), 1.0, 0.02);
    int same = 0;
    for (int v = 0; v < std::min(first.shape.vertices.rows(), second.shape.vertices.rows()); ++v)
        same += first.shape.vertices.row(v).isApprox(second.shape.vertices.row(v), 1e-6);
    EXPECT_EQ(same, 0);
}

TEST_P(Synth, ScaleAndRigidMotionAreExact) {
    CreatureOptions options = small(GetParam());
    options.pose = "turn";
    const Creature before = make_creature(options);
    options.scale = 2.5;
    options.rotate = 7;
    options.translate = 8;
    const Creature after = make_creature(options);
    EXPECT_EQ(after.shape.faces, before.shape.faces);
    const Eigen::MatrixXd a = 2.5 * keypoint_distances(before), b = keypoint_distances(after);
    EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_NEAR(volume(after.shape) / volume(before.shape), 2.5 * 2.5 * 2.5, 1e-9);
    EXPECT_GT((after.shape.vertices.colwise().mean() - before.shape.vertices.colwise().mean()).norm(), 0.1);
}

TEST_P(Synth, MirrorReflectsAndStaysOutward) {
    CreatureOptions options = small(GetParam());
    options.pose = "walk";
    const Creature before = make_creature(options);
    options.mirror = true;
    const Creature after = make_creature(options);
    expect_closed_sphere(after.shape);
    EXPECT_NEAR(volume(after.shape), volume(before.shape), 1e-12);
    EXPECT_EQ(after.shape.vertices.col(0), -before.shape.vertices.col(0));
    EXPECT_EQ(after.keypoint_names, before.keypoint_names);
    for (std::size_t i = 0; i < after.keypoints.size(); ++i)
        EXPECT_EQ(after.keypoints[i], before.keypoints[before.symmetric[i]]);
}

TEST_P(Synth, CutLeavesOnePieceWithBorderAndFewerKeypoints) {
    CreatureOptions options = small(GetParam());
    options.pose = "walk";
    const Creature whole = make_creature(options);
    options.keep = 0.5;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        options.damage_seed = seed;
        const Creature cut = make_creature(options);
        expect_sound_keypoints(cut);
        EXPECT_EQ(components(cut.shape), 1);
        EXPECT_EQ(extra_fans(cut.shape), 0);
        EXPECT_LT(cut.keypoints.size(), whole.keypoints.size());
        EXPECT_LT(cut.shape.vertices.rows(), 0.8 * whole.shape.vertices.rows());
        EXPECT_GT(cut.shape.vertices.rows(), 0.2 * whole.shape.vertices.rows());
        const DirectedEdges edges = directed_edges(cut.shape.faces);
        const auto border = std::count_if(edges.begin(), edges.end(), [&](const auto& entry) {
            return !edges.contains({entry.first.second, entry.first.first});
        });
        EXPECT_GT(border, 5);
        for (const auto& [edge, count] : edges) ASSERT_EQ(count, 1);
        for (std::size_t i = 0; i < cut.keypoints.size(); ++i) {
            const auto place =
                std::find(whole.keypoint_names.begin(), whole.keypoint_names.end(), cut.keypoint_names[i]);
            ASSERT_NE(place, whole.keypoint_names.end());
            EXPECT_EQ(keypoint(cut, i), keypoint(whole, place - whole.keypoint_names.begin()));
            if (cut.symmetric[i] < 0) continue;
            EXPECT_EQ(cut.symmetric[cut.symmetric[i]], static_cast<int>(i));
        }
    }
}

TEST_P(Synth, EveryHoleHasABorderOfItsOwnOrMergesWithAnother) {
    CreatureOptions options = small(GetParam());
    options.vertices = 5000;
    options.holes = 6;
    const Creature creature = make_creature(options);
    expect_sound_keypoints(creature);
    EXPECT_EQ(components(creature.shape), 1);
    EXPECT_EQ(extra_fans(creature.shape), 0);
    const DirectedEdges edges = directed_edges(creature.shape.faces);
    int undirected = 0;
    for (const auto& [edge, count] : edges)
        undirected += edge.first < edge.second || !edges.contains({edge.second, edge.first});
    const auto euler = creature.shape.vertices.rows() - undirected + creature.shape.faces.rows();
    EXPECT_LE(euler, 1);
    EXPECT_GE(euler, 2 - options.holes);
    EXPECT_GT(creature.shape.vertices.rows(), 4000);
}

TEST_P(Synth, CloudHasNoFacesAndStartsWithTheKeypoints) {
    CreatureOptions options = small(GetParam());
    options.pose = "sit";
    const Creature mesh = make_creature(options);
    options.cloud_points = 3000;
    const Creature cloud = make_creature(options);
    EXPECT_EQ(cloud.shape.vertices.rows(), 3000);
    EXPECT_EQ(cloud.shape.faces.rows(), 0);
    expect_sound_keypoints(cloud);
    for (std::size_t i = 0; i < cloud.keypoints.size(); ++i) EXPECT_EQ(keypoint(cloud, i), keypoint(mesh, i));
    EXPECT_LE(cloud.shape.vertices.maxCoeff(), mesh.shape.vertices.maxCoeff());

    options.noise = 0.01;
    const Creature noisy = make_creature(options);
    const double rms = std::sqrt((noisy.shape.vertices - cloud.shape.vertices).array().square().mean());
    EXPECT_NEAR(rms, 0.01, 0.001);
}

TEST_P(Synth, ShuffleRenumbersOnly) {
    CreatureOptions options = small(GetParam());
    const Creature before = make_creature(options);
    options.shuffle = 4;
    const Creature after = make_creature(options);
    expect_closed_sphere(after.shape);
    EXPECT_NE(before.keypoints, after.keypoints);
    EXPECT_NEAR(volume(before.shape), volume(after.shape), 1e-12);
    for (std::size_t i = 0; i < before.keypoints.size(); ++i)
        EXPECT_EQ(keypoint(before, i), keypoint(after, i));
}

TEST_P(Synth, EqualOptionsGiveEqualCreatures) {
    CreatureOptions options = small(GetParam());
    options.pose = "17";
    options.kin = 2;
    options.remesh = 3;
    options.rotate = 4;
    options.holes = 2;
    options.keep = 0.8;
    options.shuffle = 5;
    const Creature first = make_creature(options), second = make_creature(options);
    EXPECT_EQ(first.shape.vertices, second.shape.vertices);
    EXPECT_EQ(first.shape.faces, second.shape.faces);
    EXPECT_EQ(first.keypoints, second.keypoints);
    options.pose = "18";
    EXPECT_NE(make_creature(options).shape.vertices, first.shape.vertices);
}

TEST(SynthOptions, OutOfRangeIsRejected) {
    auto rejected = [](auto change) {
        CreatureOptions options;
        change(options);
        EXPECT_THROW(make_creature(options), InputError);
    };
    rejected([](CreatureOptions& o) { o.kind = "fish"; });
    rejected([](CreatureOptions& o) { o.pose = "fly"; });
    rejected([](CreatureOptions& o) { o.pose = "-3"; });
    rejected([](CreatureOptions& o) { o.pose = ""; });
    rejected([](CreatureOptions& o) { o.pose_strength = 2.0; });
    rejected([](CreatureOptions& o) { o.kin_strength = 1.5; });
    rejected([](CreatureOptions& o) { o.kin_strength = std::nan(""); });
    rejected([](CreatureOptions& o) { o.vertices = 20; });
    rejected([](CreatureOptions& o) { o.scale = 0.0; });
    rejected([](CreatureOptions& o) { o.scale = -1.0; });
    rejected([](CreatureOptions& o) { o.keep = 0.0; });
    rejected([](CreatureOptions& o) { o.keep = 1.1; });
    rejected([](CreatureOptions& o) { o.holes = -1; });
    rejected([](CreatureOptions& o) { o.cloud_points = -5; });
    rejected([](CreatureOptions& o) { o.noise = -0.1; });
}

TEST(SynthPair, TruthLeadsToTheSamePointOfTheBody) {
    CreatureOptions x = small("quadruped"), y = x;
    y.shuffle = 3;
    const CreaturePair pair = make_creature_pair("same", x, y, 11);
    ASSERT_EQ(pair.kx.size(), pair.ky.size());
    ASSERT_EQ(pair.truth.size(), pair.kx.size());
    ASSERT_EQ(pair.symmetric.size(), pair.kx.size());
    EXPECT_FALSE(std::is_sorted(pair.truth.begin(), pair.truth.end()));
    for (std::size_t i = 0; i < pair.kx.size(); ++i)
        EXPECT_EQ(pair.x.shape.vertices.row(pair.kx[i]), pair.y.shape.vertices.row(pair.ky[pair.truth[i]]));
}

TEST(SynthPair, CutPairsArePartial) {
    CreatureOptions x = small("biped"), y = x;
    x.keep = 0.6;
    const CreaturePair pair = make_creature_pair("cut", x, y, 11);
    EXPECT_LT(pair.kx.size(), pair.ky.size());
    EXPECT_EQ(std::set<int>(pair.truth.begin(), pair.truth.end()).size(), pair.kx.size());
    for (std::size_t i = 0; i < pair.kx.size(); ++i)
        EXPECT_EQ(pair.x.shape.vertices.row(pair.kx[i]), pair.y.shape.vertices.row(pair.ky[pair.truth[i]]));
    y.kind = "quadruped";
    EXPECT_THROW(make_creature_pair("mixed", x, y, 11), InputError);
}

TEST(SynthDataset, ManifestsCanBeReadBack) {
    const std::filesystem::path folder =
        std::filesystem::path(::testing::TempDir()) / "sigmatch_synth_dataset";
    std::filesystem::remove_all(folder);
    EXPECT_EQ(write_creature_dataset(folder.string(), 1, 2), 8);
    for (const char* name : {"manifest.jsonl", "poses.jsonl", "partial.jsonl", "clouds.jsonl"}) {
        SCOPED_TRACE(name);
        const std::vector<ManifestPair> pairs = read_manifest((folder / name).string());
        ASSERT_EQ(pairs.size(), 2u);
        for (const ManifestPair& pair : pairs) {
            const Shape x = read_shape(pair.x), y = read_shape(pair.y);
            EXPECT_LT(*std::max_element(pair.keypoints_x.begin(), pair.keypoints_x.end()), x.vertices.rows());
            EXPECT_LT(*std::max_element(pair.keypoints_y.begin(), pair.keypoints_y.end()), y.vertices.rows());
            EXPECT_EQ(pair.truth.size(), pair.keypoints_x.size());
            EXPECT_EQ(y.faces.rows() == 0, name == std::string("clouds.jsonl"));
            if (name == std::string("poses.jsonl")) {
                EXPECT_EQ(x.faces, y.faces);
                for (std::size_t i = 0; i < pair.truth.size(); ++i)
                    EXPECT_EQ(pair.keypoints_x[i], pair.keypoints_y[pair.truth[i]]);
            }
            EXPECT_EQ(pair.keypoints_x.size() < pair.keypoints_y.size(),
                      name == std::string("partial.jsonl"));
        }
    }
    std::filesystem::remove_all(folder);
    EXPECT_THROW(write_creature_dataset(folder.string(), 1, 0), InputError);
}

}  // namespace
}  // namespace sigmatch
