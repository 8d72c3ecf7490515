#pragma once

#include <string>
#include <vector>

#include "sigmatch/bench.h"

namespace sigmatch {

/// One of the paper's experiments: the settings to run a data set with, and the axis of its figure.
struct Experiment {
    std::string name;   ///< as given on the command line
    std::string title;  ///< title of its page
    std::vector<Setting> settings;
    ParameterAxis axis;
    bool needs_same_numbering = false;  ///< needs pairs where vertex k of X is vertex k of Y
};

/// All experiments. Options that a setting does not change come from `base`.
std::vector<Experiment> experiments(const MatchOptions& base);

}  // namespace sigmatch
