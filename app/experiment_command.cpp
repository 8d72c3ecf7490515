#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include "bench_run.h"
#include "commands.h"
#include "interrupt.h"
#include "match_options.h"
#include "sigmatch/errors.h"
#include "sigmatch/experiment.h"
#include "sigmatch/synth.h"

namespace {

using namespace sigmatch;
namespace fs = std::filesystem;

struct Arguments {
    std::string name, folder;
    std::vector<std::string> data;
    MatchOptions options;
    int jobs = 1;
    bool quiet = false;
};

constexpr int creature_pairs = 10;

/// The project's own creatures, made once per folder.
std::string creatures(const fs::path& folder, bool same_numbering) {
    const fs::path manifest = folder / (same_numbering ? "poses.jsonl" : "manifest.jsonl");
    if (!fs::exists(manifest)) write_creature_dataset(folder.string(), 1, creature_pairs);
    return manifest.string();
}

/// Manifests as they are, and those of folders.
std::vector<std::string> manifests(const std::vector<std::string>& data) {
    std::vector<std::string> files;
    for (const std::string& path : data) {
        if (!fs::is_directory(path)) {
            files.push_back(path);
            continue;
        }
        std::vector<std::string> found;
        for (const fs::directory_entry& entry : fs::directory_iterator(path))
            if (entry.path().extension() == ".jsonl") found.push_back(entry.path().string());
        if (found.empty())
            throw FileError(path, "holds no manifests (*.jsonl); see sigmatch manifest --help");
        std::sort(found.begin(), found.end());
        files.insert(files.end(), found.begin(), found.end());
    }
    return files;
}

void run_experiment(const Experiment& experiment, const Arguments& arguments, Interrupt& interrupt) {
    const fs::path folder = fs::path(arguments.folder) / experiment.name;
    std::vector<std::string> files = manifests(arguments.data);
    if (files.empty())
        files.push_back(creatures(fs::path(arguments.folder) / "creatures", experiment.needs_same_numbering));
    std::set<std::string> sets;
    for (const std::string& file : files)
        if (!sets.insert(fs::path(file).stem().string()).second)
            throw FileError(file,
                            "another manifest has this name, too: results are filed by it, so rename one");
    for (const std::string& file : files) {
        if (interrupt.token().stop_requested()) return;
        const std::string set = arguments.data.empty() ? "creatures" : fs::path(file).stem().string();
        if (!arguments.quiet) fmt::print("{}, {}\n", experiment.title, set);
        run_bench_job({file, (folder / set).string(), experiment.title + ": " + set, experiment.settings,
                       experiment.axis, arguments.jobs, arguments.quiet},
                      interrupt);
    }
}

void run(const Arguments& arguments) {
    check(arguments.options);
    std::vector<Experiment> wanted;
    std::string names;
    for (Experiment& experiment : experiments(arguments.options)) {
        names += (names.empty() ? "" : ", ") + experiment.name;
        if (arguments.name == experiment.name || arguments.name == "all")
            wanted.push_back(std::move(experiment));
    }
    if (wanted.empty())
        throw InputError(
            fmt::format("there is no experiment '{}': take one of {}, or all", arguments.name, names));
    Interrupt interrupt;
    for (const Experiment& experiment : wanted) run_experiment(experiment, arguments, interrupt);
    if (interrupt.token().stop_requested()) throw CLI::RuntimeError(130);
}

std::string list_of_experiments() {
    std::string list = "Experiments:\n";
    for (const Experiment& experiment : experiments({}))
        list += fmt::format("  {:<14}{}\n", experiment.name, experiment.title);
    return list + "  all           each of them";
}

}  // namespace

void add_experiment_command(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("experiment", "Repeat an experiment of the paper");
    command->add_option("NAME", arguments->name, "Which experiment")->required();
    command
        ->add_option("--data", arguments->data,
                     "Manifests, or folders of them; by default creatures of sigmatch synth")
        ->type_name("PATH");
    command
        ->add_option("-o,--output", arguments->folder,
                     "Folder for everything; run again it goes on where it stopped")
        ->required()
        ->type_name("DIR");
    command->add_option("--jobs", arguments->jobs, "Pairs at a time; they share the threads")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    add_match_options(*command, arguments->options);
    command->add_flag("-q,--quiet", arguments->quiet, "Print nothing");
    command->footer(list_of_experiments());
    refuse_empty_values(*command);
    command->callback([arguments] { run(*arguments); });
}
