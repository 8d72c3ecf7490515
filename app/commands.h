#pragma once

#include <string>

namespace CLI {
class App;
}

/// Makes the program of all commands.
void add_commands(CLI::App& app);

/// Each adds one command to the program. The command throws InputError for what the user got wrong and
/// CLI::RuntimeError to end with another exit code.
void add_match_command(CLI::App& app);
void add_transfer_command(CLI::App& app);
void add_verify_command(CLI::App& app);
void add_info_command(CLI::App& app);
void add_export_command(CLI::App& app);
void add_import_command(CLI::App& app);
void add_bench_command(CLI::App& app);
void add_experiment_command(CLI::App& app);
void add_synth_command(CLI::App& app);
void add_manifest_command(CLI::App& app);

/// An empty value, as from a shell variable that is not set, must not quietly mean 0. For commands to call.
void refuse_empty_values(CLI::App& command);

/// Puts the options that were added so far, and are in no other group, under this heading of the help.
void group_options(CLI::App& command, const std::string& name);
