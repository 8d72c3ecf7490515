#include "usage_error.h"

#include <algorithm>
#include <vector>

#include "io/spelling.h"

namespace {

std::vector<std::string> names_of(const std::vector<CLI::App*>& commands) {
    std::vector<std::string> names;
    for (const CLI::App* command : commands) names.push_back(command->get_name());
    return names;
}

/// What was typed that no option is called, with the option that was probably meant.
std::string unknown_option(const CLI::App& command, const std::string& typed) {
    std::vector<std::string> flags;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
    return "there is no option '" + typed + "'" + sigmatch::did_you_mean(typed, flags);
}

}  // namespace

std::string explained(const CLI::ParseError& error, CLI::App& app, int argc, char** argv) {
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    const auto called =
        argc > 1 ? std::find_if(commands.begin(), commands.end(),
                                [&](const CLI::App* command) { return command->get_name() == argv[1]; })
                 : commands.end();
    if (called == commands.end()) {
        if (argc == 1) return "which command? See sigmatch --help";
        const std::string typed = argv[1];
        if (typed.starts_with('-')) return unknown_option(app, typed) + "; see sigmatch --help";
        return "there is no command '" + typed + "'" + sigmatch::did_you_mean(typed, names_of(commands)) +
               "; see sigmatch --help";
    }
    const std::string help = "; see sigmatch " + (*called)->get_name() + " --help";
    for (const std::string& typed : (*called)->remaining())
        if (typed.starts_with('-')) return unknown_option(**called, typed) + help;
    return error.what() + help;
}
