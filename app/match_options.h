#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "sigmatch/match.h"

/// The options of the model, for every command that does not search. `options` must outlive the command.
void add_model_options(CLI::App& command, sigmatch::ModelOptions& options);

/// The same as one would type them, but for partial matches.
std::string model_flags(const sigmatch::ModelOptions& options);

/// The options of the model and the search, for every command that matches. `options` must outlive the
/// command.
void add_match_options(CLI::App& command, sigmatch::MatchOptions& options);
