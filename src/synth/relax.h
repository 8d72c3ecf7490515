#pragma once

#include <vector>

#include "sigmatch/shape.h"
#include "synth/skin.h"

namespace sigmatch::synth {

/// Improves the triangles of a mesh of the skin: flips edges towards Delaunay and moves vertices along the
/// surface to the middle of their neighbours. The numbers of vertices and faces stay.
/// seam: as for coarsen(); its vertices keep x == 0.
void relax(Shape& shape, const std::vector<bool>& seam, const Skin& skin, int rounds);

}  // namespace sigmatch::synth
