#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "knowledge_input.h"
#include "match_options.h"
#include "outputs.h"
#include "pair_input.h"
#include "progress_line.h"
#include "sigmatch/io.h"
#include "sigmatch/programmes.h"

namespace {

using namespace sigmatch;

struct Arguments {
    PairArguments pair;
    KnowledgeArguments knowledge;
    MatchOptions options;
    std::string programme;
    std::string format = "cbf";
    std::string output;
    bool quiet = false;
};

/// The paper's programme has every vertex. Ours has not: it weighs the bending by area.
Formulation formulation(const Arguments& arguments) {
    if (arguments.programme.empty())
        return arguments.options.area_weighted ? Formulation::reduced : Formulation::full;
    return arguments.programme == "full" ? Formulation::full : Formulation::reduced;
}

void run(const Arguments& arguments) {
    std::vector<std::string> inputs = arguments.pair.files();
    for (const std::string& file : arguments.knowledge.files()) inputs.push_back(file);
    check_outputs({arguments.output}, {}, inputs);
    check(arguments.options);
    check_needs_no_search(arguments.options);
    std::vector<std::string> warnings;
    std::string summary;
    {
        ProgressLine line(arguments.quiet);
        line.stage("reading");
        PairInput pair = read_pair_with_keypoints(arguments.pair, arguments.options.faces);
        line.stage("building the model");
        ModelOptions options = arguments.options;
        if (pair.coarse_already) options.faces = 0;
        const Knowledge knowledge = read_knowledge(arguments.knowledge, pair);
        const auto [x, y] = prepare_pair(std::move(pair.x), std::move(pair.y), options);
        ConicModel model = conic_model(x, y, formulation(arguments), options, knowledge);
        for (const PreparedShape* shape : {&x, &y})
            warnings.insert(warnings.end(), shape->warnings().begin(), shape->warnings().end());
        model.notes.push_back("Options: " + model_flags(arguments.options));
        line.stage("writing");
        write_file_atomically(arguments.output, cbf_text(model));
        summary = fmt::format("{}{} variables, {} of them integer, {} rows, {} entries\n", pair.notes,
                              model.c.size(), model.integers, model.b.size(), model.A.size());
    }
    if (arguments.quiet) return;
    for (const std::string& warning : warnings) fmt::print(stderr, "sigmatch: {}\n", warning);
    fmt::print("{}", summary);
}

}  // namespace

void add_export_command(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command =
        app.add_subcommand("export", "Write the matching problem as a cone programme for other solvers");
    add_pair_options(*command, arguments->pair);
    add_knowledge_options(*command, arguments->knowledge);
    command
        ->add_option(
            "--programme", arguments->programme,
            "full (the paper's, with every vertex) or reduced (keypoints only): same optimum; by default "
            "full where it can be written, for --model paper")
        ->check(CLI::IsMember({"full", "reduced"}).description(""))
        ->type_name("full|reduced");
    command->add_option("--format", arguments->format, "Format of the file: Conic Benchmark Format")
        ->check(CLI::IsMember({"cbf"}))
        ->capture_default_str();
    command->add_option("-o,--output", arguments->output, "Where to write the model")
        ->required()
        ->type_name("FILE");
    add_model_options(*command, arguments->options);
    command->add_flag("-q,--quiet", arguments->quiet, "Print nothing");
    refuse_empty_values(*command);
    command->callback([arguments] { run(*arguments); });
}
