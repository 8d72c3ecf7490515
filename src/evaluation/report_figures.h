#pragma once

#include <string>
#include <vector>

#include "sigmatch/bench.h"

namespace sigmatch {

/// A figure and its data. `name` is the name of the files.
struct Figure {
    std::string name, title, svg, csv;
};

/// All figures that the runs have data for.
std::vector<Figure> report_figures(const std::vector<Run>& runs, const ParameterAxis& axis);

}  // namespace sigmatch
