#pragma once

#include <vector>

#include "sigmatch/shape.h"
#include "synth/skin.h"

namespace sigmatch::synth {

/// Collapses edges of a fine mesh of the skin, the shortest one first, until about `vertices` are left. Edges
/// are measured against the thickness of the body there, so that thin parts keep smaller triangles. The
/// topology does not change.
///
/// seam: one flag per vertex, or empty. A seam is the border x == 0 of a half body; `vertices` then counts
/// those of the whole body, and the half can still be mirrored afterwards.
void coarsen(Shape& shape, std::vector<bool>& seam, const Skin& skin, int vertices);

}  // namespace sigmatch::synth
