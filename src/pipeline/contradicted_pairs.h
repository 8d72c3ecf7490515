#pragma once

#include <vector>

#include "pipeline/matched_keypoints.h"
#include "sigmatch/dense_map.h"

namespace sigmatch {

/// The keypoints of X whose partner is far from where the dense maps put them. The maps were made from all
/// pairs, so the rest of the surfaces says otherwise. Both maps must contradict the pair.
std::vector<int> contradicted_pairs(const PreparedShape& x, const PreparedShape& y,
                                    const MatchedKeypoints& matched, const DenseMaps& maps);

}  // namespace sigmatch
