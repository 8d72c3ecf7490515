#pragma once

#include <string>
#include <vector>

#include "evaluation/report_figures.h"
#include "sigmatch/bench.h"

namespace sigmatch {

/// One HTML page about the runs: numbers, figures, and every pair with a link to its result. The page needs
/// no network and, apart from the linked results, no other file.
std::string report_page(const std::string& title, const std::vector<Run>& runs,
                        const std::vector<Figure>& figures);

/// The folder of the results of a run, relative to the folder of the report; ends in '/'.
std::string results_folder(const Run& run);

}  // namespace sigmatch
