#include <algorithm>
#include <cmath>
#include <limits>

#include "sigmatch/errors.h"
#include "sigmatch/synth.h"
#include "synth/cloud.h"
#include "synth/damage.h"
#include "synth/landmarks.h"
#include "synth/pose.h"
#include "synth/random.h"
#include "synth/rest_mesh.h"
#include "synth/skeleton.h"
#include "synth/skin.h"
#include "synth/skinning.h"

namespace sigmatch {

using namespace synth;
using Eigen::Vector3d;

namespace {

template <typename T>
void check_range(const char* option, T value, T low, T high) {
    if (value >= low && value <= high) return;
    auto text = [](T number) {
        std::string digits = std::to_string(number);
        if (digits.find('.') == std::string::npos) return digits;
        digits.erase(digits.find_last_not_of('0') + 1);
        return digits.back() == '.' ? digits + "0" : digits;
    };
    throw InputError(std::string(option) + " is " + text(value) + ": give a number from " + text(low) +
                     " to " + text(high));
}

void check(const CreatureOptions& o) {
    const std::vector<std::string> kinds = creature_kinds();
    if (std::find(kinds.begin(), kinds.end(), o.kind) == kinds.end())
        throw InputError("unknown kind \"" + o.kind + "\": use quadruped or biped");
    check_range("pose strength", o.pose_strength, 0.0, 1.5);
    check_range("kin strength", o.kin_strength, 0.0, 1.0);
    check_range("number of vertices", o.vertices, 500, 2000000);
    check_range("scale", o.scale, 1e-3, 1e6);
    check_range("fraction to keep", o.keep, 0.1, 1.0);
    check_range("number of holes", o.holes, 0, 100);
    check_range("noise", o.noise, 0.0, 0.1);
    if (o.cloud_points != 0) check_range("number of cloud points", o.cloud_points, 100, 10000000);
}

void name_keypoints(const Skeleton& skeleton, Creature& creature) {
    for (const Landmark& landmark : skeleton.landmarks) creature.keypoint_names.push_back(landmark.name);
}

void link_partners(Creature& creature) {
    const std::vector<std::string>& names = creature.keypoint_names;
    creature.symmetric.clear();
    for (const std::string& name : names) {
        const auto partner = std::find(names.begin(), names.end(), other_side(name));
        creature.symmetric.push_back(partner == names.end() ? -1 : static_cast<int>(partner - names.begin()));
    }
}

void reflect(Creature& creature) {
    creature.shape.vertices.col(0) *= -1.0;
    creature.shape.faces.col(1).swap(creature.shape.faces.col(2));
    const Keypoints before = creature.keypoints;
    for (std::size_t i = 0; i < before.size(); ++i) creature.keypoints[i] = before[creature.symmetric[i]];
}

void damage(const CreatureOptions& o, const Shape& rest, const Skin& skin, Creature& creature) {
    if (o.keep >= 1.0 && o.holes == 0) return;
    FaceFlags kept(rest.faces.rows(), true);
    Random cut(o.damage_seed, "cut"), holes(o.damage_seed, "holes");
    if (o.keep < 1.0) cut_far_part(rest, o.keep, cut, kept);
    punch_holes(rest, skin, o.holes, holes, kept);
    tidy(rest, kept);
    const std::vector<int> new_id = remove_faces(creature.shape, kept);

    Creature whole = creature;
    creature.keypoints.clear();
    creature.keypoint_names.clear();
    for (std::size_t i = 0; i < whole.keypoints.size(); ++i) {
        if (new_id[whole.keypoints[i]] < 0) continue;
        creature.keypoints.push_back(new_id[whole.keypoints[i]]);
        creature.keypoint_names.push_back(whole.keypoint_names[i]);
    }
}

void turn_into_cloud(const CreatureOptions& o, Creature& creature) {
    if (o.cloud_points == 0) return;
    Random random(o.damage_seed, "cloud");
    creature.shape = sample_cloud(creature.shape, creature.keypoints, o.cloud_points, random);
    for (std::size_t i = 0; i < creature.keypoints.size(); ++i) creature.keypoints[i] = static_cast<int>(i);
}

void add_noise(const CreatureOptions& o, Points& points) {
    if (o.noise == 0.0) return;
    Random random(o.damage_seed, "noise");
    for (double& coordinate : points.reshaped()) coordinate += o.noise * random.normal();
}

void place(const CreatureOptions& o, Points& points) {
    points *= o.scale;
    if (o.rotate != 0) points = (points * Random(o.rotate, "rotate").rotation().transpose()).eval();
    if (o.translate == 0) return;
    Random random(o.translate, "translate");
    for (int axis = 0; axis < 3; ++axis) points.col(axis).array() += o.scale * random.uniform(-5.0, 5.0);
}

void shuffle(const CreatureOptions& o, Creature& creature) {
    if (o.shuffle == 0) return;
    Random random(o.shuffle, "shuffle");
    const Shape before = creature.shape;
    const std::vector<int> new_id = random.permutation(static_cast<int>(before.vertices.rows()));
    const std::vector<int> new_face = random.permutation(static_cast<int>(before.faces.rows()));
    for (std::size_t v = 0; v < new_id.size(); ++v)
        creature.shape.vertices.row(new_id[v]) = before.vertices.row(static_cast<Eigen::Index>(v));
    for (std::size_t f = 0; f < new_face.size(); ++f)
        for (int i = 0; i < 3; ++i)
            creature.shape.faces(new_face[f], i) = new_id[before.faces(static_cast<Eigen::Index>(f), i)];
    for (int& vertex : creature.keypoints) vertex = new_id[vertex];
}

}  // namespace

std::vector<std::string> creature_kinds() {
    return {"quadruped", "biped"};
}

Creature make_creature(const CreatureOptions& options) {
    check(options);
    const Proportions proportions(options.kin, options.kin_strength);
    const Skeleton skeleton =
        options.kind == "biped" ? biped_skeleton(proportions) : quadruped_skeleton(proportions);
    JointAngles angles = joint_angles(skeleton, options.kind, options.pose);
    for (Vector3d& turn : angles) turn *= options.pose_strength;

    const Skin skin(skeleton);
    const RestMesh rest = mesh_skin(skin, options.vertices, options.remesh);
    Creature creature{rest.shape, snap_landmarks(skeleton, skin, rest), {}, {}};
    name_keypoints(skeleton, creature);
    link_partners(creature);
    if (std::any_of(angles.begin(), angles.end(), [](const Vector3d& turn) { return !turn.isZero(); })) {
        const Eigen::MatrixXd weights = skinning_weights(rest.shape, skeleton, skin);
        creature.shape.vertices =
            pose_vertices(rest.shape.vertices, weights, segment_motions(skeleton, angles));
    }
    if (options.mirror) reflect(creature);
    damage(options, rest.shape, skin, creature);
    turn_into_cloud(options, creature);
    add_noise(options, creature.shape.vertices);
    place(options, creature.shape.vertices);
    shuffle(options, creature);
    link_partners(creature);
    return creature;
}

}  // namespace sigmatch
