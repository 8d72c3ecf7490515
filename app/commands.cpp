#include "commands.h"

#include <CLI/CLI.hpp>
#include <string>

#include "sigmatch/version.h"

void add_commands(CLI::App& app) {
    app.description(
        "Finds the globally best correspondence between keypoints of two 3D shapes and proves it.");
    app.name("sigmatch");
    app.set_version_flag(
        "--version",
        [] { return std::string("sigmatch ") + sigmatch::version + '\n' + sigmatch::library_versions(); },
        "Print the version of the program and of its libraries");
    app.footer("sigmatch COMMAND --help tells the options of a command.");
    app.require_subcommand(1);
    add_match_command(app);
    add_transfer_command(app);
    add_verify_command(app);
    add_info_command(app);
    add_bench_command(app);
    add_experiment_command(app);
    add_manifest_command(app);
    add_export_command(app);
    add_import_command(app);
    add_synth_command(app);
    for (CLI::App* command : app.get_subcommands({})) {
        command->footer("");
        command->get_formatter()->column_width(32);
    }
}

void refuse_empty_values(CLI::App& command) {
    const CLI::Validator not_empty(
        [](const std::string& value) { return value.empty() ? "the value is empty" : ""; }, "");
    for (CLI::Option* option : command.get_options()) option->check(not_empty);
}

void group_options(CLI::App& command, const std::string& name) {
    for (CLI::Option* option : command.get_options())
        if (option->get_group() == "Options" && option->nonpositional() && option != command.get_help_ptr())
            option->group(name);
}
