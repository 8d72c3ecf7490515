#pragma once

#include <Eigen/Geometry>
#include <string>
#include <vector>

#include "synth/skeleton.h"

namespace sigmatch::synth {

/// One rotation about x, y, z in degrees for each segment of a skeleton.
using JointAngles = std::vector<Eigen::Vector3d>;

/// Angles of a named pose, or of a random one if the pose is a number.
/// Throws InputError if it is neither.
JointAngles joint_angles(const Skeleton& skeleton, const std::string& kind, const std::string& pose);

/// Where each segment goes: rest coordinates to posed ones.
std::vector<Eigen::Isometry3d> segment_motions(const Skeleton& skeleton, const JointAngles& angles);

}  // namespace sigmatch::synth
