#include "match_options.h"

#include <fmt/core.h>

#include <string>

#include "choice.h"

using namespace sigmatch;

namespace {

void read_candidates(const std::string& text, MatchOptions& options) {
    options.widen = text == "auto";
    if (options.widen) return;
    if (!CLI::detail::lexical_cast(text, options.candidates) || options.candidates < 0)
        throw CLI::ValidationError("--candidates", "takes a number from 0 or auto, not " + text);
}

/// All of the model but the candidates.
void add_shared_options(CLI::App& command, ModelOptions& options) {
    command.add_option("--lambda-def", options.lambda_def, "Weight of the deformation")
        ->capture_default_str();
    command.add_flag("!--unscaled", options.lambda_scaled,
                     "Take lambda-def as it is; by default it is meant for 500 faces and scaled to the mesh");
    command.add_option("--lambda-ori", options.lambda_ori, "Weight of the orientation")
        ->capture_default_str();
    add_choice<Orientation>(command, "--orientation", options.orientation,
                            {{"smooth", Orientation::smooth}, {"paper", Orientation::paper}},
                            "Orientation feature: smooth, or as in the paper");
    command.add_option("--faces", options.faces, "Decimate to N faces first; 0: full resolution")
        ->capture_default_str()
        ->type_name("N");
    add_choice<Laplacian>(
        command, "--laplacian", options.laplacian,
        {{"robust", Laplacian::robust}, {"cotangent", Laplacian::cotangent}},
        "Operator: robust (any triangles) or cotangent (the mesh as it is, as in the paper)");
    command.add_flag("--one-sided", options.one_sided,
                     "Bend X towards Y only, or Y towards X where X alone is a cloud of points");
    command.add_flag("--partial", options.partial,
                     "X or Y may be a part: keypoints of the longer list may stay without a partner");
    command
        .add_option("--unmatched-cost", options.unmatched_cost,
                    "With --partial: those of the shorter list, too, at this cost each")
        ->type_name("COST");
    add_choice<Prior>(command, "--prior", options.prior, {{"plbo", Prior::plbo}, {"lbo", Prior::lbo}},
                      "Deformation prior: plbo (affine maps are free) or lbo");
}

}  // namespace

void add_model_options(CLI::App& command, ModelOptions& options) {
    command.add_option("--candidates", options.candidates, "Rounds of candidate pruning; 0: none")
        ->type_name("K")
        ->capture_default_str();
    add_shared_options(command, options);
}

void add_match_options(CLI::App& command, MatchOptions& options) {
    add_choice<Method>(
        command, "--method", options.method,
        {{"sigma", Method::sigma}, {"descriptor", Method::descriptor}, {"rigid", Method::rigid}},
        "sigma, or to compare: descriptor (assignment of signatures), rigid (best alignment)");
    command
        .add_option_function<std::string>(
            "--candidates", [&options](const std::string& text) { read_candidates(text, options); },
            "Rounds of candidate pruning; 0: none; auto: prove with pruning, then without")
        ->type_name("K")
        ->default_str(std::to_string(options.candidates));
    add_shared_options(command, options);
    command.add_option("--gap", options.relative_gap, "Relative gap that counts as proven")
        ->capture_default_str();
    command.add_option("--time-limit", options.time_limit_s, "Seconds for the search")->capture_default_str();
    command
        .add_option("--alternatives", options.alternatives,
                    "Find and prove so many matches: the best, the next best, ...")
        ->type_name("M")
        ->capture_default_str();
    command
        .add_option_function<double>(
            "--within",
            [&options](double percent) {
                options.within = percent / 100;
                if (options.alternatives == 1) options.alternatives = 100;
            },
            "Find all matches within PCT percent of the best (100 at most, or --alternatives)")
        ->type_name("PCT");
    command.add_option("--memory-limit", options.memory_limit_gb, "Gigabytes for the search, roughly")
        ->type_name("GB")
        ->capture_default_str();
    command.add_option("--threads", options.threads, "Threads; 0: all cores")->capture_default_str();
    command.add_option("--seed", options.seed, "Seed of the local search")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
}

std::string model_flags(const ModelOptions& options) {
    return fmt::format(
        "--candidates {} --lambda-def {}{} --lambda-ori {} --orientation {} --faces {} --laplacian {} "
        "--prior {}{}",
        options.candidates, options.lambda_def, options.lambda_scaled ? "" : " --unscaled",
        options.lambda_ori, name(options.orientation), options.faces, name(options.laplacian),
        options.prior == Prior::plbo ? "plbo" : "lbo", options.one_sided ? " --one-sided" : "");
}
