#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "sigmatch/bench.h"

namespace sigmatch {

/// The text of DIR/pairs/ID.json: the result, if there is one (from result_object()), the input of the pair
/// and the measurements.
std::string record_json(const PairRecord& record, const ManifestPair& pair,
                        const nlohmann::ordered_json& result);

/// The record in such a file, if the file exists, is complete and belongs to this pair.
std::optional<PairRecord> read_record(const std::string& path, const ManifestPair& pair);

}  // namespace sigmatch
