#pragma once

#include <cstdint>

#include "sigmatch/shape.h"

/// Ways to break a mesh. The vertices of the whole keep their numbers; new ones follow them.
namespace sigmatch::testing {

/// Opens about the given share of the edges: some vertices are doubled, and half of the faces around them
/// take the copy, which is pulled away by `gap` (in units of the mean edge; 0: it stays in the same place).
Shape torn(const Shape& shape, double share, double gap, std::uint64_t seed);

/// What scanning and modelling do to meshes, all at once: some faces are there twice, a third is turned
/// inside out, 1 % of the edges are torn, and some vertices belong to no face.
Shape broken(const Shape& shape, double gap, std::uint64_t seed);

/// Cut in two by leaving out a ring of faces: those around the vertices whose distance from vertex `end`,
/// along the edges, is the given share of the largest one.
Shape severed(const Shape& shape, int end, double share);

}  // namespace sigmatch::testing
