#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>

#include "commands.h"
#include "sigmatch/errors.h"
#include "sigmatch/version.h"

namespace {

constexpr int bad_input = 2;

int fail(int code, const char* what) {
    std::fprintf(stderr, "sigmatch: %s\n", what);
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"Finds the globally best correspondence between keypoints of two 3D shapes and proves it.",
                 "sigmatch"};
    app.set_version_flag("--version", std::string("sigmatch ") + sigmatch::version);
    app.require_subcommand(1);
    add_match_command(app);
    add_synth_command(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {  // --help, --version
        return app.exit(success);
    } catch (const CLI::RuntimeError& code) {
        return code.get_exit_code();
    } catch (const CLI::ParseError& error) {
        return fail(bad_input, (std::string(error.what()) + " (see sigmatch --help)").c_str());
    } catch (const sigmatch::InputError& error) {
        return fail(bad_input, error.what());
    } catch (const std::bad_alloc&) {
        return fail(1, "out of memory");
    } catch (const std::exception& error) {
        return fail(1, error.what());
    }
    return 0;
}
