#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "match_options.h"
#include "sigmatch/errors.h"
#include "transfer_run.h"

namespace {

using namespace sigmatch;

struct Arguments {
    TransferJob job;
    std::string first_template;
    std::vector<std::string> targets;
};

void run(const Arguments& arguments) {
    TransferJob job = arguments.job;
    job.templates.insert(job.templates.begin(), arguments.first_template);
    if (job.landmarks.size() != job.templates.size())
        throw InputError("give --landmarks once for each template, in the same order");
    check(job.options);
    if (job.options.partial)
        throw InputError("landmarks can be carried between whole shapes only: leave `partial` out");
    job.targets = targets_of(arguments.targets);
    Interrupt interrupt;
    const int failed = run_transfer(job, interrupt);
    if (interrupt.token().stop_requested()) throw CLI::RuntimeError(130);
    if (failed == static_cast<int>(job.targets.size())) throw CLI::RuntimeError(2);
}

}  // namespace

void add_transfer_command(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command =
        app.add_subcommand("transfer", "Carry the landmarks of a template over to shapes that have none");
    command->add_option("TEMPLATE", arguments->first_template, "Shape with landmarks")->required();
    command
        ->add_option(
            "TARGET", arguments->targets,
            "Shapes without landmarks: files, folders, quoted patterns such as 'skulls/*.ply', or a .txt "
            "that lists them")
        ->required();
    command
        ->add_option(
            "--landmarks", arguments->job.landmarks,
            "Landmarks of the template (.mrk.json, .fcsv, .tps, .nts, .csv, .xyz, or vertex ids); once for "
            "each template")
        ->required()
        ->type_name("FILE")
        ->allow_extra_args(false);
    command
        ->add_option("--template", arguments->job.templates,
                     "A further template; landmarks become the median of what all templates say")
        ->type_name("FILE")
        ->allow_extra_args(false);
    command
        ->add_option("--index-base", arguments->job.index_base, "Number of the first vertex in files of ids")
        ->check(CLI::IsMember({0, 1}))
        ->capture_default_str();
    group_options(*command, "Input");
    command
        ->add_option("-o,--output", arguments->job.folder,
                     "Folder for landmarks and tables; run again it goes on where it stopped")
        ->required()
        ->type_name("DIR");
    command->add_flag("-q,--quiet", arguments->job.quiet, "Print nothing");
    group_options(*command, "Output");
    add_match_options(*command, arguments->job.options);
    refuse_empty_values(*command);
    command->callback([arguments] { run(*arguments); });
}
