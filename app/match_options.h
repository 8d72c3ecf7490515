#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "sigmatch/match.h"

/// The options of the model, for every command that does not search. `options` must outlive the command.
void add_model_options(CLI::App& command, sigmatch::MatchOptions& options);

/// The options of the model and the search, for every command that matches. `options` must outlive the
/// command.
void add_match_options(CLI::App& command, sigmatch::MatchOptions& options);

/// Throws InputError for what only a search can do.
void check_needs_no_search(const sigmatch::MatchOptions& options);

/// The options of the model as one would type them.
std::string model_flags(const sigmatch::MatchOptions& options);
