#pragma once

#include <string>
#include <vector>

/// Finds wrong output names before the work, not after it: a missing folder, a format that is not written,
/// the same name twice, an input that would be overwritten. Empty names are outputs that nobody asked for.
/// Throws sigmatch::FileError.
void check_outputs(const std::vector<std::string>& files, const std::vector<std::string>& shapes,
                   const std::vector<std::string>& inputs);
