#pragma once

#include <stop_token>
#include <string>

#include "sigmatch/bench.h"

namespace sigmatch {

struct PairOutcome {
    PairRecord record;
    std::string result;        ///< result_json() of the match; empty if the pair failed
    std::string report;        ///< report_html() of it, if asked for
    bool interrupted = false;  ///< there is no record
};

/// Reads, matches and measures one pair. Whatever goes wrong is in the record.
PairOutcome run_pair(const ManifestPair& pair, const Setting& setting, int threads, bool report,
                     std::stop_token stop);

}  // namespace sigmatch
