#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sigmatch/match.h"

namespace sigmatch {

/// The files that belong to a result, as paths relative to its folder. Empty: none.
struct ResultFiles {
    std::string x, y;  ///< y is empty for a .mat pair
    std::string certificate;
    bool cloud_x = false, cloud_y = false, weld = false;  ///< options that the shapes were read with
    std::map<std::string, std::string> knowledge;         ///< files of the user's knowledge, by option
};

/// The text of result.json. Numbers that are not finite become null.
std::string result_json(const MatchResult& result, const ResultFiles& files = {});

/// What a result.json claims. Its match is read by read_matches().
struct ResultClaim {
    double objective = 0, lower_bound = 0;
    std::vector<std::pair<int, int>> match_vertices;
    ResultFiles files;  ///< paths that can be opened: relative to the working directory, or absolute
};
ResultClaim read_claim(const std::string& path);

}  // namespace sigmatch
