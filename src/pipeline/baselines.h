#pragma once

#include <cstdint>

#include "sigmatch/prepared_shape.h"
#include "sigmatch/problem.h"

/// Quick methods without a proof, for comparison.
namespace sigmatch {

/// The linear assignment between descriptions of the keypoints: their wave kernel signatures and the
/// percentiles of their geodesic distances to each other, with equal weights. It ignores reflections and
/// neighbourhoods.
Match descriptor_match(const PreparedShape& x, const PreparedShape& y);

/// The nearest assignment after the best of many alignments by rotation, translation and scale. Each
/// alignment starts from a random rotation; assignment and alignment then take turns.
Match rigid_match(const Points& x, const Points& y, std::uint64_t seed);

}  // namespace sigmatch
