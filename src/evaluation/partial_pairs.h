#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sigmatch/io.h"

namespace sigmatch {

/// One pair for each .baryc_gt of the folder: the part with the whole. `keypoints` are spread over the part,
/// with partners that differ; `extra` ones on the whole are the farthest from these.
std::vector<ManifestPair> partial_pairs(const std::string& folder, int keypoints, int extra,
                                        std::uint64_t seed);

}  // namespace sigmatch
