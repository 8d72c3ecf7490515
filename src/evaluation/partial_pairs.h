#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sigmatch/manifest.h"

namespace sigmatch {

/// One pair of a part and its whole for each .baryc_gt file of the folder. `keypoints` keypoints are spread
/// over the part; their partners differ. `extra` more keypoints of the whole are the vertices farthest from
/// these.
std::vector<ManifestPair> partial_pairs(const std::string& folder, int keypoints, int extra,
                                        std::uint64_t seed);

}  // namespace sigmatch
