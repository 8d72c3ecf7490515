#pragma once

#include <vector>

#include "pipeline/matched_keypoints.h"
#include "sigmatch/dense_map.h"

namespace sigmatch {

/// The keypoints of X whose partner is far from where both dense maps put it, although the pair may have
/// helped to make these maps: the rest of the surfaces says otherwise.
std::vector<int> contradicted_pairs(const PreparedShape& x, const PreparedShape& y,
                                    const MatchedKeypoints& matched, const DenseMaps& maps);

}  // namespace sigmatch
