#pragma once

#include "sigmatch/shape.h"
#include "synth/rest_mesh.h"
#include "synth/skeleton.h"
#include "synth/skin.h"

namespace sigmatch::synth {

/// The vertices nearest to the landmarks, in their order, all distinct. On a mesh that is its own mirror
/// image partners are mirror images and landmarks of the midline are on it.
Keypoints snap_landmarks(const Skeleton& skeleton, const Skin& skin, const RestMesh& mesh);

}  // namespace sigmatch::synth
