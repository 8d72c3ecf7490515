#pragma once

#include <string>
#include <vector>

#include "sigmatch/bench.h"

namespace sigmatch {

/// One of the paper's experiments: a list of settings to run a data set with, and the axis they lie on.
struct Experiment {
    std::string name;   ///< on the command line
    std::string title;  ///< of its page
    std::vector<Setting> settings;
    ParameterAxis axis;
    bool needs_same_numbering = false;  ///< only for pairs whose vertices correspond by number
};

/// All experiments; `base` is what their settings do not say.
std::vector<Experiment> experiments(const MatchOptions& base);

}  // namespace sigmatch
