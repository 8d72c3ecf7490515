#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include "bench_run.h"
#include "commands.h"
#include "interrupt.h"
#include "match_options.h"
#include "sigmatch/errors.h"
#include "sigmatch/report.h"

namespace {

using namespace sigmatch;

struct Arguments {
    std::string manifest, folder, options_file;
    Setting setting;
    int jobs = 1;
    bool reports = false;
    bool quiet = false;
};

void add_setting_options(CLI::App& command, Setting& setting) {
    add_match_options(command, setting.options);
    command
        .add_option("--fps", setting.fps,
                    "Choose N keypoints on each shape by farthest point sampling (vertices must correspond "
                    "by number)")
        ->check(CLI::PositiveNumber)
        ->type_name("N");
    command.add_flag("--point-cloud-x", setting.cloud_x, "Match X by its vertices alone");
    command.add_flag("--point-cloud-y", setting.cloud_y, "Match Y by its vertices alone");
    command.add_flag(
        "--dense", setting.dense,
        "Make the dense map, too, and measure it: at all vertices where they correspond by number, "
        "else at keypoints left out of the match");
    command.add_option("--scale-y", setting.scale_y, "Scale Y first")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
}

bool fits_a_folder(const std::string& name) {
    return !name.empty() && name.size() <= 100 && name[0] != '.' &&
           std::all_of(name.begin(), name.end(),
                       [](unsigned char c) { return c >= ' ' && c != 127 && c != '/'; });
}

std::string trimmed(const std::string& text) {
    const size_t begin = text.find_first_not_of(" \t\r"), end = text.find_last_not_of(" \t\r");
    return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

/// Lines `NAME: --candidates 5 --lambda-ori 0`, each added to the options of the command line.
std::vector<Setting> read_settings(const std::string& path, const Setting& base) {
    std::ifstream file(path);
    if (!file) throw FileError(path, "cannot be read");
    std::vector<Setting> settings;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        line = trimmed(line.substr(0, line.find('#')));
        if (line.empty()) continue;
        const auto fail = [&](const std::string& what) {
            throw FileError(path, fmt::format("line {}: {}", number, what));
        };
        const size_t colon = line.find(':');
        if (colon == std::string::npos) fail("write NAME: OPTIONS, as in `no orientation: --lambda-ori 0`");
        Setting setting = base;
        setting.name = trimmed(line.substr(0, colon));
        if (!fits_a_folder(setting.name)) fail("the name of the setting cannot name a folder");
        for (const Setting& other : settings)
            if (other.name == setting.name) fail("the name '" + setting.name + "' appears twice");
        CLI::App parser;
        parser.set_help_flag();
        add_setting_options(parser, setting);
        try {
            parser.parse(line.substr(colon + 1), false);
            check(setting.options);
        } catch (const std::exception& error) {
            fail(error.what());
        }
        settings.push_back(std::move(setting));
    }
    if (settings.empty()) throw FileError(path, "holds no settings; write lines NAME: OPTIONS");
    return settings;
}

void run(const Arguments& arguments) {
    check(arguments.setting.options);
    BenchJob job;
    job.manifest = arguments.manifest;
    job.folder = arguments.folder;
    job.title = std::filesystem::path(arguments.manifest).stem().string();
    job.settings = {arguments.setting};
    if (!arguments.options_file.empty())
        job.settings = read_settings(arguments.options_file, arguments.setting);
    job.jobs = arguments.jobs;
    job.reports = arguments.reports;
    if (job.reports) check_has_reports();
    job.quiet = arguments.quiet;
    Interrupt interrupt;
    run_bench_job(job, interrupt);
    if (interrupt.token().stop_requested()) throw CLI::RuntimeError(130);
}

}  // namespace

void add_bench_command(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("bench", "Match all pairs of a manifest and measure the errors");
    command->add_option("MANIFEST", arguments->manifest, "Pairs, one JSON object per line")->required();
    command
        ->add_option(
            "-o,--output", arguments->folder,
            "Folder for results, table, figures and index.html; run again it goes on where it stopped")
        ->required()
        ->type_name("DIR");
    command
        ->add_option("--options", arguments->options_file,
                     "Several settings, one sub-run each: lines NAME: OPTIONS, as on the command line")
        ->type_name("FILE");
    command->add_option("--jobs", arguments->jobs, "Pairs at a time; they share the threads")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command->add_flag("--reports", arguments->reports,
                      "Write a page for every pair that shows its shapes and match");
    add_setting_options(*command, arguments->setting);
    command->add_flag("-q,--quiet", arguments->quiet, "Print nothing");
    refuse_empty_values(*command);
    command->callback([arguments] { run(*arguments); });
}
