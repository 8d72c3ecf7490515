#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "knowledge_input.h"
#include "match_options.h"
#include "outputs.h"
#include "pair_input.h"
#include "progress_line.h"
#include "sigmatch/errors.h"
#include "sigmatch/io.h"
#include "sigmatch/result_file.h"

namespace {

using namespace sigmatch;

struct Arguments {
    PairArguments pair;
    KnowledgeArguments knowledge;
    MatchOptions options;
    std::string solution;
    std::string output;
    bool quiet = false;
};

void run(const Arguments& arguments) {
    std::vector<std::string> inputs = arguments.pair.files();
    inputs.push_back(arguments.solution);
    for (const std::string& file : arguments.knowledge.files()) inputs.push_back(file);
    check_outputs({arguments.output}, {}, inputs);
    check(arguments.options);
    check_needs_no_search(arguments.options);
    if (arguments.options.partial)
        throw InputError("models of partial matches are not exported: leave --partial out");
    MatchResult result;
    std::string notes;
    {
        ProgressLine line(arguments.quiet);
        line.stage("reading");
        PairInput pair = read_pair_with_keypoints(arguments.pair, arguments.options.faces);
        const Match match = read_solution(arguments.solution, static_cast<int>(pair.x.keypoints.size()));
        line.stage("evaluating");
        MatchOptions options = arguments.options;
        if (pair.coarse_already) options.faces = 0;
        const Knowledge knowledge = read_knowledge(arguments.knowledge, pair);
        const auto [x, y] = prepare_pair(std::move(pair.x), std::move(pair.y), options);
        result = evaluate_match(x, y, match, options, knowledge);
        result.options.faces = arguments.options.faces;
        if (!arguments.output.empty()) write_file_atomically(arguments.output, result_json(result));
        notes = pair.notes;
    }
    if (arguments.quiet) return;
    for (const std::string& warning : result.warnings) fmt::print(stderr, "sigmatch: {}\n", warning);
    const Terms& terms = result.terms;
    fmt::print(
        "{}{}\nrec_x {:.6g}, rec_y {:.6g}, def_x {:.6g}, def_y {:.6g}, ori {:.6g}, pairs {:.6g}, costs "
        "{:.6g}\n",
        notes, result.brief_report(), terms.rec_x, terms.rec_y, terms.def_x, terms.def_y, terms.ori,
        terms.pairs, terms.costs);
}

}  // namespace

void add_import_command(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand(
        "import-solution", "Evaluate what another solver made of an exported model, or any permutation");
    add_pair_options(*command, arguments->pair);
    add_knowledge_options(*command, arguments->knowledge);
    command
        ->add_option(
            "--solution", arguments->solution,
            "Values of the model's variables, one per line, in their order; or pairs i j, or a result.json")
        ->required()
        ->type_name("FILE");
    command->add_option("-o,--output", arguments->output, "Where to write the result (JSON)")
        ->type_name("FILE");
    add_model_options(*command, arguments->options);
    command->add_flag("-q,--quiet", arguments->quiet, "Print nothing");
    refuse_empty_values(*command);
    command->callback([arguments] { run(*arguments); });
}
