#pragma once

namespace CLI {
class App;
}

/// Each adds one command to the program. The command throws InputError for what the user got wrong and
/// CLI::RuntimeError to end with another exit code.
void add_match_command(CLI::App& app);
void add_synth_command(CLI::App& app);
