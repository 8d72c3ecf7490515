#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sigmatch::testing {

/// Writes a sound file of every kind and encoding that is read: what tests damage and fuzzing starts from.
/// All shapes are an octahedron, and all landmarks are on it.
void write_sample_files(const std::filesystem::path& folder);

/// Their names, by what they hold.
const std::vector<std::string>& sample_shapes();
const std::vector<std::string>& sample_landmarks();

}  // namespace sigmatch::testing
