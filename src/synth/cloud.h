#pragma once

#include "sigmatch/shape.h"
#include "synth/random.h"

namespace sigmatch::synth {

/// The given vertices first, then random points, uniform over the area, `points` in total; no faces.
Shape sample_cloud(const Shape& mesh, const Keypoints& first, int points, Random& random);

}  // namespace sigmatch::synth
