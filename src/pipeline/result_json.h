#pragma once

#include <nlohmann/json.hpp>

#include "sigmatch/result_file.h"

namespace sigmatch {

/// The contents of result.json. Throws InputError if the match names keypoints that the result does not list.
nlohmann::ordered_json result_object(const MatchResult& result, const ResultFiles& files = {});

/// The terms of an objective by name.
nlohmann::ordered_json terms_object(const Terms& terms);

/// Options by name, from the option table: all of them, or only those of the model.
nlohmann::ordered_json options_object(const MatchOptions& options, bool only_model = false);

/// Sets the options that the object names. Throws InputError for unknown names and values.
void set_options(MatchOptions& options, const nlohmann::ordered_json& object);

}  // namespace sigmatch
