#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "synth/proportions.h"

namespace sigmatch::synth {

/// A rigid piece of the body that turns about its joint. All frames are axis-parallel in the rest pose.
struct Segment {
    std::string name;
    int parent;  ///< -1 for the root; parents come before their children
    Eigen::Vector3d joint;
    Eigen::Vector3d low, high;  ///< range of random poses: angles about x, y, z in degrees
};

/// A piece of flesh: a capsule from a to b with two radii, flattened along an axis across it.
struct Part {
    int segment;
    Eigen::Vector3d a, b;
    double radius_a, radius_b;
    Eigen::Vector3d flat_axis;
    double flat;  ///< extent along flat_axis relative to the radius
};

/// A keypoint in the rest pose: where the ray from a point inside leaves the body.
struct Landmark {
    std::string name;
    Eigen::Vector3d origin, direction;
};

/// One half of the body: +1 is the left, -1 the right.
struct Side {
    int sign;
    std::string prefix;

    std::string operator()(const std::string& name) const { return prefix + name; }
    Eigen::Vector3d at(double x, double y, double z) const { return {sign * x, y, z}; }
};

/// The creature in its rest pose, before there is a surface.
struct Skeleton {
    std::vector<Segment> segments;
    std::vector<Part> parts;
    std::vector<Landmark> landmarks;

    static const std::vector<Side>& sides();

    int find(const std::string& segment) const;

    /// Limits are those of the left side; the right one gets their mirror image.
    void add_segment(const std::string& name, const std::string& parent, const Eigen::Vector3d& joint,
                     Eigen::Vector3d low, Eigen::Vector3d high);
    void add_part(const std::string& segment, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                  double radius_a, double radius_b);
    void add_flat_part(const std::string& segment, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                       double radius_a, double radius_b, const Eigen::Vector3d& flat_axis, double flat);
    void add_landmark(const std::string& name, const Eigen::Vector3d& origin,
                      const Eigen::Vector3d& direction);
};

/// Whether a name is that of the right half of the body.
bool is_right(const std::string& name);

/// "left_paw" for "right_paw" and back; a name of the midline stays as it is.
std::string other_side(const std::string& name);

Skeleton quadruped_skeleton(const Proportions& proportions);
Skeleton biped_skeleton(const Proportions& proportions);

}  // namespace sigmatch::synth
