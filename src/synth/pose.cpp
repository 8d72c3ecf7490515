#include "synth/pose.h"

#include <charconv>
#include <map>
#include <numbers>

#include "sigmatch/errors.h"
#include "sigmatch/synth.h"
#include "synth/random.h"

namespace sigmatch {

std::vector<std::string> creature_poses() {
    return {"rest", "walk", "sit", "jump", "turn"};
}

}  // namespace sigmatch

namespace sigmatch::synth {

using Eigen::AngleAxisd;
using Eigen::Vector3d;

namespace {

// About x: the head nods down, a leg swings backwards. About y: to the left. About z: the left leg swings
// out.
using PoseTable = std::map<std::string, Vector3d>;

const std::map<std::string, PoseTable> quadruped_poses = {
    {"rest", {}},
    {"walk",
     {{"waist", {0, 6, 0}},
      {"chest", {0, 6, 0}},
      {"neck", {10, -8, 0}},
      {"head", {5, -12, 0}},
      {"left_front_upper", {-32, 0, 4}},
      {"left_front_lower", {-6, 0, 0}},
      {"left_front_paw", {12, 0, 0}},
      {"right_front_upper", {30, 0, -4}},
      {"right_front_lower", {-38, 0, 0}},
      {"right_front_paw", {40, 0, 0}},
      {"left_thigh", {26, 0, 4}},
      {"left_shank", {8, 0, 0}},
      {"left_foot", {-12, 0, 0}},
      {"right_thigh", {-34, 0, -4}},
      {"right_shank", {22, 0, 0}},
      {"right_foot", {-10, 0, 0}},
      {"tail_1", {-20, 15, 0}},
      {"tail_2", {-20, 20, 0}},
      {"tail_3", {-25, 15, 0}}}},
    {"sit",
     {{"hips", {-42, 0, 0}},
      {"waist", {6, 0, 0}},
      {"chest", {8, 6, 0}},
      {"neck", {10, 15, 0}},
      {"head", {20, 25, 8}},
      {"left_front_upper", {12, 0, 4}},
      {"left_front_lower", {8, 0, 0}},
      {"right_front_upper", {18, 0, -4}},
      {"right_front_lower", {4, 0, 0}},
      {"left_thigh", {-48, 8, 16}},
      {"left_shank", {62, 0, 0}},
      {"left_foot", {-42, 0, 0}},
      {"right_thigh", {-40, -8, -16}},
      {"right_shank", {60, 0, 0}},
      {"right_foot", {-45, 0, 0}},
      {"tail_1", {28, 25, 0}},
      {"tail_2", {12, 45, 0}},
      {"tail_3", {0, 45, 0}}}},
    {"jump",
     {{"hips", {-38, 0, 0}},
      {"waist", {-8, 0, 0}},
      {"chest", {-6, 4, 0}},
      {"neck", {28, 0, 0}},
      {"head", {16, -10, 0}},
      {"left_front_upper", {-45, 0, 6}},
      {"left_front_lower", {-55, 0, 0}},
      {"left_front_paw", {50, 0, 0}},
      {"right_front_upper", {-68, 0, -6}},
      {"right_front_lower", {-25, 0, 0}},
      {"right_front_paw", {30, 0, 0}},
      {"left_thigh", {36, 0, 8}},
      {"left_shank", {-8, 0, 0}},
      {"left_foot", {14, 0, 0}},
      {"right_thigh", {14, 0, -8}},
      {"right_shank", {20, 0, 0}},
      {"right_foot", {-10, 0, 0}},
      {"tail_1", {35, 0, 0}},
      {"tail_2", {25, -10, 0}},
      {"tail_3", {30, -20, 0}}}},
    {"turn",
     {{"waist", {0, 20, 0}},
      {"chest", {0, 26, 6}},
      {"neck", {12, 34, 0}},
      {"head", {10, 40, 12}},
      {"left_front_upper", {16, 0, 14}},
      {"left_front_lower", {-12, 0, 0}},
      {"right_front_upper", {-24, 0, -4}},
      {"left_thigh", {-20, 0, 12}},
      {"left_shank", {16, 0, 0}},
      {"right_thigh", {14, 0, -4}},
      {"right_foot", {-10, 0, 0}},
      {"tail_1", {15, -30, 0}},
      {"tail_2", {25, -35, 0}},
      {"tail_3", {20, -40, 0}}}},
};

const std::map<std::string, PoseTable> biped_poses = {
    {"rest", {}},
    {"walk",
     {{"waist", {4, 8, 0}},
      {"chest", {4, 10, 0}},
      {"head", {0, -15, 0}},
      {"left_upper_arm", {-35, 0, -36}},
      {"left_forearm", {-18, -18, 6}},
      {"right_upper_arm", {30, 0, 42}},
      {"right_forearm", {0, 20, 6}},
      {"left_thigh", {22, 0, 2}},
      {"left_shank", {28, 0, 0}},
      {"left_foot", {10, 0, 0}},
      {"right_thigh", {-32, 0, -2}},
      {"right_shank", {10, 0, 0}},
      {"right_foot", {-8, 0, 0}}}},
    {"sit",
     {{"waist", {8, 0, 0}},
      {"chest", {14, 8, 0}},
      {"neck", {10, 0, 0}},
      {"head", {10, 20, 0}},
      {"left_upper_arm", {-10, -50, -8}},
      {"left_forearm", {0, -25, 0}},
      {"right_upper_arm", {0, 30, -10}},
      {"right_forearm", {0, 75, 0}},
      {"left_thigh", {-82, 0, 14}},
      {"left_shank", {84, 0, 0}},
      {"right_thigh", {-76, 0, -18}},
      {"right_shank", {58, 0, 0}},
      {"right_foot", {10, 0, 0}}}},
    {"jump",
     {{"hips", {10, 0, 0}},
      {"waist", {-8, 0, 6}},
      {"chest", {-8, 0, 6}},
      {"head", {-15, 0, 0}},
      {"left_upper_arm", {0, -15, 75}},
      {"left_forearm", {0, -20, 15}},
      {"right_upper_arm", {0, 10, -55}},
      {"right_forearm", {0, 60, 0}},
      {"left_thigh", {-70, 10, 18}},
      {"left_shank", {88, 0, 0}},
      {"left_foot", {30, 0, 0}},
      {"right_thigh", {24, 0, -10}},
      {"right_shank", {40, 0, 0}},
      {"right_foot", {35, 0, 0}}}},
    {"turn",
     {{"waist", {6, 30, 0}},
      {"chest", {6, 34, 8}},
      {"neck", {0, 20, 0}},
      {"head", {0, 35, 8}},
      {"left_upper_arm", {0, 25, -25}},
      {"left_forearm", {0, -60, 0}},
      {"right_upper_arm", {0, 60, 10}},
      {"right_forearm", {0, 45, 0}},
      {"left_thigh", {8, 0, 12}},
      {"right_thigh", {-26, 0, -6}},
      {"right_shank", {30, 0, 0}}}},
};

bool parse_seed(const std::string& text, std::uint64_t& seed) {
    const char* end = text.data() + text.size();
    auto [rest, error] = std::from_chars(text.data(), end, seed);
    return error == std::errc() && rest == end;
}

}  // namespace

JointAngles joint_angles(const Skeleton& skeleton, const std::string& kind, const std::string& pose) {
    JointAngles angles(skeleton.segments.size(), Vector3d::Zero());
    std::uint64_t seed = 0;
    if (parse_seed(pose, seed)) {
        for (std::size_t i = 0; i < angles.size(); ++i) {
            const Segment& segment = skeleton.segments[i];
            Random random(seed, "pose " + segment.name);
            for (int axis = 0; axis < 3; ++axis)
                angles[i][axis] = random.uniform(segment.low[axis], segment.high[axis]);
        }
        return angles;
    }
    const auto& poses = kind == "biped" ? biped_poses : quadruped_poses;
    const auto table = poses.find(pose);
    if (table == poses.end()) {
        std::string known;
        for (const std::string& name : creature_poses()) known += name + ", ";
        throw InputError("unknown pose \"" + pose + "\": use " + known + "or a number for a random pose");
    }
    for (const auto& [name, turn] : table->second) angles[skeleton.find(name)] = turn;
    return angles;
}

std::vector<Eigen::Isometry3d> segment_motions(const Skeleton& skeleton, const JointAngles& angles) {
    std::vector<Eigen::Isometry3d> motions;
    for (std::size_t i = 0; i < skeleton.segments.size(); ++i) {
        const Segment& segment = skeleton.segments[i];
        const Vector3d radians = angles[i] * (std::numbers::pi / 180.0);
        Eigen::Isometry3d motion =
            segment.parent < 0 ? Eigen::Isometry3d::Identity() : motions[segment.parent];
        motion.translate(segment.joint);
        motion.rotate(AngleAxisd(radians.y(), Vector3d::UnitY()) *
                      AngleAxisd(radians.x(), Vector3d::UnitX()) *
                      AngleAxisd(radians.z(), Vector3d::UnitZ()));
        motion.translate(-segment.joint);
        motions.push_back(motion);
    }
    return motions;
}

}  // namespace sigmatch::synth
