#pragma once

#include <cstdint>

#include "sigmatch/problem.h"
#include "sigmatch/shape.h"

/// What one would use without a global method, to compare with.
namespace sigmatch {

/// The linear assignment between descriptions of the keypoints: their wave kernel signatures and the
/// percentiles of their geodesic distances to each other, weighted alike. Blind to reflection and to who lies
/// next to whom. faces > 0: the shapes are decimated first.
Match descriptor_match(const Shape& x, const Keypoints& keypoints_x, const Shape& y,
                       const Keypoints& keypoints_y, int faces = 0);

/// The nearest assignment after the best of many alignments by rotation, shift and scale, each found by
/// assignment and alignment in turn from a random rotation.
Match rigid_match(const Points& x, const Points& y, std::uint64_t seed);

}  // namespace sigmatch
