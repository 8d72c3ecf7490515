#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "commands.h"
#include "io/spelling.h"
#include "sigmatch/blas_kernels.h"
#include "sigmatch/errors.h"

namespace {

constexpr int bad_input = 2;

/// One line, whatever was in a file's name.
int fail(int code, std::string what) {
    std::replace(what.begin(), what.end(), '\n', ' ');
    std::fprintf(stderr, "sigmatch: %s\n", what.c_str());
    return code;
}

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

/// What is wrong with the command line, and where to look.
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

}  // namespace

int main(int argc, char** argv) {
    sigmatch::use_fitting_blas_kernels();
    CLI::App app;
    add_commands(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {  // --help, --version
        return app.exit(success);
    } catch (const CLI::RuntimeError& code) {
        return code.get_exit_code();
    } catch (const CLI::ParseError& error) {
        return fail(bad_input, explained(error, app, argc, argv));
    } catch (const sigmatch::InputError& error) {
        return fail(bad_input, error.what());
    } catch (const std::bad_alloc&) {
        return fail(1, "out of memory");
    } catch (const std::exception& error) {
        return fail(1, error.what());
    }
    return 0;
}
