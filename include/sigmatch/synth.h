#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// The options of make_creature(). A seed of 0 switches its option off, unless the comment says otherwise.
///
/// Rest pose: y is up, the creature looks along +z, its left is +x, and x = 0 is the plane of symmetry. The
/// shoulder of a quadruped and the hip of a biped are about one unit above the ground.
struct CreatureOptions {
    std::string kind = "quadruped";  ///< one of creature_kinds()
    std::string pose = "rest";       ///< one of creature_poses(), or a number: the seed of a random pose
    double pose_strength = 1.0;      ///< factor on all joint angles, 0 to 1.5
    std::uint64_t kin = 0;  ///< seed of other proportions: bone lengths and thicknesses, equal left and right
    double kin_strength = 0.5;    ///< 0 (no change) to 1 (lengths change up to 1.8 fold, girths 1.5 fold)
    int vertices = 5000;          ///< number of vertices before cuts and holes, 500 to 200000; approximate
    std::uint64_t remesh = 0;     ///< seed of another triangulation of the same surface; 0: the symmetric one
    double scale = 1.0;           ///< uniform scale of the posed shape
    std::uint64_t rotate = 0;     ///< seed of a random rotation
    std::uint64_t translate = 0;  ///< seed of a random translation, up to 5 units (times scale) per axis
    bool mirror = false;  ///< reflect the posed shape; faces stay outward; left stays the creature's own left
    double keep = 1.0;    ///< fraction of the area kept, nearest along the surface to a random vertex
    int holes = 0;        ///< number of holes cut into the surface, 0 to 100
    int cloud_points = 0;           ///< above 0: a cloud of this many points (keypoints first), no faces
    double noise = 0.0;             ///< standard deviation of noise on the points, in units of the rest pose
    std::uint64_t damage_seed = 1;  ///< seed of cut, holes, cloud and noise; 0 is a seed like any other
    std::uint64_t shuffle = 0;      ///< seed of a random order of vertices and faces
};

/// A shape with named keypoints. Equal names correspond across poses, kin, triangulations and clouds.
/// Keypoints on a part that was cut away are missing.
struct Creature {
    Shape shape;
    Keypoints keypoints;
    std::vector<std::string>
        keypoint_names;  ///< "nose", "left_ear", ...; left and right are the creature's own
    std::vector<int>
        symmetric;  ///< position of the left-right partner; itself on the midline, -1 if cut away
};

/// The kinds of creature: "quadruped", "biped".
std::vector<std::string> creature_kinds();

/// The named poses, the same for every kind; the first is "rest".
std::vector<std::string> creature_poses();

/// Makes one creature. Equal options give bit-identical creatures. If kind, kin, vertices and remesh are
/// equal, vertex k is the same point of the body in every pose. Before cuts and holes the mesh is a closed
/// manifold of genus 0. Cuts leave one component. Throws InputError if an option is out of range.
Creature make_creature(const CreatureOptions& options);

/// Two creatures of one kind with their true correspondence: one line of a manifest.
struct CreaturePair {
    std::string id;
    Creature x;
    Creature y;
    Keypoints kx;                ///< keypoints of x that y also has
    Keypoints ky;                ///< all keypoints of y, shuffled
    std::vector<int> truth;      ///< truth[i]: position in ky of the partner of kx[i]
    std::vector<int> symmetric;  ///< position in kx of the left-right partner; empty if one was cut away
};

/// Makes both creatures. Keeps the keypoints of x whose names y has, and shuffles the keypoints of y. Throws
/// InputError if the kinds differ or fewer than three keypoints remain.
CreaturePair make_creature_pair(const std::string& id, const CreatureOptions& x, const CreatureOptions& y,
                                std::uint64_t shuffle_seed);

/// Writes four manifests with `pairs` pairs each, and their shapes as OFF files, to `folder`:
/// - manifest.jsonl: different poses, triangulations, kin, scales and rotations, all at once,
/// - poses.jsonl: different poses only; vertex k of x is vertex k of y,
/// - partial.jsonl: x was cut; ky is longer than kx,
/// - clouds.jsonl: y is a point cloud.
///
/// The kinds alternate. Returns the number of pairs written. Throws InputError for a bad number of pairs and
/// FileError if a file cannot be written.
int write_creature_dataset(const std::string& folder, std::uint64_t seed, int pairs);

}  // namespace sigmatch
