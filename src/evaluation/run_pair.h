#pragma once

#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>

#include "sigmatch/bench.h"

namespace sigmatch {

struct PairOutcome {
    PairRecord record;
    nlohmann::ordered_json result;  ///< result_object() of the match; null if the pair failed
    std::string report;             ///< report_html() of the match, if asked for
    bool interrupted = false;       ///< then there is no record
};

/// Reads, matches and measures one pair. Errors are stored in the record.
PairOutcome run_pair(const ManifestPair& pair, const Setting& setting, int threads, bool report,
                     std::stop_token stop);

}  // namespace sigmatch
