#pragma once

#include <string>
#include <vector>

#include "sigmatch/bench.h"

/// Runs every setting over all pairs of the manifest, with a bar on the terminal and a line for every pair,
/// and writes the report, also after Ctrl-C. Returns the exit code.
/// A single setting without a name has its results in `folder` itself, others in folder/NAME.
struct BenchJob {
    std::string manifest, folder, title;
    std::vector<sigmatch::Setting> settings;
    sigmatch::ParameterAxis axis;
    int jobs = 1;
    bool reports = false;
    bool quiet = false;
};

class Interrupt;
void run_bench_job(const BenchJob& job, Interrupt& interrupt);
