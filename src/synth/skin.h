#pragma once

#include <Eigen/Core>
#include <vector>

#include "synth/skeleton.h"

namespace sigmatch::synth {

/// The surface of the creature in its rest pose: the parts of the skeleton, blended.
///
/// Part i with signed distance d_i and blend width k_i contributes exp(-d_i / k_i); the surface is where the
/// sum is 1. A part that is alone keeps its own surface, parts that meet melt together with soft creases.
class Skin {
public:
    struct Sample {
        double value;  ///< logarithm of the sum: positive inside
        Eigen::Vector3d gradient;
    };

    explicit Skin(const Skeleton& skeleton);

    /// Exactly symmetric: the sample at (-x, y, z) is the mirror image of the one at (x, y, z).
    Sample sample(const Eigen::Vector3d& point) const;

    /// Newton steps to the surface, each no longer than max_step.
    Eigen::Vector3d project(Eigen::Vector3d point, double max_step) const;

    /// The part whose own surface is nearest.
    int nearest_part(const Eigen::Vector3d& point) const;

    /// How thick the body is around a point: radius of the nearest part there.
    double local_radius(const Eigen::Vector3d& point) const;

    /// Radius of the thinnest part.
    double smallest_radius() const;

    /// A point on an axis of the body.
    Eigen::Vector3d inner_point() const { return parts_.front().a; }

private:
    struct Distance {
        double value, radius;
        Eigen::Vector3d gradient;
    };

    Distance distance(std::size_t part, const Eigen::Vector3d& point) const;

    /// What follows from a part alone.
    struct Geometry {
        Eigen::Vector3d centre;
        double reach;  ///< beyond this distance from the centre the part contributes nothing
        double blend;
        Eigen::Vector3d direction;  ///< from a to b
        double length;
        double slope, cosine;  ///< of the surface against the axis
        double stretch;
    };

    std::vector<Part> parts_;
    std::vector<Geometry> geometry_;
};

}  // namespace sigmatch::synth
