#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "commands.h"
#include "sigmatch/blas_kernels.h"
#include "sigmatch/errors.h"
#include "sigmatch/options.h"
#include "usage_error.h"

namespace {

constexpr int bad_input = 2;

/// One line, whatever was in a file's name.
int fail(int code, std::string what) {
    what = sigmatch::spelled(std::move(what), &sigmatch::Option::flag);
    std::replace(what.begin(), what.end(), '\n', ' ');
    std::fprintf(stderr, "sigmatch: %s\n", what.c_str());
    return code;
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
