#pragma once

#include <string>
#include <vector>

#include "sigmatch/shape.h"

namespace sigmatch {

/// One line of a manifest: two shape files, their keypoints and, if known, the true match.
struct ManifestPair {
    std::string id;
    std::string x, y;  ///< shape files
    Keypoints keypoints_x, keypoints_y;
    /// truth[i]: position in keypoints_y of the true partner of keypoint i. Empty if not known.
    std::vector<int> truth;
    /// symmetric[i]: position in keypoints_x of the mirror image of keypoint i. Empty if not known.
    std::vector<int> symmetric;
};

/// A manifest has lines of JSON {"id", "x", "y", "kx", "ky", "truth", "symmetric"}; the last two are
/// optional. Paths in the file are relative to its folder. Returned paths are relative to the working
/// directory, or absolute. Ids must be unique and usable as file names. Otherwise both functions throw
/// InputError.
std::vector<ManifestPair> read_manifest(const std::string& path);
void write_manifest(const std::string& path, const std::vector<ManifestPair>& pairs);

}  // namespace sigmatch
