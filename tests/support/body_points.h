#pragma once

#include <vector>

#include "sigmatch/evaluation.h"
#include "sigmatch/synth.h"

namespace sigmatch::testing {

/// Vertices of two creatures of one kind that are the same point of the body, whatever their proportions,
/// poses and triangulations: where a ray from the axis of a piece of flesh, at the same place along it and in
/// the same direction across it, leaves both bodies in the rest pose. Rays that leave through another piece
/// are left out. The truth is as fine as the meshes: each point becomes the nearest vertex.
std::vector<VertexPair> same_body_points(const CreatureOptions& x, const CreatureOptions& y);

}  // namespace sigmatch::testing
