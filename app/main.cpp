#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "blas_kernels.h"
#include "commands.h"
#include "sigmatch/errors.h"
#include "sigmatch/version.h"

namespace {

constexpr int bad_input = 2;

/// One line, whatever was in a file's name.
int fail(int code, std::string what) {
    std::replace(what.begin(), what.end(), '\n', ' ');
    std::fprintf(stderr, "sigmatch: %s\n", what.c_str());
    return code;
}

}  // namespace

void refuse_empty_values(CLI::App& command) {
    const CLI::Validator not_empty(
        [](const std::string& value) { return value.empty() ? "the value is empty" : ""; }, "");
    for (CLI::Option* option : command.get_options()) option->check(not_empty);
}

int main(int argc, char** argv) {
    restart_with_fitting_kernels(argv);
    CLI::App app{"Finds the globally best correspondence between keypoints of two 3D shapes and proves it.",
                 "sigmatch"};
    app.set_version_flag("--version", std::string("sigmatch ") + sigmatch::version);
    app.require_subcommand(1);
    add_match_command(app);
    add_verify_command(app);
    add_info_command(app);
    add_export_command(app);
    add_import_command(app);
    add_bench_command(app);
    add_experiment_command(app);
    add_synth_command(app);
    add_manifest_command(app);
    const auto is_called = [&](const CLI::App* command) { return command->get_name() == argv[1]; };
    if (argc > 1 && argv[1][0] != '-' && app.get_subcommands(is_called).empty())
        return fail(bad_input, std::string("there is no command '") + argv[1] + "' (see sigmatch --help)");
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {  // --help, --version
        return app.exit(success);
    } catch (const CLI::RuntimeError& code) {
        return code.get_exit_code();
    } catch (const CLI::ParseError& error) {
        return fail(bad_input, std::string(error.what()) + " (see sigmatch --help)");
    } catch (const sigmatch::InputError& error) {
        return fail(bad_input, error.what());
    } catch (const std::bad_alloc&) {
        return fail(1, "out of memory");
    } catch (const std::exception& error) {
        return fail(1, error.what());
    }
    return 0;
}
