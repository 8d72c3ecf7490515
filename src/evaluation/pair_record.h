#pragma once

#include <optional>
#include <string>

#include "sigmatch/bench.h"

namespace sigmatch {

/// The text of DIR/pairs/ID.json: the result, where there is one (its text as result_json() gives it, else
/// empty), with what is known about the pair and what was measured.
std::string record_json(const PairRecord& record, const ManifestPair& pair, const std::string& result);

/// The record in such a file, if it is there, whole, and about this very pair.
std::optional<PairRecord> read_record(const std::string& path, const ManifestPair& pair);

}  // namespace sigmatch
