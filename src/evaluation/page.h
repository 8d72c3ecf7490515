#pragma once

#include <string>
#include <vector>

#include "evaluation/report_figures.h"
#include "sigmatch/bench.h"

namespace sigmatch {

/// One HTML page with everything about the runs: the numbers, the figures, and every pair with a link to its
/// result. It needs no other file but those results, and no network.
std::string report_page(const std::string& title, const std::vector<Run>& runs,
                        const std::vector<Figure>& figures);

/// Where the results of a run are, seen from the folder of the report; ends in '/'.
std::string results_folder(const Run& run);

}  // namespace sigmatch
