#pragma once

#include "sigmatch/shape.h"

namespace sigmatch::synth {

/// Whether a mesh is a sphere: every edge has two faces that run along it in opposite directions, the faces
/// around every vertex form one fan, one component, Euler characteristic 2.
bool is_sphere(const Shape& shape);

}  // namespace sigmatch::synth
