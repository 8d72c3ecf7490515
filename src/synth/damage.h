#pragma once

#include <vector>

#include "sigmatch/shape.h"
#include "synth/random.h"
#include "synth/skin.h"

namespace sigmatch::synth {

/// Flags of the faces to keep, so that a cut is the same in every pose.
using FaceFlags = std::vector<bool>;

/// Drops the faces beyond some distance along the surface from a random vertex, so that about the given
/// fraction of the area remains.
void cut_far_part(const Shape& rest, double keep, Random& random, FaceFlags& kept);

/// Drops discs around random vertices, smaller than the body is thick there.
void punch_holes(const Shape& rest, const Skin& skin, int holes, Random& random, FaceFlags& kept);

/// Reduces the flags to one piece that is a manifold with border: the largest component, without faces that
/// hang on by a corner only.
void tidy(const Shape& rest, FaceFlags& kept);

/// Removes the other faces and the vertices without a face. Returns the new id of each vertex, or -1.
std::vector<int> remove_faces(Shape& shape, const FaceFlags& kept);

}  // namespace sigmatch::synth
